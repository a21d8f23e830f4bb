/** `<( ... )` and `>( ... )`: a process beside the command, at the other end of a pipe. */

import type { Statement, WordPart } from '../../shell/ast.ts';
import { startBeside } from '../run/beside.ts';
import { collecting, deeperScene, nextStream, report, type Scene, subshellScene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { withIo } from '../state/change.ts';
import { ioWith, stateWith } from '../state/copy.ts';
import { addCost, bothCost, type Cost, costWith, isOpen, lasting, NO_COST, supplyOf } from '../state/cost.ts';
import { endings } from '../state/flow.ts';
import { mergeStates } from '../state/merge.ts';
import type { State, Stream } from '../state/state.ts';
import { enterSubshell, leaveSubshell } from '../state/subshell.ts';
import { isKnown } from '../values/atoms.ts';
import type { Captured } from './substitution.ts';

type ProcessPart = Extract<WordPart, { kind: 'process-substitution' }>;

/** As an argument: the name of a file that the command reads or writes, or not. */
export function expandProcess(scene: Scene, part: ProcessPart, state: State): Captured {
  const { stream, state: after } = openProcess(scene, part, state);
  const path = `${OWN_DESCRIPTOR}${FIRST_DESCRIPTOR + stream.id}`;
  if (part.direction === '>') return { text: path, state: after };
  scene.world.streams.set(stream.id, stream);
  if (stream.text === undefined) return { text: path, state: after };
  const files = new Map(after.io.files).set(path, stream.text);
  return { text: path, state: withIo(after, { files }) };
}

const OWN_DESCRIPTOR = '/dev/fd/';

/** The shell's own descriptors for its processes; no text opens these. */
const FIRST_DESCRIPTOR = 1000;

/** The process whose output a word names as a file: `cat <(yes)`, `--file=<(yes)`. */
export function processNamed({ world }: Scene, word: string): Stream | undefined {
  const at = word.indexOf(OWN_DESCRIPTOR);
  if (at < 0) return undefined;
  const number = Number.parseInt(word.slice(at + OWN_DESCRIPTOR.length), 10) - FIRST_DESCRIPTOR;
  return number > 0 ? world.streams.get(number) : undefined;
}

/** The stream at whose other end the process writes or reads. */
export function openProcess(scene: Scene, part: ProcessPart, state: State): { stream: Stream; state: State } {
  const before = part.direction === '>' ? fedByWriter(scene, state) : state;
  const { result: end, found } = collecting(scene.world, () => runBeside(scene, part.body, before));
  const id = nextStream(scene);
  const own: Cost = end?.cost ?? lasting({ kind: 'endless' }, true);
  const supply = supplyOf(own);
  const written = end !== undefined && 'text' in end.io.output ? end.io.output.text : '';
  const label = textAt(scene.source, part.span);
  const text = supply === 'finite' && isKnown(written) ? written : undefined;
  const stream: Stream = { id, supply, text, label, path: undefined, found };
  const left: State =
    end === undefined
      ? state
      : stateWith(leaveSubshell(state, end), { cost: state.cost, clock: state.clock, status: state.status });
  const beside = { scene, part, found, cost: own };
  if (part.direction === '>') return { stream, state: goOnWithout(beside, left) };
  if (textAt(scene.source, part.span).startsWith('=')) return { stream, state: waitForAll(beside, left) };
  return openInput(beside, { stream, state: left });
}

type Beside = {
  readonly scene: Scene;
  readonly part: ProcessPart;
  readonly found: Stream['found'];
  readonly cost: Cost;
};

/** What ends by itself takes its time from the command; what ends with its reader is gone with it; the rest is left. */
function openInput(
  { scene, part, found, cost }: Beside,
  { stream, state }: { readonly stream: Stream; readonly state: State },
): { stream: Stream; state: State } {
  if (stream.supply === 'quiet') {
    const { child, state: after } = startBeside(scene, { part, found, cost }, state);
    return { stream: { ...stream, child }, state: zshWaits(scene, cost, after) };
  }
  report(
    scene.world,
    found.filter((one) => stream.supply === 'finite' || !isOpenFinding(one.kind)),
  );
  return { stream, state: stream.supply === 'chatty' ? state : waitingBeside(state, cost) };
}

/** Nobody waits for what reads there: it ends with its input, or it stays. */
function goOnWithout({ scene, part, found, cost }: Beside, state: State): State {
  if (!isOpen(cost.kind) && cost.slept === 0) {
    report(scene.world, found);
    return waitingBeside(state, cost);
  }
  return zshWaits(scene, cost, startBeside(scene, { part, found, cost }, state).state);
}

/** zsh's `=( ... )`: a file, which is there when the process has ended. */
function waitForAll({ scene, found, cost }: Beside, state: State): State {
  report(scene.world, found);
  return stateWith(state, { cost: addCost(state.cost, cost) });
}

/** zsh waits for it beside a builtin or a compound command, and not beside others. */
function zshWaits({ source }: Scene, cost: Cost, state: State): State {
  if (source.dialect !== 'zsh') return state;
  return waitingBeside(state, cost.kind === 'endless' ? costWith(cost, { kind: 'conditional' }) : cost);
}

function waitingBeside(state: State, cost: Cost): State {
  return stateWith(state, { cost: bothCost(state.cost, addCost(state.cost, cost)) });
}

function isOpenFinding(kind: string): boolean {
  return kind === 'unbounded-loop' || kind === 'endless-command';
}

function fedByWriter(scene: Scene, state: State): State {
  const id = nextStream(scene);
  const input: Stream = { id, supply: 'finite', text: undefined, label: 'its writer', path: undefined, found: [] };
  return stateWith(state, { io: ioWith(state.io, { inputs: new Map(state.io.inputs).set('0', input) }) });
}

function runBeside(scene: Scene, body: readonly Statement[], state: State): State | undefined {
  const entered = stateWith(enterSubshell(state, scene.source.dialect), { cost: NO_COST, clock: null });
  const inner: State = stateWith(entered, { io: ioWith(entered.io, { output: { kind: 'captured', text: '' } }) });
  const flow = scene.world.run.statements(deeperScene(subshellScene(scene)), body, [inner]);
  const [first, ...others] = [...endings(flow), ...flow.jumps.map((jump) => jump.state)];
  return first && others.reduce((left, right) => mergeStates(scene.world.atoms, left, right), first);
}
