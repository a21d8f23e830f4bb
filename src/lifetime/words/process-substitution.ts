/** `<( ... )` and `>( ... )`: a process beside the command, at the other end of a pipe. */

import type { Statement, WordPart } from '../../shell/ast.ts';
import { collecting, deeperScene, report, type Scene, subshellScene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { withIo } from '../state/change.ts';
import { ioWith, stateWith } from '../state/copy.ts';
import { bothCost, supplyOf } from '../state/cost.ts';
import { endings } from '../state/flow.ts';
import { mergeStates } from '../state/merge.ts';
import type { State, Stream } from '../state/state.ts';
import { enterSubshell, leaveSubshell } from '../state/subshell.ts';
import { isKnown } from '../values/atoms.ts';
import type { Captured } from './substitution.ts';

type ProcessPart = Extract<WordPart, { kind: 'process-substitution' }>;

/** As an argument: the command reads (or writes) it to its end, so it takes as long. */
export function expandProcess(scene: Scene, part: ProcessPart, state: State): Captured {
  const { stream, state: after } = openProcess(scene, part, state);
  if (stream.supply === 'quiet') report(scene.world, stream.found);
  const path = `/dev/fd/${FIRST_DESCRIPTOR + stream.id}`;
  if (part.direction === '>' || stream.text === undefined) return { text: path, state: after };
  const files = new Map(after.io.files).set(path, stream.text);
  return { text: path, state: withIo(after, { files }) };
}

/** The shell's own descriptors for its processes; no text opens these. */
const FIRST_DESCRIPTOR = 1000;

/** The stream at whose other end the process writes. */
export function openProcess(scene: Scene, part: ProcessPart, state: State): { stream: Stream; state: State } {
  const before = part.direction === '>' ? fedByWriter(scene, state) : state;
  const { result: end, found } = collecting(scene.world, () => runBeside(scene, part.body, before));
  scene.world.counters.streams += 1;
  const supply = end === undefined ? 'quiet' : supplyOf(end.cost);
  const written = end !== undefined && 'text' in end.io.output ? end.io.output.text : '';
  const label = textAt(scene.source, part.span);
  const text = supply === 'finite' && isKnown(written) ? written : undefined;
  const stream: Stream = { id: scene.world.counters.streams, supply, text, label, path: undefined, found };
  if (supply !== 'quiet')
    report(
      scene.world,
      found.filter((one) => supply === 'finite' || !isOpenFinding(one.kind)),
    );
  if (end === undefined) return { stream, state };
  const cost = supply === 'chatty' ? state.cost : bothCost(state.cost, end.cost);
  return { stream, state: stateWith(leaveSubshell(state, end), { cost, status: state.status }) };
}

function isOpenFinding(kind: string): boolean {
  return kind === 'unbounded-loop' || kind === 'endless-command';
}

function fedByWriter(scene: Scene, state: State): State {
  scene.world.counters.streams += 1;
  const id = scene.world.counters.streams;
  const input: Stream = { id, supply: 'finite', text: undefined, label: 'its writer', path: undefined, found: [] };
  return stateWith(state, { io: ioWith(state.io, { inputs: new Map(state.io.inputs).set('0', input) }) });
}

function runBeside(scene: Scene, body: readonly Statement[], state: State): State | undefined {
  const entered = enterSubshell(state, scene.source.dialect);
  const inner: State = stateWith(entered, { io: ioWith(entered.io, { output: { kind: 'captured', text: '' } }) });
  const flow = scene.world.run.statements(deeperScene(subshellScene(scene)), body, [inner]);
  const [first, ...others] = [...endings(flow), ...flow.jumps.map((jump) => jump.state)];
  return first && others.reduce((left, right) => mergeStates(scene.world.atoms, left, right), first);
}
