/** Styles are files of their own, so that the strict content policy holds in every browser. */
export default { compilerOptions: { runes: true } };
