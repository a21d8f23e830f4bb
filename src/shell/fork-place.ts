/**
 * Which of a shell and its forks runs a stretch of its text. All of them show the same command line, so it must be told
 * from the text how many forks lie between the shell that was given it and the one that runs that part.
 */
import type { Span } from '../policy/finding.ts';
import type { Script } from './ast.ts';

export type ForkPlace = {
  /** forks that are made for certain before the stretch runs */
  readonly least: number;
  /** forks that may be made; infinite: not known */
  readonly most: number;
  /** running the stretch may fork the shell again */
  readonly forks: boolean;
  /** the text starts, or may start, something that runs beside its shell */
  readonly beside: boolean;
};

/**
 * Where shells differ, or may spare the fork of what they do last, a fork is possible and not certain: a subshell, the last
 * stage of a pipeline, `$(...)` under sh. A function may be called from anywhere.
 * @returns null when the stretch is not in the text
 */
export function forkPlaceOf(script: Script, span: Span): ForkPlace | null {
  const found = descend(script, span);
  if (found === null) return null;
  const all = nodesIn(script.body);
  const functions = new Set(all.flatMap(({ kind, name }) => (kind === 'function' ? (name ?? []) : [])));
  const { least, most, innermost, isExact } = found;
  return {
    least,
    most: isExact ? most : Number.POSITIVE_INFINITY,
    forks: !isExact || nodesIn([innermost]).some((node) => forksShell(node) || runsMore(node, functions)),
    beside: all.some((node) => isJob(node) || BESIDE.has(node.kind ?? '') || runsMore(node, functions)),
  };
}

/** A node of the tree by what it may have. */
type Node = {
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

type Descent = {
  readonly least: number;
  readonly most: number;
  readonly innermost: Node;
  /** the stretch is a command, and not text inside a word, which another shell may be given */
  readonly isExact: boolean;
  /** the statement around it is put in the background */
  readonly inJob: boolean;
};

/** From the outside to the innermost node that holds the span, counting forks on the way. */
function descend(script: Script, span: Span): Descent | null {
  let nodes = nodesOf(script.body);
  let descent: Descent | null = null;
  for (;;) {
    const node = nodes.find((each) => each.span.start <= span.start && span.end <= each.span.end);
    if (node === undefined) return descent;
    descent = stepInto(node, descent, script);
    if (node.kind === 'simple' && node.span.start === span.start && node.span.end === span.end) return descent;
    nodes = nodesOf(node);
  }
}

function stepInto(node: Node, above: Descent | null, script: Script): Descent {
  const { least, most } = forksInto(node, above, script);
  const isStatement = node.background !== undefined;
  return {
    least: (node.kind === 'function' ? 0 : (above?.least ?? 0)) + least,
    most: (above?.most ?? 0) + most,
    innermost: node,
    isExact: isStatement || (node.parts === undefined && above?.isExact === true),
    inJob: isStatement ? isJob(node) : above?.inJob === true,
  };
}

type Forks = { readonly least: number; readonly most: number };
const NONE: Forks = { least: 0, most: 0 };
const ONE: Forks = { least: 1, most: 1 };
const MAYBE: Forks = { least: 0, most: 1 };

function forksInto(node: Node, above: Descent | null, { text, dialect }: Script): Forks {
  // The stages of a pipeline in the background are forks of the shell itself, or of one more between.
  if (isJob(node)) return isPiped(node.command) ? MAYBE : ONE;
  if (above !== null && isPiped(above.innermost) && above.innermost.stages?.includes(node) === true) {
    const isLast = above.innermost.stages.at(-1) === node;
    const isForked = !isLast || above.inJob || (dialect === 'bash' && !text.includes('lastpipe'));
    return node.kind === 'subshell' || !isForked ? { least: isForked ? 1 : 0, most: 2 } : ONE;
  }
  if (node.kind === 'subshell') return MAYBE;
  if (node.kind === 'command-substitution') return dialect === 'sh' ? MAYBE : ONE;
  if (node.kind === 'process-substitution' || node.kind === 'coproc') return ONE;
  return node.kind === 'function' ? { least: 0, most: Number.POSITIVE_INFINITY } : NONE;
}

const BESIDE: ReadonlySet<string> = new Set(['coproc', 'process-substitution']);
const FORKING: ReadonlySet<string> = new Set([...BESIDE, 'subshell', 'command-substitution']);

function forksShell(node: Node): boolean {
  return isJob(node) || isPiped(node) || FORKING.has(node.kind ?? '');
}

function isJob({ background }: Node): boolean {
  return background !== undefined && background !== 'no';
}

function isPiped(node: Node | undefined): boolean {
  return (node?.stages?.length ?? 0) > 1;
}

/** Runs more than is written there. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['eval', '.', 'source', 'trap']);

function runsMore({ kind, words }: Node, functions: ReadonlySet<string>): boolean {
  if (kind !== 'simple') return false;
  const [name, ...more] = words?.[0]?.parts ?? [];
  if (name === undefined) return false;
  if (name.kind !== 'literal' || more.length > 0 || typeof name.value !== 'string') return true;
  return RUNS_TEXT.has(name.value) || functions.has(name.value);
}

/** The nodes right below something; what only holds nodes (the branches of an `if`) is looked through. */
function nodesOf(holder: object): readonly Node[] {
  return Object.values(holder).flatMap((value: unknown): readonly Node[] => {
    if (typeof value !== 'object' || value === null) return [];
    return isNode(value) ? [value] : nodesOf(value);
  });
}

function isNode(value: object): value is Node {
  return 'span' in value;
}

/** All nodes of something, itself included when it is one. */
function nodesIn(holder: object): readonly Node[] {
  const all: Node[] = [...(isNode(holder) ? [holder] : nodesOf(holder))];
  // Grows while it is walked.
  for (const node of all) all.push(...nodesOf(node));
  return all;
}
