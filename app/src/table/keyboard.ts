/** The table by keys: which key means what, and which of several choices a key takes. Pure. */
import type { Choice, Word } from './actions.ts';

export const COMMANDS = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ' ': 'pass',
  c: 'chow',
  p: 'pung',
  k: 'kong',
  w: 'win',
  d: 'declare',
  h: 'hand',
  r: 'rivers',
  s: 'scores',
  t: 'time',
  T: 'text',
  '?': 'help',
} as const;
export type Command = (typeof COMMANDS)[keyof typeof COMMANDS];

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}
/** The command of a key; null: it is none of ours. Capital letters are commands of their own, or mean the small one. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Pressed): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  const known: Readonly<Record<string, Command>> = COMMANDS;
  if (Object.hasOwn(known, key)) return known[key]!;
  const small = key.toLowerCase();
  return key.length === 1 && Object.hasOwn(known, small) ? known[small]! : null;
}

const WORDS: Readonly<Partial<Record<Command, readonly Word[]>>> = {
  pass: ['pass'],
  chow: ['chow'],
  pung: ['pung'],
  kong: ['kong', 'kong_concealed', 'kong_added'],
  win: ['win', 'win_flowers'],
};
/** The key of a word, as its button shows it. */
export const keyOf = (word: Word): string =>
  Object.entries(COMMANDS).find(([, command]) => WORDS[command]?.includes(word))?.[0] ?? '';

/** What a key chooses: each press the next of several, as long as they may be changed. */
export function chosenBy(command: Command, choices: readonly Choice[], answered: string | undefined): Choice | null {
  const words = WORDS[command] ?? [];
  const own = choices.filter((each) => words.includes(each.word));
  if (!own.length) return null;
  const at = own.findIndex((each) => each.action === answered);
  return own[(at + 1) % own.length]!;
}
