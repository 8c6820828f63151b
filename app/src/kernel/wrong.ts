// Names what the kernel finds wrong with a hand: a code and its facts for each number of `Wrong` (kernel/checks.hpp), in its order.
import { say, type Fact, type SentMessage } from './answer.ts';
import type { KernelProblem } from './door.ts';
import type { Code } from '../texts/render.ts';
import type { Won } from './won.ts';

const WRONGS: readonly (readonly [Code, ...facts: string[]])[] = [
  ['tiles.five_copies', 'tile', 'count'],
  ['meld.concealed_fed', 'tile', 'seat'],
  ['meld.first_same_turn'],
  ['melds.too_many', 'count', 'most', 'size'],
  ['win.no_plus', 'tile', 'right', 'count'],
  ['win.only_flowers', 'count'],
  ['tiles.count', 'count', 'size'],
  ['win.no_tile'],
  ['win.flower_tile', 'tile'],
  ['feeder.missing', 'by'],
  ['feeder.own_seat', 'seat'],
  ['feeder.extra', 'by', 'seat'],
  ['meld.own_seat', 'tile', 'seat'],
  ['meld.chow_feeder', 'tile', 'feeder', 'seat', 'before'],
  ['last_discard.not_discard', 'by'],
  ['last_tile.discard', 'by'],
  ['rob_kong.copies', 'tile', 'count'],
  ['rob_kong.not_robbed'],
  ['replacement.not_drawn', 'by'],
  ['replacement.no_kong'],
  ['replacement.no_flower'],
  ['kong_chain.too_long', 'count', 'most'],
  ['kong_chain.no_replacement'],
  ['kong_chain.too_short', 'name', 'count'],
  ['kong_chain.exposed_later', 'tile', 'count'],
  ['kong_feeder.own_seat', 'seat'],
  ['kong_feeder.no_kong', 'seat'],
  ['kong_feeder.not_fed', 'seat'],
  ['kong_feeder.own_kong', 'seat', 'tile', 'kind'],
  ['kong_feeder.disagrees', 'seat', 'tile', 'fed'],
  ['first_turn.heavenly_seat', 'seat'],
  ['first_turn.heavenly_by', 'by'],
  ['first_turn.heavenly_discards', 'count'],
  ['first_turn.heavenly_ready'],
  ['first_turn.earthly_seat'],
  ['first_turn.earthly_by'],
  ['first_turn.earthly_discards', 'count'],
  ['first_turn.earthly_draw_by', 'by'],
  ['first_turn.human_by', 'by'],
  ['first_turn.human_seat'],
  ['first_turn.human_feeder'],
  ['first_turn.last', 'first'],
  ['first_turn.melds', 'first'],
  ['ready.heavenly_seat'],
  ['ready.melds', 'ready'],
  ['one_shot.not_ready'],
  ['flowers.too_few', 'count'],
  ['eighth_flower.own_seat', 'seat'],
  ['eighth_flower.held'],
  ['number.too_small', 'name', 'value', 'least'],
  ['number.too_large', 'name', 'value', 'most'],
  ['discards.none'],
  ['visible.too_many', 'tile', 'seen', 'own'],
];
const NAMED = ['second_kong_uses_replacement', 'flower_between_kongs', 'winners', 'discards'];

export function problemOf([what, ...facts]: KernelProblem, won: Won): SentMessage {
  const [code, ...names] = WRONGS[what] ?? [];
  if (code === undefined) throw new RangeError(`the kernel knows a problem ${what}`);
  return say(code, Object.fromEntries(names.map((name, at) => [name, factOf(name, facts[at] ?? 0, won)])));
}

function factOf(name: string, value: number, won: Won): Fact {
  if (name === 'tile') return won.text(value);
  if (name === 'right') return `+${won.text(value)}`;
  if (['seat', 'feeder', 'before', 'fed'].includes(name)) return won.seatText(value);
  if (name === 'name') return NAMED[value] ?? '';
  const words = { by: 'by', kind: 'meld', first: 'first_turn', ready: 'ready' }[name];
  return words === undefined ? value : won.word(words, value);
}
