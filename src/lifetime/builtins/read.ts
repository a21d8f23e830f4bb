/** `read`, `mapfile`: take something from an input, which ends or does not. */
import { neverEnds, readToEnd } from '../run/beside.ts';
import { report, type Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { assign, assignArray, decided, spendTime, withIo, withPath } from '../state/change.ts';
import { lasting } from '../state/cost.ts';
import { type Flow, failing, joinFlows, succeeding } from '../state/flow.ts';
import type { State, Stream } from '../state/state.ts';
import { isKnown, unknownText } from '../values/atoms.ts';
import { mayHoldLines } from '../values/lines.ts';
import type { Call } from '../words/field.ts';
import type { Builtin } from './builtin.ts';

type Reading = {
  readonly names: readonly string[];
  readonly descriptor: string;
  /** `-d`: it reads to something else than the end of a line */
  readonly delimited: boolean;
  /** `-t`: it gives up after a while */
  readonly timed: boolean;
  readonly array: boolean;
  readonly text: string;
};

/** Options of `read` that take a word. */
const WITH_WORD = new Set(['d', 'i', 'n', 'N', 'p', 't', 'u', 'a', 'A', 'k']);

export const READ: Builtin = { run: (scene, call, state) => runRead(scene, parseRead(scene, call), state) };

/** Reads one line from standard input, as `select` does. */
export function readLine(
  scene: Scene,
  to: { readonly names: readonly string[]; readonly text: string },
  state: State,
): Flow {
  return runRead(
    scene,
    { names: to.names, descriptor: '0', delimited: false, timed: false, array: false, text: to.text },
    state,
  );
}

/** `mapfile -t lines`: to the end of the input. */
export const MAPFILE: Builtin = {
  missingInSh: true,
  run: (scene, call, state) => {
    const name = call.fields
      .slice(1)
      .map((field) => field.text)
      .findLast((word) => /^[A-Za-z_]\w*$/.test(word));
    const stream = state.io.inputs.get('0');
    const limited = call.fields.some((field) => /^-n/.test(field.text));
    const never = stream !== undefined && neverEnds(stream) && !limited;
    const waited = never ? spendTime(readToEnd(scene, stream, state), lasting({ kind: 'endless' }, true)) : state;
    return succeeding(assignArray(waited, name ?? 'MAPFILE', [unknownText(scene.world.atoms, true)], false));
  },
};

function parseRead(scene: Scene, call: Call): Reading {
  const names: string[] = [];
  const reading = {
    names,
    descriptor: '0',
    delimited: false,
    timed: false,
    array: false,
    text: textAt(scene.source, call.span),
  };
  const words = call.fields.slice(1).map((field) => field.text);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!/^-[a-zA-Z]/.test(word)) {
      if (word !== '--') names.push(word.replace(/\?.*$/s, ''));
      continue;
    }
    const letter = [...word.slice(1)].findIndex((one) => WITH_WORD.has(one));
    if (letter < 0) continue;
    const option = word.charAt(letter + 1);
    const glued = word.slice(letter + 2);
    const value = glued !== '' ? glued : (words[at + 1] ?? '');
    if (glued === '') at += 1;
    if (option === 'd') reading.delimited = true;
    if (option === 't') reading.timed = true;
    if (option === 'u') reading.descriptor = value;
    if (option === 'a' || option === 'A') {
      reading.array = true;
      names.push(value);
    }
  }
  return reading;
}

function runRead(scene: Scene, reading: Reading, state: State): Flow {
  const stream = state.io.inputs.get(reading.descriptor);
  const offset = stream === undefined ? -1 : (state.io.offsets.get(stream.id) ?? 0);
  if (stream?.text !== undefined && offset >= 0 && !isOpenEnd(scene, stream.text.slice(offset)))
    return takeLine(scene, { reading, stream, offset }, state);
  const unknown = unknownText(scene.world.atoms, true);
  const filled = fill(reading, state, unknown);
  const wait = stream === undefined || stream.supply === 'finite' || reading.timed ? 'finite' : 'conditional';
  // what comes may never be what ends it: `read -d '' x < <(yes)`
  const comes = stream?.supply === 'chatty' && (reading.timed || !reading.delimited);
  if (stream?.supply === 'chatty' && !comes) report(scene.world, stream.found);
  const waited = spendTime(filled, lasting({ kind: comes ? 'finite' : wait }, false));
  const took = stream === undefined ? waited : consume(waited, stream);
  const said = (one: State, succeeded: boolean) => decided(one, { text: reading.text, succeeded });
  const success = succeeding(said(took, true));
  const nothing = failing(said(fill(reading, waited, ''), false));
  if (stream?.supply === 'finite') {
    // The last line may lack its newline: then it is read although `read` fails, once.
    return joinFlows([
      success,
      nothing,
      failing(said(fill(reading, took, unknownText(scene.world.atoms, false)), false)),
    ]);
  }
  return joinFlows([success, failing(said(waited, false))]);
}

function consume(state: State, stream: Stream): State {
  return withPath(state, { consumed: [...state.path.consumed, stream.id] });
}

/** The first name gets everything when it is the only one; with several the line is split. */
function fill(reading: Reading, state: State, text: string): State {
  const names = reading.names.length === 0 ? ['REPLY'] : reading.names;
  if (reading.array) return assignArray(state, names[0] ?? 'REPLY', [text], false);
  if (names.length === 1) return assign(state, names[0] ?? 'REPLY', text);
  if (!isKnown(text)) return names.reduce((after, name) => assign(after, name, text), state);
  const words = text.trim().split(/\s+/);
  return names.reduce((after, name, at) => {
    const rest = at === names.length - 1 ? words.slice(at).join(' ') : words[at];
    return assign(after, name, rest ?? '');
  }, state);
}

/** What is left has no end of a line, unless what a program has printed holds some: `make 2>&1`. */
function isOpenEnd({ world }: Scene, rest: string): boolean {
  return !rest.includes('\n') && mayHoldLines(world.atoms, rest);
}

type Line = { readonly reading: Reading; readonly stream: Stream; readonly offset: number };

/** A text that is known is read line by line; a line that may be several leaves some of them to be read. */
function takeLine(scene: Scene, { reading, stream, offset }: Line, state: State): Flow {
  const text = (stream.text ?? '').slice(offset);
  if (text === '') return failing(fill(reading, state, ''));
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  const next = offset + (end < 0 ? text.length : end + 1);
  const offsets = new Map(state.io.offsets).set(stream.id, next);
  const took = consume(withIo(fill(reading, state, trimmed(line)), { offsets }), stream);
  if (end < 0) return failing(took);
  if (!mayHoldLines(scene.world.atoms, line)) return succeeding(took);
  const unknown = unknownText(scene.world.atoms, true);
  return joinFlows([succeeding(took), succeeding(consume(fill(reading, state, unknown), stream))]);
}

function trimmed(line: string): string {
  return line.replace(/^[ \t]+|[ \t]+$/g, '');
}
