/** Going into a shell of its own and coming back: what happens to files, time and processes is real, the rest is lost. */

import type { Dialect } from '../../shell/ast.ts';
import { childrenWith, ioWith, shellWith, stateWith } from './copy.ts';
import type { Children, ChildState, Shell, State } from './state.ts';
import { NO_CHILDREN } from './state.ts';

/** The state in which `( ... )`, a stage of a pipeline or a substitution starts. */
export function enterSubshell(state: State, dialect: Dialect): State {
  const { last, own } = state.children;
  const inherited = dialect === 'bash' ? own : [];
  return stateWith(state, {
    shell: withoutTraps(state.shell),
    children: childrenWith(NO_CHILDREN, { last, inherited }),
  });
}

/** Signals that are ignored stay so. */
function withoutTraps(shell: Shell): Shell {
  if (shell.traps.size === 0) return shell;
  const traps = new Map([...shell.traps].filter(([, action]) => action === ''));
  return shell.traps.size === traps.size ? shell : shellWith(shell, { traps });
}

/** The state of the shell around it once the inner one has ended in `inner`. */
export function leaveSubshell(outer: State, inner: State): State {
  const { io, path } = inner;
  return stateWith(outer, {
    cost: inner.cost,
    clock: inner.clock,
    status: inner.status,
    io:
      io.offsets === outer.io.offsets && io.files === outer.io.files && io.fifos === outer.io.fifos
        ? outer.io
        : ioWith(outer.io, { offsets: io.offsets, files: io.files, fifos: io.fifos }),
    path,
    children: adoptChildren(outer.children, inner.children),
  });
}

/** What an inner shell leaves behind belongs to nobody; the kills that it sent are real. */
export function adoptChildren(outer: Children, inner: Children): Children {
  const left = [...inner.own, ...inner.orphans];
  if (left.length === 0 && inner.signalled.length === 0) return outer;
  const orphans = [...outer.orphans.filter((one) => left.every((other) => other.id !== one.id)), ...left];
  return inner.signalled.reduce<Children>(
    (children, { id, killed }) => killChild(children, id, killed),
    childrenWith(outer, { orphans }),
  );
}

/** Whether a kill has certainly reached it. */
export function isKilled(killed: ChildState['killed']): boolean {
  return killed === 'passing' || killed === 'leaving';
}

/** Marks a child as killed wherever it is known. */
export function killChild(children: Children, id: number, killed: ChildState['killed']): Children {
  const mark = (list: readonly ChildState[]) =>
    list.some((child) => child.id === id)
      ? list.map((child) => (child.id === id ? { ...child, killed } : child))
      : list;
  const own = mark(children.own);
  const orphans = mark(children.orphans);
  if (own !== children.own || orphans !== children.orphans) return childrenWith(children, { own, orphans });
  return childrenWith(children, { signalled: [...children.signalled, { id, killed, started: 0, count: 1 }] });
}
