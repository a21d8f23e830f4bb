import type { ProcessRecord } from './process-record.ts';

/** The parent relation of one snapshot. Damaged tables may hold cycles and missing parents: every walk here ends. */
export type Forest = {
  readonly byPid: ReadonlyMap<number, ProcessRecord>;
  childrenOf(pid: number): readonly ProcessRecord[];
};

/**
 * Builds the forest of a snapshot. A process counts as the child of the process that now has the number of its parent;
 * a parent that is unknown, 0, or itself makes it a root.
 */
export function buildForest(records: readonly ProcessRecord[]): Forest {
  const byPid = new Map<number, ProcessRecord>();
  const children = new Map<number, ProcessRecord[]>();
  for (const record of records) byPid.set(record.identity.pid, record);
  for (const record of byPid.values()) {
    const { ppid, identity } = record;
    if (ppid === null || ppid <= 0 || ppid === identity.pid) continue;
    const siblings = children.get(ppid);
    if (siblings === undefined) children.set(ppid, [record]);
    else siblings.push(record);
  }
  return { byPid, childrenOf: (pid) => children.get(pid) ?? NONE };
}

const NONE: readonly ProcessRecord[] = [];

/** The parent as the snapshot knows it; undefined: unknown, vanished, or none. */
export function parentOf(forest: Forest, record: ProcessRecord): ProcessRecord | undefined {
  const { ppid, identity } = record;
  if (ppid === null || ppid <= 0 || ppid === identity.pid) return undefined;
  return forest.byPid.get(ppid);
}

/** From the parent upwards; stops at a root, a missing parent, or a cycle. */
export function ancestorsOf(forest: Forest, record: ProcessRecord): readonly ProcessRecord[] {
  const chain: ProcessRecord[] = [];
  const seen = new Set([record.identity.pid]);
  for (let up = parentOf(forest, record); up !== undefined; up = parentOf(forest, up)) {
    if (seen.has(up.identity.pid)) break;
    seen.add(up.identity.pid);
    chain.push(up);
  }
  return chain;
}

/** The process and everything below it, parents before their children. `enter` false leaves a child's whole subtree out. */
export function subtreeOf(
  forest: Forest,
  root: ProcessRecord,
  enter: (record: ProcessRecord) => boolean = () => true,
): readonly ProcessRecord[] {
  const tree = [root];
  // Most processes have no children, and a scan asks this of many.
  if (forest.childrenOf(root.identity.pid).length === 0) return tree;
  const seen = new Set([root.identity.pid]);
  for (let index = 0; index < tree.length; index++) {
    const next = tree[index];
    if (next === undefined) break;
    const children = forest.childrenOf(next.identity.pid);
    if (children.length === 0) continue;
    for (const child of children) {
      if (seen.has(child.identity.pid) || !enter(child)) continue;
      seen.add(child.identity.pid);
      tree.push(child);
    }
  }
  return tree;
}

/** A zombie or a process about to vanish: dead, whatever the table says. */
export function isDead(record: ProcessRecord): boolean {
  return record.state === 'Z' || record.state === 'X' || record.state === 'x';
}
