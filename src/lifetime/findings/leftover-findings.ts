/** What stays behind when the shell has ended. */
import type { Role } from '../../policy/finding.ts';
import { NO_REMEDY } from '../remedies/remedy.ts';
import type { RuleCode } from '../rules.ts';
import type { Child, Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import { boundOf, isOpen } from '../state/cost.ts';
import type { State } from '../state/state.ts';
import type { Found } from './found.ts';

export type LeftChild = { readonly id: number; readonly child: Child };

/** The children that some way through the text leaves alive. */
export function leftChildren(scene: Scene, ends: readonly State[]): readonly LeftChild[] {
  const left = new Map<number, Child>();
  for (const end of ends) {
    for (const { id, killed, started } of [...end.children.own, ...end.children.orphans]) {
      const child = scene.world.children[id];
      if (child === undefined || killed === 'leaving') continue;
      if (killed === 'passing' && !isOpen(child.cost.kind)) continue;
      const passed = Math.max(0, end.cost.least - started);
      if (child.cost.kind === 'within' && child.cost.seconds <= passed) continue;
      left.set(id, child);
    }
  }
  return [...left].map(([id, child]) => ({ id, child }));
}

/** Its gravest finding says what it is; without one it is a program that is left to itself. */
export function leftoverFindings(scene: Scene, left: readonly LeftChild[]): readonly Found[] {
  const { absorbed, streams } = scene.world;
  // Of running processes each must be told, see `run/pipeline`.
  const told = new Set(scene.place === 'process' ? [] : [...absorbed].map((id) => streams.get(id)?.child));
  return left
    .filter(({ id }) => !told.has(id))
    .flatMap(({ child }) => findingsOf(scene, child).map((found) => child.outlives?.(found) ?? found));
}

function findingsOf(scene: Scene, child: Child): readonly Found[] {
  const place = scene.place === 'foreground' ? 'leftover' : scene.place;
  const open = child.found.filter((one) => one.kind !== 'slow-command');
  if (open.length > 0) return open.map((one) => asLeftover(child, { ...withoutVainRemedy(child, one), place }));
  if (child.cost.kind === 'within' || !child.cost.loose) return [];
  const role: Role = child.role === 'slow' ? 'slow' : 'ordinary';
  const text = textAt(child.source, child.span);
  return [
    {
      kind: 'unbounded-background',
      rule: 'LW203',
      source: child.source,
      span: child.span,
      bound: boundOf(child.cost),
      place,
      role,
      reason: `\`${shorten(text)}\` is left behind, and nobody waits for it or bounds it`,
      derivation: [],
      // no job of this shell can be waited for that has left it; a wait for a long pause is as long
      remedy: child.detached || child.role === 'sleep' ? NO_REMEDY : { kind: 'spelled', text: waitFor(text) },
      trapped: [],
      detached: child.detached,
      uncertain: false,
    },
  ];
}

/** A limit in front of a program that detaches itself would end with the call. */
function withoutVainRemedy({ detached, span }: Child, found: Found): Found {
  const itself = detached && found.span.start === span.start && found.span.end === span.end;
  return itself ? { ...found, remedy: NO_REMEDY } : found;
}

/** A follow or a server that is left behind is a leftover; a loop and a limit that does not bind stay what they are. */
function asLeftover(child: Child, found: Found): Found {
  if (found.kind !== 'endless-command') return found;
  // who reads it has ended, or may end: it belongs to the command that it was started for
  if (child.beside === 'writer') return { ...found, reason: `${found.reason}, whoever reads it` };
  const rule: RuleCode = found.role === 'server' ? 'LW202' : 'LW201';
  return {
    ...found,
    kind: 'unbounded-background',
    rule,
    detached: child.detached,
    reason: `${found.reason}, and it is left behind`,
  };
}

function waitFor(text: string): string {
  const bare = text.replace(/\s*&\s*$/, '').replace(/^nohup\s+/, '');
  return bare.includes('\n') ? 'wait' : `${bare} & wait`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
