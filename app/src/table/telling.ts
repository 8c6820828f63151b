/** Describes lines and actions of a game as messages, in no language yet: twin of `sikwu.cli.play.narration`. */
import type { Key } from '../../gen/texts/keys.gen.ts';
import type { Fact, Message } from '../texts/render.ts';
import { sorted, type Kind, type Seat } from '../tiles/kinds.ts';
import { parse } from './actions.ts';
import { HIDDEN, SEATED, type Line } from './lines.ts';

/** What follows a beginning in the codes that have words. */
type After<Start extends string, Code extends string = Key> = Code extends `${Start}${infer Rest}` ? Rest : never;

const called = (tiles: readonly Kind[]): Message => ({ code: 'app.tiles', facts: { tiles: [...tiles] } });

/** A line as one message; null where it is shown in another way. */
export function told(line: Line, seats: readonly string[]): Message | null {
  const who = (seat: Seat): string => seats[SEATED[seat]] ?? '';
  const say = (code: After<'game.line.'>, facts: Readonly<Record<string, Fact>> = {}): Message => ({
    code: `game.line.${code}` as const,
    facts,
  });
  switch (line.type) {
    case 'start_kyoku': {
      const streak = line.honba ? say('streak', { n: line.honba }) : null;
      return say('start', { deal: line.deal, round: line.bakaze, dealer: line.seats[0], streak });
    }
    case 'flower':
      return say('flower', { who: who(line.actor), tiles: called([line.pai]) });
    case 'tsumo':
      if (line.pai !== HIDDEN) return say('draw', { who: who(line.actor), tiles: called([line.pai]) });
      return say(line.back === 'kong' ? 'draw_kong' : 'draw_hidden', { who: who(line.actor) });
    case 'dahai':
      return say(line.tsumogiri ? 'discard_drawn' : 'discard', { who: who(line.actor), tiles: called([line.pai]) });
    case 'chi':
    case 'pon':
    case 'daiminkan':
    case 'kakan':
      return say(line.type, { who: who(line.actor), tiles: called(sorted([...line.consumed, line.pai])) });
    case 'ankan':
      if (line.consumed.includes(HIDDEN)) return say('ankan_hidden', { who: who(line.actor) });
      return say('ankan', { who: who(line.actor), tiles: called(line.consumed) });
    case 'reach':
      return say(`reach.${line.kind}`, { who: who(line.actor) });
    case 'dead':
    case 'false_win':
      return say(line.type, { who: who(line.actor) });
    case 'hora': {
      const facts = { who: who(line.actor), tiles: line.pai ? called([line.pai]) : '' };
      if (line.target) return say('hora_from', { ...facts, target: who(line.target) });
      return say(line.pai ? 'hora' : 'hora_flowers', facts);
    }
    case 'ryukyoku':
      return say(line.reason === 'exhausted' ? 'ryukyoku' : line.reason === 'false_win' ? 'void' : line.reason);
    case 'end_kyoku':
      return { code: 'app.table.end' };
    case 'cut':
      return say('cut', { debtor: line.debtor, creditor: line.creditor, amount: line.amount });
    case 'end_game':
      return say('end', { ranking: [...line.ranking] });
    default:
      return null;
  }
}

/** A written action. */
export function action(text: string): Message {
  const { word, tiles } = parse(text);
  const code = `game.do.${word === 'ready' && tiles.length ? 'ready_discard' : word}` as const;
  return tiles.length ? { code, facts: { tiles: called(tiles) } } : { code };
}
