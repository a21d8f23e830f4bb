/** What `date` prints: seconds on the clock, now or in so many seconds. */
import type { Scene } from '../scene.ts';
import type { State } from '../state/state.ts';
import { fixedNumberText, isKnown, numberText } from '../values/atoms.ts';
import { scale, shiftBy } from '../values/linear.ts';
import { readNumber } from '../values/numbers.ts';
import { answerToStep } from './answer.ts';
import { readEpoch } from './names.ts';

const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
};
const APPLE_UNITS: Readonly<Record<string, number>> = { S: 1, M: 60, H: 3600, d: 86_400, w: 604_800 };

/** So many days on from another: `-d "$day + 1 day"`, `-v+1d`. */
const STEP = /[+-]?\s*\d+\s*(?:day|week|month|year|hour|minute|second)s?\b|-v\s*[+-]\d+[A-Za-z]|\bnext\b|\btomorrow\b/;

/** An empty text where nothing can be said. */
export function printedDate(scene: Scene, words: readonly string[], state: State): { text: string; state: State } {
  const { atoms } = scene.world;
  const format = words.find((word) => word.startsWith('+%'));
  const factor = format === '+%s' ? 1 : format === '+%s%3N' ? 1000 : format === '+%s%N' ? 1_000_000_000 : undefined;
  if (STEP.test(words.join(' '))) {
    const answer = answerToStep(scene, words);
    if (answer !== '') return { text: answer, state };
  }
  if (factor === undefined) return { text: '', state };
  const moment = momentOf(words);
  if (moment === undefined) return { text: '', state };
  if (moment === 'fixed') return { text: fixedNumberText(atoms, `date ${words.join(' ')}`), state };
  const epoch = readEpoch(atoms, state);
  const reading = readNumber(atoms, epoch.text);
  if (reading.kind !== 'number') return { text: '', state };
  return { text: numberText(atoms, scale(shiftBy(reading.form, moment), factor)), state: epoch.state };
}

/** How many seconds from now; `fixed` for a day that is written out; undefined when it cannot be told. */
function momentOf(words: readonly string[]): number | 'fixed' | undefined {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const glued = /^--date=(.*)$/s.exec(word)?.[1];
    if (glued !== undefined) return relative(glued);
    if (/^-u?d$|^--date$/.test(word)) return next === undefined ? undefined : relative(next);
    if (word.startsWith('-v')) return appleMoment(word.slice(2) || (next ?? ''));
    if (/^-[rf]$|^--reference/.test(word)) return undefined;
  }
  return 0;
}

/** `10 seconds`, `+5min`, `now + 2 hours`, `3 minutes ago` */
function relative(text: string): number | 'fixed' | undefined {
  if (!isKnown(text)) return undefined;
  const trimmed = text
    .trim()
    .toLowerCase()
    .replace(/^now\b/, '')
    .trim();
  if (trimmed === '') return 0;
  const match = /^([+-]?)\s*(\d+)\s*([a-z]+?)s?(\s+ago)?(?:\s+now)?$/.exec(trimmed);
  const unit = match?.[3] === undefined ? undefined : UNITS[match[3]];
  if (match === null || unit === undefined) return /\d/.test(trimmed) ? 'fixed' : undefined;
  const amount = Number(match[2]) * unit;
  return (match[1] === '-') !== (match[4] !== undefined) ? -amount : amount;
}

/** `-v+10S` of macOS */
function appleMoment(text: string): number | undefined {
  const match = /^([+-])(\d+)([SMHdw])$/.exec(text);
  const unit = match?.[3] === undefined ? undefined : APPLE_UNITS[match[3]];
  if (match === null || unit === undefined) return undefined;
  return match[1] === '-' ? -Number(match[2]) * unit : Number(match[2]) * unit;
}
