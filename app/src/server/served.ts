/** Whether a server is behind the page. The playground has another one (app/src/playground/served.ts). */
export const SERVED: boolean = true;
