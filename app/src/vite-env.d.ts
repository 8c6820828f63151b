declare module 'virtual:tiles' {
  const address: string;
  export default address;
}
