/** What the host's background flag makes of the findings: nothing bounds the call there. */
import { BUILTINS } from '../builtins/table.ts';
import { NO_REMEDY, type Remedy } from '../remedies/remedy.ts';
import type { Scene } from '../scene.ts';
import type { SourceText } from '../source-text.ts';
import { boundOf, type Cost, isOpen } from '../state/cost.ts';
import type { Found } from './found.ts';
import type { LeftChild } from './leftover-findings.ts';

type Whole = {
  readonly found: readonly Found[];
  readonly call: Cost;
  readonly left: readonly LeftChild[];
  /** something was not understood */
  readonly unclear: boolean;
};

/** The findings as they are under the flag; one for the whole command when nothing in it carries the lack of a bound. */
export function backgroundFindings(scene: Scene, whole: Whole): readonly Found[] {
  const found = whole.found.flatMap((one) => inBackground(one));
  const unbounded = lacksBound(whole);
  const carried = found.some((one) => isCarrier(one));
  if (!unbounded || carried || whole.unclear) return found;
  return [...found, wholeCommand(scene, whole)];
}

function lacksBound({ call, left }: Whole): boolean {
  const leftLoose = left.some(
    ({ child }) => child.cost.kind !== 'within' && (child.cost.loose || isOpen(child.cost.kind)),
  );
  return call.loose || call.probes || isOpen(call.kind) || leftLoose;
}

/** Endless commands and slow ones are commands without a bound here; leftovers are as well. */
function inBackground(found: Found): readonly Found[] {
  if (found.kind === 'slow-command') return [];
  if (found.kind === 'endless-command')
    return [{ ...found, kind: 'unbounded-background', rule: 'LW204', place: 'host-background' }];
  if (found.kind === 'unbounded-background' && found.rule === 'LW203') return [];
  return [{ ...found, place: 'host-background' }];
}

function isCarrier(found: Found): boolean {
  return found.kind === 'unbounded-loop' || found.kind === 'unbounded-background' || found.kind === 'ineffective-bound';
}

function wholeCommand(scene: Scene, { call, left }: Whole): Found {
  const { source } = scene;
  const open = left.find(({ child }) => child.cost.kind !== 'within')?.child.cost;
  return {
    kind: 'unbounded-background',
    rule: 'LW204',
    source,
    span: { start: 0, end: source.text.length },
    bound: call.kind === 'within' && open !== undefined ? boundOf(open) : boundOf(call),
    place: 'host-background',
    role: 'ordinary',
    reason: 'the host runs this in its background, where nothing bounds it, and it states no bound for all of it',
    derivation: [],
    // A limit around a text that leaves something behind would not hold that.
    remedy: left.length > 0 ? NO_REMEDY : limitWhole(source),
    trapped: [],
    detached: false,
    uncertain: false,
  };
}

/** One program with plain words can be given the limit itself; everything else needs a shell behind the limit. */
function limitWhole({ text, dialect }: SourceText): Remedy {
  const plain = PLAIN_CALL.exec(text.trim());
  const first = plain?.[1] ?? '';
  const isProgram = plain !== null && !BUILTINS.has(first) && !SHELL_WORDS.has(first);
  return isProgram ? { kind: 'limit-program', before: '', text: text.trim() } : { kind: 'limit-text', text, dialect };
}

const PLAIN_CALL = /^([\w./][\w./+-]*)(?: +[\w./:@%+,=-]+)*$/;
/** Reserved words and builtins that run other words, which no other program can start. */
const SHELL_WORDS: ReadonlySet<string> = new Set([
  '.',
  'builtin',
  'command',
  'coproc',
  'eval',
  'exec',
  'nocorrect',
  'noglob',
  'source',
  'time',
]);
