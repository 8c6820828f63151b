/** A house's own liability rules, side payments and conditions of a win as a rules file writes them, and what their fields may hold. */
export type OwnEntry = Readonly<Record<string, unknown>>;
export type TableKey = 'duties' | 'payments' | 'needs';

export const EVENTS = [
  'kong_exposed',
  'kong_added',
  'kong_concealed',
  'flower',
  'own_flower',
  'flower_set',
  'eight_flowers',
  'win',
  'discard',
  'self_draw',
  'robbed',
  'draw',
  'false_win',
  'deal',
  'dice_alike',
  'dice_one_two_three',
] as const;
export const PAYERS = [
  'others',
  'maker',
  'feeder',
  'winner',
  'losers',
  'payers',
  'dealer',
  'everybody',
  'sitter',
  'pot',
] as const;
export const PAYEES = [
  'maker',
  'winner',
  'others',
  'dealer',
  'feeder',
  'losers',
  'everybody',
  'sitter',
  'pot',
] as const;
export const FEEDERS = ['claim', 'turn', 'discarder', 'kong'] as const;
export const TILES = ['', 'DRAGONS', 'WINDS', 'HONOURS', 'TERMINALS', 'MAN', 'PIN', 'SOU'] as const;
export const SHARES = ['whole', 'half', 'rest'] as const;
export const NAMES = {
  DRAGONS: 'dragons',
  WINDS: 'winds',
  HONOURS: 'honours',
  TERMINALS: 'terminals',
  MAN: 'man',
  PIN: 'pin',
  SOU: 'sou',
} as const;

/** An id that no other entry has. */
export function freeId(key: TableKey, entries: readonly OwnEntry[]): string {
  for (let n = 1; ; n++) {
    const id = `${key === 'duties' ? 'duty' : 'side'}_${n}`;
    if (!entries.some((each) => each['id'] === id)) return id;
  }
}

/** The entry without fields that are empty: the file needs none of them. */
export const tidied = (entry: OwnEntry): OwnEntry =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([, value]) => value !== '' && value !== false && value !== null && value !== undefined && value !== 0,
    ),
  );

/** What amounts to a number of a file: 2, "1/2"; null: neither. */
export function amountOf(text: string): number | string | null {
  const told = text.trim();
  if (/^\d{1,9}$/.test(told)) return Number(told);
  return /^\d{1,9}(\.\d{1,3}|\/[1-9]\d{0,2})$/.test(told) ? told : null;
}
