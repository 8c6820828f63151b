declare module 'virtual:tiles' {
  const address: string;
  export default address;
}
declare module 'virtual:titles' {
  const address: string;
  export default address;
  /** The engraved characters. */
  export const signs: string;
}
declare module 'virtual:bundled' {
  const bundled: readonly { name: string; version: string; licence: string; notice: string }[];
  export default bundled;
}
