"""Who pays whom: amounts and payments are plain values, liability and settlement work upon scores."""
