declare module 'virtual:tiles' {
  const address: string;
  export default address;
}
declare module 'virtual:bundled' {
  const bundled: readonly { name: string; version: string; licence: string; notice: string }[];
  export default bundled;
}
