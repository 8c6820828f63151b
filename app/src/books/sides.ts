/** Secondary data of a book (statistics, settling up): loaded at once, so that it is available offline, but the table does not wait for it. */
type Module<T> = Promise<{ readonly default: T }>;
async function named<T extends Record<string, unknown>>(parts: { readonly [K in keyof T]: Module<T[K]> }): Promise<T> {
  const found = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => [name, (await (part as Module<unknown>)).default] as const),
  );
  return Object.fromEntries(found) as T;
}

export const sides = named({
  Chart: import('./Chart.svelte'),
  Log: import('./Log.svelte'),
  Settle: import('./Settle.svelte'),
  Ledger: import('./Ledger.svelte'),
});
export const sheets = named({
  ActSheet: import('./ActSheet.svelte'),
  BookMenu: import('./BookMenu.svelte'),
  Corners: import('./Corners.svelte'),
  ExtraSheet: import('./ExtraSheet.svelte'),
  InviteSheet: import('./InviteSheet.svelte'),
  Notices: import('./Notices.svelte'),
  Tabs: import('./Tabs.svelte'),
  Trial: import('./Trial.svelte'),
  Waits: import('./Waits.svelte'),
  WhoAmI: import('./WhoAmI.svelte'),
});
