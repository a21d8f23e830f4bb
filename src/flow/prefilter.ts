import { triggerWords, wrapperWords } from '../lifetime/programs/trigger-words.ts';
import { makePrefilter } from '../shell/prefilter.ts';

let made: ((text: string) => boolean) | undefined;

/** The cheap look of `shell/prefilter` over the words of the tables, made when it is first asked for. False: nothing to find. */
export function prefilter(): (text: string) => boolean {
  made ??= makePrefilter({ words: triggerWords(), wrappers: wrapperWords() });
  return made;
}
