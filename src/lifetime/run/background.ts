/** `command &` and `coproc`: a child that the shell goes on without. */

import type { Role, Span } from '../../policy/finding.ts';
import type { Command, Coprocess, Statement } from '../../shell/ast.ts';
import { BUILTINS } from '../builtins/table.ts';
import { type Found, staysWithText } from '../findings/found.ts';
import { type Child, collecting, nextStream, report, type Scene, sceneWith, subshellScene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { assign, assignArray, opaque, withInput } from '../state/change.ts';
import { childrenWith, stateWith } from '../state/copy.ts';
import { anyCost, NO_COST, supplyOf } from '../state/cost.ts';
import { endings } from '../state/flow.ts';
import type { ChildState, State, Stream } from '../state/state.ts';
import { adoptChildren, enterSubshell } from '../state/subshell.ts';
import { fixedNumberText, processText } from '../values/atoms.ts';
import { printSomething } from '../words/output.ts';
import { finishShell } from './shell-end.ts';

type Started = { readonly command: Command; readonly span: Span; readonly disowned: boolean };

/** More children than these are not told apart. */
const MOST_CHILDREN = 500;

/** The state of the shell after it has started the child. */
export function startInBackground(scene: Scene, started: Started, state: State): State {
  const place = scene.place === 'foreground' ? 'leftover' : scene.place;
  const inside: Scene = sceneWith(subshellScene(scene), { passes: false, place });
  const entered: State = stateWith(enterSubshell(state, scene.source.dialect), { cost: NO_COST, clock: null });
  const { groups } = scene.world.counters;
  const { result: flow, found } = collecting(scene.world, () =>
    finishShell(inside, scene.world.run.command(inside, started.command, entered)),
  );
  const ends = endings(flow);
  report(scene.world, found.filter(staysWithText));
  const child: Child = {
    source: scene.source,
    span: started.span,
    cost: anyCost(ends.map((end) => end.cost)),
    role: roleOf(found),
    found: found.filter((one) => !staysWithText(one)),
    detached: false,
    ownGroup: scene.world.counters.groups > groups,
    holdsOutput: !redirectsOutput(started.command),
    direct: becomesProgram(scene, started.command, state),
    understood: ends.every((end) => !end.path.opaque),
    outlives: undefined,
  };
  const prints = ends.some(({ io }) => io.output !== entered.io.output);
  const heard = prints ? printSomething(scene, state) : state;
  const after = ends.reduce((outer, end) => adopt(outer, end), heard);
  return addChild(scene, child, { state: after, disowned: started.disowned });
}

/** `coproc NAME { ...; }`: what it prints is read from the descriptor in `NAME[0]`. */
export function startCoprocess(scene: Scene, command: Coprocess, state: State): State {
  const started = startInBackground(scene, { command: command.command, span: command.span, disowned: false }, state);
  const name = command.name ?? 'COPROC';
  const { last } = started.children;
  const child = last === undefined ? undefined : scene.world.children[last];
  if (last === undefined || child === undefined) return assignArray(started, name, [], false);
  const known = assign(started, `${name}_PID`, processText(scene.world.atoms, last));
  const [output, input] = ['output', 'input'].map((end) =>
    fixedNumberText(scene.world.atoms, `${end} of child ${last}`),
  );
  const stream: Stream = {
    id: nextStream(scene),
    supply: supplyOf(child.cost),
    text: undefined,
    label: textAt(scene.source, command.span),
    path: undefined,
    found: [],
  };
  scene.world.streams.set(stream.id, stream);
  const fed = withInput(known, output ?? '', stream);
  return assignArray(fed, name, [output ?? '', input ?? ''], true);
}

/** Puts the child among those that the shell can wait for, or among those that it cannot. */
export function addChild(
  scene: Scene,
  child: Child,
  { state, disowned }: { readonly state: State; readonly disowned: boolean },
): State {
  if (scene.dead) return state;
  const id = childId(scene, child);
  const { children } = state;
  const before = children.own.find((one) => one.id === id)?.count ?? 0;
  const entry: ChildState = { id, killed: 'no', started: state.cost.least, count: before + 1 };
  const others = (list: readonly ChildState[]) => list.filter((one) => one.id !== id);
  if (children.own.length + children.orphans.length > MOST_CHILDREN) {
    // The findings of this one would be lost: what is left behind is not all known any more.
    scene.world.budget.exhausted = true;
    return opaque(state);
  }
  if (disowned)
    return stateWith(state, {
      children: childrenWith(children, { orphans: [...others(children.orphans), entry], last: id }),
    });
  return stateWith(state, { children: childrenWith(children, { own: [...others(children.own), entry], last: id }) });
}

/** The same place in the text is the same child, however often it is passed. */
function childId(scene: Scene, child: Child): number {
  const { world } = scene;
  const at = child.source.locate(child.span);
  const key = `${child.source.file ?? ''} ${at.start} ${at.end} ${child.span.start} ${child.source.text.length}`;
  const known = world.childByKey.get(key);
  if (known === undefined) {
    world.children.push(child);
    world.childByKey.set(key, world.children.length - 1);
    return world.children.length - 1;
  }
  const before = world.children[known];
  if (before !== undefined) world.children[known] = { ...child, cost: anyCost([before.cost, child.cost]) };
  return known;
}

function adopt(outer: State, end: State): State {
  return stateWith(outer, { children: adoptChildren(outer.children, end.children) });
}

const STRONGEST: readonly Role[] = ['loop', 'server', 'follow', 'sleep', 'slow'];

/** What the child is, by the gravest thing in it. */
export function roleOf(found: readonly Found[]): Role {
  return STRONGEST.find((role) => found.some((one) => one.role === role)) ?? 'ordinary';
}

/** Of which POSIX shells stay around the command of `-c` (bash and zsh become it). */
const STAYS = new Set(['sh', 'dash', 'ash']);

/** A subshell becomes its last command; a group or a list does so in dash and zsh, a function or a pipeline nowhere. */
function becomesProgram(scene: Scene, command: Command, state: State): boolean {
  switch (command.kind) {
    case 'simple': {
      const [name, option, text] = command.words.map(({ parts }) =>
        parts[0]?.kind === 'literal' ? parts[0].value : '',
      );
      if (name !== undefined && STAYS.has(name) && option?.startsWith('-') === true) return /^exec\s/.test(text ?? '');
      return name === undefined || name === '' || !state.shell.functions.has(name);
    }
    case 'subshell':
      return lastBecomes(scene, command.body, state);
    case 'group':
      return scene.source.dialect !== 'bash' && lastBecomes(scene, command.body, state);
    case 'and-or':
      return scene.source.dialect !== 'bash' && becomesProgram(scene, command.right, state);
    default:
      return false;
  }
}

/** What runs before the last command is taken to be over; after it comes nothing that takes time. */
function lastBecomes(scene: Scene, body: readonly Statement[], state: State): boolean {
  const last = body.at(-1);
  if (last?.background !== 'no') return false;
  const command = last.command.kind === 'and-or' ? last.command.right : last.command;
  const [part] = command.kind === 'simple' ? (command.words[0]?.parts ?? []) : [];
  if (body.length > 1 && part?.kind === 'literal' && BUILTINS.has(part.value)) return false;
  return becomesProgram(scene, command, state);
}

/** Whether its standard output goes elsewhere. */
export function redirectsOutput(command: Command): boolean {
  if (command.kind === 'pipeline')
    return command.stages.some((stage) => stage === command.stages.at(-1) && redirectsOutput(stage));
  if (!('redirects' in command)) return false;
  return command.redirects.some(
    ({ operator, descriptor }) => operator.includes('>') && operator !== '<>' && (descriptor ?? '1') === '1',
  );
}
