"""Code that several commands share: text output, files, languages, usage errors."""
