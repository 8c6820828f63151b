/** The sound of each kind of line. Pure. */
import type { Key } from '../../gen/texts/keys.gen.ts';
import type { Seat } from '../tiles/kinds.ts';
import type { Line } from './lines.ts';
import type { Sound } from './samples.ts';

/** What is called aloud: always in Cantonese. */
export const CALLED: Readonly<Record<string, Key>> = {
  chi: 'app.table.call.chow',
  pon: 'app.table.call.pung',
  daiminkan: 'app.table.call.kong',
  ankan: 'app.table.call.kong',
  kakan: 'app.table.call.kong',
};
export function soundOf(line: Line, own: Seat): Sound | 'tile' | null {
  if (line.type === 'dahai' || line.type === 'flower') return 'tile';
  if (line.type === 'tsumo') return line.actor === own ? 'click' : null;
  if (line.type === 'hora') return 'win';
  if (line.type === 'ryukyoku' || line.type === 'false_win') return 'end';
  return CALLED[line.type] ? 'call' : null;
}
