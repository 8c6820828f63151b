/** The events of a book other than a won hand, and the questions about a hand besides its fan. */

/** Buttons for the other events at the table. */
export const ACTS = ['draw', 'false', 'fine', 'swap', 'dice', 'score'] as const;
export type Act = (typeof ACTS)[number];

/** Questions about a hand besides its fan. */
export type Asks = 'fed' | 'liable' | 'cuts' | 'kongs' | 'dead' | 'dice' | 'note' | 'event';
