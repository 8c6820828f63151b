/** The playground is files: what needs a server is not offered first. */
export const SERVED: boolean = false;
