/** `(sleep 60; kill $$) & while ...; do ...; done`: a child that ends the shell after a while is a limit for the shell's own loops. */

import type { Span } from '../../policy/finding.ts';
import type { Command, Statement, Word } from '../../shell/ast.ts';
import { wordText } from '../../shell/words.ts';
import type { Found } from '../findings/found.ts';
import { collecting, report, type Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { stateWith } from '../state/copy.ts';
import { addCost, costWith, isOpen, lasting } from '../state/cost.ts';
import { endings, type Flow, mapFlow } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { addDetached } from './left-behind.ts';

/** The shell that runs here is ended at the latest so many seconds from now. */
export type Watchdog = { readonly seconds: number; readonly from: number };

/**
 * The watchdog that a statement has started, if it certainly ends the shell. Only the shell of the text itself is looked at:
 * it alone is `$$`.
 */
export function watchdogOf(scene: Scene, statement: Statement, after: State): Watchdog | undefined {
  if (scene.depth > 0 || scene.loops > 0 || scene.calls.length > 0 || scene.dead || scene.exitTrap) return undefined;
  const signal = killsShell(statement.command);
  const { last } = after.children;
  const child = last === undefined ? undefined : scene.world.children[last];
  if (signal === undefined || child === undefined || child.source !== scene.source) return undefined;
  if (child.span !== statement.span || !child.understood || child.cost.kind !== 'within') return undefined;
  const { traps, functions, aliases } = after.shell;
  if (functions.size > 0 || aliases.size > 0 || (signal !== 'KILL' && traps.has(signal))) return undefined;
  return { seconds: child.cost.seconds, from: statement.span.end };
}

/** What comes after it: the loops of the shell itself end with the shell, the programs that it waits for do not. */
export function underWatchdog(
  scene: Scene,
  {
    watchdog,
    rest,
    before,
  }: { readonly watchdog: Watchdog; readonly rest: readonly Statement[]; readonly before: State },
  run: () => Flow,
): Flow {
  const { result: flow, found } = collecting(scene.world, run);
  const loops = rest.flatMap(({ command, background }) => (background === 'no' ? ownLoops(command) : []));
  const ends = (one: Found) =>
    one.kind === 'unbounded-loop' && one.source === scene.source && loops.some((loop) => isSame(loop, one.span));
  const stopped = found.filter((one) => ends(one) && !mayDisarm(scene, { from: watchdog.from, to: one.span.end }));
  const others = found.filter((one) => !stopped.includes(one));
  report(scene.world, others);
  const span = stopped[0]?.span;
  if (span === undefined || others.some((one) => isOpen(one.bound.kind))) {
    report(scene.world, stopped);
    return flow;
  }
  const most = addCost(before.cost, lasting({ kind: 'within', seconds: watchdog.seconds }, false));
  const cut = (end: State): State => {
    if (!isOpen(end.cost.kind)) return end;
    const cost = costWith(end.cost, {
      kind: most.kind,
      seconds: most.seconds,
      least: before.cost.least,
      stubborn: false,
    });
    // what it was waiting for when it was ended goes on
    const waited = lasting({ kind: 'finite' }, false);
    return addDetached(
      scene,
      { span, found: [], role: 'loop' },
      { state: stateWith(end, { cost, clock: null }), cost: waited },
    );
  };
  return endings(flow).length === 0 ? flow : mapFlow(flow, cut);
}

/** Words with which a text could keep the signal from the shell, or hand the shell over to something else. */
const DISARMS = /\b(?:kill|pkill|killall|skill|trap|exec|suspend|eval|source)\b|(?:^|[\s;&|({])\.\s|%/;

function mayDisarm(scene: Scene, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return DISARMS.test(textAt(scene.source, { start: from, end: to }));
}

function isSame(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

/** The loops that run in the shell's own process. */
function ownLoops(command: Command): readonly Span[] {
  switch (command.kind) {
    case 'while':
    case 'for-in':
    case 'for-arith':
    case 'repeat':
      return [command.span];
    case 'and-or':
      return [...ownLoops(command.left), ...ownLoops(command.right)];
    case 'group':
      return command.body.flatMap((one) => (one.background === 'no' ? ownLoops(one.command) : []));
    default:
      return [];
  }
}

/** The signal that a child certainly sends to the shell once it has waited; undefined: it may not. */
function killsShell(command: Command): string | undefined {
  if (command.kind === 'and-or') {
    if (command.operator === '||') return killsShell(command.left);
    return isWait(command.left) ? killsShell(command.right) : undefined;
  }
  if (command.kind === 'simple') return signalTo(command.words);
  if (command.kind !== 'subshell' && command.kind !== 'group') return undefined;
  const at = command.body.findIndex((one) => one.background === 'no' && killsShell(one.command) !== undefined);
  const kill = command.body[at];
  if (kill === undefined || !command.body.slice(0, at).every((one) => one.background === 'no' && isWait(one.command)))
    return undefined;
  return killsShell(kill.command);
}

const WAITS = new Set(['sleep', 'echo', 'printf', ':', 'true']);

/** It succeeds after a while. */
function isWait(command: Command): boolean {
  if (command.kind === 'and-or') return command.operator === '&&' && isWait(command.left) && isWait(command.right);
  if (command.kind !== 'simple' || command.assignments.length > 0) return false;
  const [name] = command.words;
  return name !== undefined && WAITS.has(wordText(name) ?? '');
}

const ENDS = /^-(?:s\s*)?(?:SIG)?(TERM|KILL|15|9)$/i;
const NUMBERED: Readonly<Record<string, string>> = { '15': 'TERM', '9': 'KILL' };

/** `kill $$`, `kill -9 $$` */
function signalTo(words: readonly Word[]): string | undefined {
  const [name, ...operands] = words;
  if (name === undefined || wordText(name) !== 'kill') return undefined;
  const target = operands.at(-1)?.parts;
  const [part] = target ?? [];
  if (target?.length !== 1 || part?.kind !== 'parameter' || part.name !== '$' || part.operator !== '') return undefined;
  if (operands.length === 1) return 'TERM';
  const option = operands.slice(0, -1).map((word) => wordText(word) ?? '?');
  const signal = ENDS.exec(option.join(' '))?.[1]?.toUpperCase();
  return signal === undefined ? undefined : (NUMBERED[signal] ?? signal);
}
