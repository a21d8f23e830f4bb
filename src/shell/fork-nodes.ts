/** The tree of a text as nodes that are alike, for those who look for what forks, and not for what it means. */
import type { Span } from '../policy/finding.ts';

/** A node of the tree by what it may have. */
export type Node = {
  readonly span: Span;
  readonly kind?: string;
  readonly name?: string;
  /** of a statement alone */
  readonly background?: string;
  readonly command?: Node;
  readonly stages?: readonly Node[];
  /** of a word alone */
  readonly parts?: readonly Node[];
  readonly words?: readonly Node[] | null;
  readonly value?: unknown;
};

export const BESIDE: ReadonlySet<string> = new Set(['coproc', 'process-substitution']);
export const FORKING: ReadonlySet<string> = new Set([...BESIDE, 'subshell', 'command-substitution']);

/** Forks the shell into one that lives on as such; the fork for a simple command becomes another program. */
export function forksShell(node: Node): boolean {
  if (isPiped(node)) return node.stages?.some(({ kind }) => kind !== 'simple') === true;
  return isJob(node) || FORKING.has(node.kind ?? '');
}

export function isJob({ background }: Node): boolean {
  return background !== undefined && background !== 'no';
}

export function isPiped(node: Node | undefined): boolean {
  return (node?.stages?.length ?? 0) > 1;
}

/** What runs text that is written elsewhere, if at all. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['eval', '.', 'source', 'trap']);
export const UNKNOWN = Symbol('a command that is known at run time alone');

/** The name of a simple command; undefined: it is none. */
export function commandOf({ kind, words }: Node): string | typeof UNKNOWN | undefined {
  const [part, ...more] = kind === 'simple' ? (words?.[0]?.parts ?? []) : [];
  if (part === undefined) return undefined;
  const isPlain = part.kind === 'literal' && more.length === 0 && typeof part.value === 'string';
  return isPlain && !RUNS_TEXT.has(String(part.value)) ? String(part.value) : UNKNOWN;
}

/** The nodes right below something; what only holds nodes (the branches of an `if`) is looked through. */
export function nodesOf(holder: object): readonly Node[] {
  return Object.values(holder).flatMap((value: unknown): readonly Node[] => {
    if (typeof value !== 'object' || value === null) return [];
    return isNode(value) ? [value] : nodesOf(value);
  });
}

function isNode(value: object): value is Node {
  return 'span' in value;
}

/** All nodes of something, itself included when it is one. */
export function nodesIn(holder: object): readonly Node[] {
  const all: Node[] = [...(isNode(holder) ? [holder] : nodesOf(holder))];
  // Grows while it is walked.
  for (const node of all) all.push(...nodesOf(node));
  return all;
}
