/** `command &` and `coproc`: a child that the shell goes on without. */

import type { Span } from '../../policy/finding.ts';
import type { Command, Coprocess, Statement } from '../../shell/ast.ts';
import { wordText } from '../../shell/words.ts';
import { BUILTINS } from '../builtins/table.ts';
import { type Found, staysWithText } from '../findings/found.ts';
import { type Child, collecting, nextStream, report, type Scene, sceneWith, subshellScene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { assign, assignArray, withInput } from '../state/change.ts';
import { stateWith } from '../state/copy.ts';
import { anyCost, NO_COST, supplyOf } from '../state/cost.ts';
import { endings } from '../state/flow.ts';
import type { State, Stream } from '../state/state.ts';
import { adoptChildren, enterSubshell } from '../state/subshell.ts';
import { fixedNumberText, processText } from '../values/atoms.ts';
import { printSomething } from '../words/output.ts';
import { addChild, redirectsOutput, roleOf } from './add-child.ts';
import { finishShell } from './shell-end.ts';

type Started = { readonly command: Command; readonly span: Span; readonly disowned: boolean };

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
    beside: undefined,
    understood: ends.every((end) => !end.path.opaque),
    outlives: undefined,
  };
  const prints = ends.some(({ io }) => io.output !== entered.io.output);
  const heard = prints ? printSomething(scene, state) : state;
  const after = ends.reduce((outer, end) => adopt(outer, end), heard);
  const added = addChild(scene, child, { state: after, disowned: started.disowned });
  reportInside(scene, found, added);
  return added;
}

/** Its waits count where they stand, unless a limit around is over before the child. */
function reportInside(scene: Scene, found: readonly Found[], { children: { last } }: State): void {
  for (const one of found.filter(staysWithText)) {
    const inside = last === undefined ? one.inside : [...(one.inside ?? []), last];
    report(scene.world, [inside === undefined ? one : { ...one, inside }]);
  }
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

function adopt(outer: State, end: State): State {
  return stateWith(outer, { children: adoptChildren(outer.children, end.children) });
}

/** Of which POSIX shells stay around the command of `-c` (bash and zsh become it). */
const STAYS = new Set(['sh', 'dash', 'ash']);

/** A subshell becomes its last command; a group or a list does so in dash and zsh, a function or a pipeline nowhere. */
function becomesProgram(scene: Scene, command: Command, state: State): boolean {
  switch (command.kind) {
    case 'simple': {
      const [name, option, text] = command.words.map((word) => wordText(word) ?? '');
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
  const [name] = command.kind === 'simple' ? command.words : [];
  if (body.length > 1 && name !== undefined && BUILTINS.has(wordText(name) ?? '')) return false;
  return becomesProgram(scene, command, state);
}
