/** What a program reads, and how long it waits for that. */

import { record } from '../findings/record.ts';
import type { InputUse } from '../programs/describe.ts';
import { ENDLESS_DEVICE, LINELESS_DEVICE } from '../programs/devices.ts';
import { NO_REMEDY } from '../remedies/remedy.ts';
import { nextStream, report, type Scene } from '../scene.ts';
import { type Cost, isOpen } from '../state/cost.ts';
import type { State, Stream } from '../state/state.ts';
import { processNamed } from '../words/process-substitution.ts';
import { neverEnds, readToEnd } from './beside.ts';
import type { Program, ProgramCall } from './program-findings.ts';

/** How long it waits for what it reads, where that does not end by itself. */
export type Wait = Pick<Cost, 'kind' | 'stubborn'>;

type Reading = { readonly state: State; readonly waits: Wait | undefined };

/** Reads standard input and the files among the words as far as the program does, and reports what has no end. */
export function readInputs(scene: Scene, program: ProgramCall, state: State): Reading {
  const { call, description } = program;
  const input = state.io.inputs.get('0');
  const start: Reading = { state, waits: waitForInput(description, input) };
  let reading = input === undefined ? start : readOne(scene, program, { stream: input, reading: start });
  for (const { text } of call.fields.slice(1)) {
    const stream = processNamed(scene, text) ?? deviceNamed(scene, description, text);
    if (stream === undefined || !neverEnds(stream)) continue;
    const waits = longer(reading.waits, waitForFile(description, stream));
    reading = readOne(scene, program, { stream, reading: { state: reading.state, waits } });
  }
  return reading;
}

type Read = { readonly stream: Stream; readonly reading: Reading };

/** What it reads to the end although it has none: `gzip < /dev/zero`, `sort <(yes)`. */
function readOne(scene: Scene, { call, description }: ProgramCall, { stream, reading }: Read): Reading {
  const { state, waits } = reading;
  if (waits === undefined || isOpen(description.bound.kind)) return reading;
  if (stream.supply === 'quiet') {
    if (stream.child === undefined) return reading;
    return waits.kind === 'endless' ? { state: readToEnd(scene, stream, state), waits } : reading;
  }
  if (stream.supply !== 'chatty') return reading;
  report(scene.world, stream.found);
  if (stream.path === undefined) return reading;
  record(scene, state, {
    kind: 'endless-command',
    rule: 'LW301',
    span: call.span,
    bound: { kind: 'endless' },
    role: 'follow',
    reason: `it reads \`${stream.path}\`, which has no end`,
    remedy: NO_REMEDY,
  });
  return reading;
}

/** A device that the tables do not look for themselves: `grep x /dev/zero`. */
function deviceNamed(scene: Scene, { reads, bound }: Program, text: string): Stream | undefined {
  if (reads === undefined || reads === 'none' || isOpen(bound.kind) || !ENDLESS_DEVICE.test(text)) return undefined;
  return { id: nextStream(scene), supply: 'chatty', text: undefined, label: text, path: text, found: [] };
}

function longer(first: Wait | undefined, second: Wait | undefined): Wait | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return { kind: first.kind === 'endless' ? 'endless' : second.kind, stubborn: first.stubborn || second.stubborn };
}

/** Programs that pass on what they read as it comes. */
const STREAMING = new Set(
  `cat tee tr sed cut awk gawk mawk nl pv rev xxd hexdump hd od base64 base32 fold expand unexpand iconv paste
  gzip`.split(/\s+/),
);

/** They pass on what matches, which among random bytes comes by chance. */
const MATCHING = new Set('grep egrep fgrep ggrep rg ugrep'.split(' '));

function waitForInput(description: Program, input: Stream | undefined): Wait | undefined {
  if (input === undefined || !neverEnds(input)) return undefined;
  const { input: use } = description;
  // of a pipe the writer's time counts as well
  if (use === undefined && input.child !== undefined) return waitPerhaps(description, input);
  return waitAsUsed(description, use, input);
}

function waitForFile(description: Program, file: Stream): Wait | undefined {
  const { reads, input } = description;
  if (reads === undefined && input === undefined) return waitPerhaps(description, file);
  return waitAsUsed(description, reads, file);
}

function waitAsUsed(description: Program, use: InputUse | undefined, stream: Stream): Wait | undefined {
  const { name, stated } = description;
  const keepsComing = stream.supply === 'chatty';
  const passesOn = STREAMING.has(name) || (MATCHING.has(name) && isRandom(stream));
  if (use === 'all') return { kind: 'endless', stubborn: !keepsComing || !passesOn };
  if (use !== 'some' || (keepsComing && (stated || isRandom(stream)))) return undefined;
  if (keepsComing && hasNoLines(stream)) return { kind: 'endless', stubborn: true };
  return keepsComing && TAKES_ANYTHING.has(name) ? undefined : { kind: 'conditional', stubborn: true };
}

/** `head -5 /dev/zero`: a line that never ends is never read; `head -c 5` states how much it wants. */
function hasNoLines({ path }: Stream): boolean {
  return path !== undefined && LINELESS_DEVICE.test(path);
}

function isRandom(stream: Stream): boolean {
  return stream.path !== undefined && ENDLESS_DEVICE.test(stream.path) && !hasNoLines(stream);
}

/** Nobody knows whether it reads that: what goes on printing is taken to be cut short, as in a pipe. */
function waitPerhaps({ role }: Program, { supply }: Stream): Wait | undefined {
  return supply === 'quiet' && role !== 'quick' ? { kind: 'conditional', stubborn: true } : undefined;
}

/** Programs that stop after some input, whatever it is; others wait for input that matches. */
const TAKES_ANYTHING = new Set('head sed dd true read awk gawk mawk xargs shuf cut tail'.split(' '));
