/** What is asked for with a book, but does not hold up its table; fetched at once, so that it is there without a network too. */
export const sides = Promise.all([import('./Chart.svelte'), import('./Log.svelte'), import('./Settle.svelte'), import('./Ledger.svelte')]);
export const sheets = Promise.all([import('./ActSheet.svelte'), import('./InviteSheet.svelte'), import('./BookMenu.svelte'), import('./Asking.svelte'), import('./NotWritten.svelte'), import('./WhoAmI.svelte')]);
