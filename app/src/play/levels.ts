/** The names of bots' levels in words; a class of this server keeps its own name. */
import { has, t } from '../texts/texts.svelte.ts';

export const levelName = (level: string): string =>
  has(`app.play.level.${level}`) ? t(`app.play.level.${level}` as 'app.play.level.quick') : level;
