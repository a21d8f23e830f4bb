/** `a | b | c`: all run at the same time; the longest decides, unless a reader that leaves ends its writer. */

import type { Command, Pipeline } from '../../shell/ast.ts';
import type { Found } from '../findings/found.ts';
import { collecting, nextStream, report, type Scene, subshellScene, testedScene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { ioWith, stateWith } from '../state/copy.ts';
import { addCost, bothCost, type Cost, isOpen, NO_COST, supplyOf } from '../state/cost.ts';
import { endings, type Flow, mapFlow } from '../state/flow.ts';
import { mergeStates } from '../state/merge.ts';
import type { State, Stream } from '../state/state.ts';
import { enterSubshell, leaveSubshell } from '../state/subshell.ts';
import { isKnown, unknownText } from '../values/atoms.ts';
import { symbolsIn } from '../words/answer.ts';
import { redirectsOutput } from './add-child.ts';
import { asked } from './asked.ts';
import { finishShell } from './shell-end.ts';

/** The ways in which the last stage ends, `!` applied. */
export function runPipeline(scene: Scene, pipeline: Pipeline, state: State): Flow {
  const inside = pipeline.negated ? testedScene(scene) : scene;
  const [only, ...others] = pipeline.stages;
  if (only === undefined) return { ok: [state], no: [], jumps: [] };
  const flow =
    others.length === 0
      ? scene.world.run.command(inside, only, state)
      : askedPipe(inside, pipeline, runStages(inside, pipeline.stages, state));
  if (!pipeline.negated) return flow;
  const ok = flow.no.map((one): State => stateWith(one, { status: 'ok' }));
  const no = flow.ok.map((one): State => stateWith(one, { status: 'failed' }));
  return { ok, no, jumps: flow.jumps };
}

/** What decides is the whole pipe, not its last stage alone. */
function askedPipe(scene: Scene, pipeline: Pipeline, flow: Flow): Flow {
  const [first, last] = [pipeline.stages[0], pipeline.stages.at(-1)];
  if (!scene.tested || first === undefined || last === undefined) return flow;
  return asked(scene, { start: first.span.start, end: last.span.end }, flow);
}

type Stage = {
  readonly end: State | undefined;
  readonly cost: Cost;
  readonly found: readonly Found[];
  readonly stream: Stream;
};

function runStages(scene: Scene, stages: readonly Command[], state: State): Flow {
  const writers: Stage[] = [];
  let current: State = stateWith(state, { cost: NO_COST, clock: null });
  for (const stage of stages.slice(0, -1)) {
    const next = stages[writers.length + 1] ?? stage;
    const writer = runWriter(scene, { stage, next }, current);
    writers.push(writer);
    current = feed(current, writer);
  }
  const last = stages.at(-1);
  if (last === undefined) return { ok: [state], no: [], jumps: [] };
  const own = runsInShell(scene, state);
  const { result, found } = collecting(scene.world, () => runReader(scene, { last, own }, current));
  const ends = whichEnd(writers, endsItself(result));
  reportStages(scene, { writers, ends });
  report(scene.world, found);
  const beside = writers.reduce((cost, writer, at) => bothCost(cost, besideCost(writer, ends[at] === true)), NO_COST);
  const { inputs } = state.io;
  return mapFlow(result, (end) =>
    stateWith(end, {
      cost: addCost(state.cost, bothCost(end.cost, beside)),
      clock: null,
      io: ioWith(end.io, {
        inputs: own ? inputsAfter(state, end) : inputs,
        output: own ? end.io.output : outputAfter(state, end),
      }),
    }),
  );
}

/** A stage that writes to the next one, in a subshell. */
function runWriter(scene: Scene, { stage, next }: { stage: Command; next: Command }, state: State): Stage {
  const entered = enterSubshell(state, scene.source.dialect);
  const text = alsoErrors(scene, stage, next) ? unknownText(scene.world.atoms, true) : '';
  const inner: State = stateWith(entered, { io: ioWith(entered.io, { output: { kind: 'captured', text } }) });
  const inside = subshellScene(scene);
  const { result, found } = collecting(scene.world, () =>
    finishShell(inside, scene.world.run.command(inside, stage, inner)),
  );
  const [first, ...others] = endings(result);
  const end = first && others.reduce((left, right) => mergeStates(scene.world.atoms, left, right), first);
  const cost: Cost = end?.cost ?? NO_COST;
  const supply = supplyOf(cost);
  const written = end !== undefined && 'text' in end.io.output ? end.io.output.text : '';
  const label = textAt(scene.source, stage.span);
  // zsh writes to the file and to the pipe
  const twice = scene.source.dialect === 'zsh' && redirectsOutput(stage);
  const known = supply === 'finite' && !twice && (isKnown(written) || written.length > 1) ? written : undefined;
  const from = known === undefined ? [...symbolsIn(scene, written, false)] : [];
  const stream = { id: nextStream(scene), supply, text: known, from, label, path: undefined, found: [] };
  return { end, cost, found, stream };
}

/** `a |& b` */
function alsoErrors(scene: Scene, stage: Command, next: Command): boolean {
  return textAt(scene.source, { start: stage.span.end, end: next.span.start }).includes('|&');
}

function feed(state: State, writer: Stage): State {
  const inputs = new Map(state.io.inputs).set('0', writer.stream);
  const adopted =
    writer.end === undefined
      ? state
      : stateWith(leaveSubshell(state, writer.end), { cost: NO_COST, status: state.status });
  return stateWith(adopted, { clock: null, io: ioWith(adopted.io, { inputs }) });
}

function runsInShell(scene: Scene, state: State): boolean {
  return scene.source.dialect === 'zsh' || state.shell.options.lastpipe;
}

function runReader(scene: Scene, { last, own }: { last: Command; own: boolean }, state: State): Flow {
  if (own) return scene.world.run.command(scene, last, state);
  const inside = subshellScene(scene);
  const flow = finishShell(inside, scene.world.run.command(inside, last, enterSubshell(state, scene.source.dialect)));
  return mapFlow(flow, (end) => stateWith(leaveSubshell(state, end), { io: end.io }));
}

/** What `exec` has opened stays open; the pipe is standard input for as long as the pipeline runs. */
function inputsAfter(before: State, end: State): State['io']['inputs'] {
  const inputs = new Map(end.io.inputs);
  const own = before.io.inputs.get('0');
  if (own === undefined) inputs.delete('0');
  else inputs.set('0', own);
  return inputs;
}

function endsItself(flow: Flow): boolean {
  const ends = endings(flow);
  return (ends.length > 0 || flow.jumps.length > 0) && ends.every((end) => !isOpen(end.cost.kind));
}

/** Which writers come to their end: by themselves, or because they notice that their reader has. */
function whichEnd(writers: readonly Stage[], lastEnds: boolean): readonly boolean[] {
  const ends: boolean[] = [];
  let next = lastEnds;
  for (const writer of writers.toReversed()) {
    next = !isOpen(writer.cost.kind) || (writer.stream.supply === 'chatty' && next);
    ends.unshift(next);
  }
  return ends;
}

/** A writer that ends with its reader is no finding when the reader ends. */
function reportStages(scene: Scene, stages: { writers: readonly Stage[]; ends: readonly boolean[] }): void {
  for (const [at, writer] of stages.writers.entries()) {
    const gone = isOpen(writer.cost.kind) && stages.ends[at] === true;
    // Of running processes each must be told: whoever ends the reader leaves a writer that does not write.
    const absorbed = scene.place !== 'process' && scene.world.absorbed.has(writer.stream.id);
    report(
      scene.world,
      writer.found.filter((one) => !(isEndless(one) && (gone || absorbed))),
    );
  }
}

function isEndless(found: Found): boolean {
  return found.kind === 'endless-command' || found.kind === 'unbounded-loop';
}

function besideCost(writer: Stage, ends: boolean): Cost {
  return isOpen(writer.cost.kind) && ends ? NO_COST : writer.cost;
}

function outputAfter(before: State, end: State): State['io']['output'] {
  return end.io.output.kind === before.io.output.kind ? end.io.output : before.io.output;
}
