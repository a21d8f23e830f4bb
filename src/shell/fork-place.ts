/**
 * Which of a shell and its forks runs a stretch of its text. All of them show the same command line, so it must be told
 * from the text how many forks lie between the shell that was given it and the one that runs that part.
 */
import type { Span } from '../policy/finding.ts';
import type { Script } from './ast.ts';
import {
  BESIDE,
  commandOf,
  FORKING,
  forksShell,
  isJob,
  isPiped,
  type Node,
  nodesIn,
  nodesOf,
  UNKNOWN,
} from './fork-nodes.ts';

export type ForkPlace = {
  /** forks that are made for certain before the stretch runs */
  readonly least: number;
  /** forks that may be made; infinite: not known */
  readonly most: number;
  /** the stretch, with the functions that it calls; null: it may run more than is written */
  readonly text: string | null;
  /** running it may fork the shell again */
  readonly forks: boolean;
  /** another part of the text forks the shell as well, as far as it is written there */
  readonly forksElsewhere: boolean;
  /** the pipeline that the shell above waits for meanwhile, with the functions called there; null: none, or not known */
  readonly pipeline: { readonly text: string; readonly beside: string } | null;
  /** the text of all that its shell may have put beside it: jobs, coprocesses, process substitutions; empty: nothing */
  readonly beside: string;
};

/**
 * Where shells differ, or may spare the fork of what they do last, a fork is possible and not certain: a subshell, the last
 * stage of a pipeline, `$(...)` under sh. A function runs where it is called.
 * @returns null when the stretch is no command of the text, as where it stands in a string that is evaluated
 */
export function forkPlaceOf(script: Script, span: Span): ForkPlace | null {
  const outline = outlineOf(script);
  const found = placeIn(outline, span, MOST_CALLS);
  if (found === null || !found.isExact) return null;
  const inside = reach(outline, [found.innermost]);
  return {
    least: found.least,
    most: found.most,
    text: inside === null ? null : textOf(script, inside),
    forks: inside === null || nodesIn(inside).some(forksShell),
    forksElsewhere: outline.all.some((node) => forksShell(node) && isOther(node, span)),
    pipeline: pipelineOf(outline, found),
    beside: besideText(outline, found.regions),
  };
}

/** Neither around the stretch nor in it. The other stages of its pipeline are others. */
function isOther({ span, stages }: Node, { start, end }: Span): boolean {
  if (start <= span.start && span.end <= end) return false;
  return span.end <= start || end <= span.start || (stages?.length ?? 0) > 1;
}

function pipelineOf(outline: Outline, { pipeline, isExact, inside }: Place): ForkPlace['pipeline'] {
  if (pipeline === undefined || !isExact || inside !== undefined) return null;
  return {
    text: textOf(outline.script, reach(outline, [pipeline.node])),
    beside: besideText(outline, pipeline.regions),
  };
}

function besideText(outline: Outline, regions: readonly Node[]): string {
  const jobs = jobsOf(outline, regions);
  return textOf(outline.script, jobs === null ? null : reach(outline, jobs));
}

/** Functions call each other; deeper than this nothing is said. */
const MOST_CALLS = 4;
/** ... and of one that is called from more places. */
const MOST_SITES = 16;

type Outline = {
  readonly script: Script;
  readonly all: readonly Node[];
  /** the definitions of each function */
  readonly functions: ReadonlyMap<string, readonly Node[]>;
  /** something in it runs what is known at run time alone */
  readonly isOpen: boolean;
};

function outlineOf(script: Script): Outline {
  const all = nodesIn(script.body);
  const functions = new Map<string, Node[]>();
  for (const node of all) {
    if (node.kind !== 'function' || node.name === undefined) continue;
    functions.set(node.name, [...(functions.get(node.name) ?? []), node]);
  }
  return { script, all, functions, isOpen: all.some((node) => commandOf(node) === UNKNOWN) };
}

type Place = {
  readonly least: number;
  readonly most: number;
  readonly innermost: Node;
  /** the stretch is a command, and not text inside a word, which another shell may be given */
  readonly isExact: boolean;
  /** the statement around it is put in the background */
  readonly inJob: boolean;
  /** the pipeline that it is a stage of, unless that runs beside the shell */
  readonly pipeline: { readonly node: Node; readonly regions: readonly Node[] } | undefined;
  /** what the shell that runs it was forked for, or the body of the function and what that is called in; empty: the whole */
  readonly regions: readonly Node[];
  /** the function that it stands in, counted from whose body on */
  readonly inside: string | undefined;
};

function placeIn(outline: Outline, span: Span, calls: number): Place | null {
  const place = descend(outline.script, span);
  if (place?.inside === undefined) return place;
  const sites = calls === 0 || outline.isOpen ? [] : outline.all.filter((node) => commandOf(node) === place.inside);
  const places = sites.length > MOST_SITES ? [] : sites.map((site) => placeIn(outline, site.span, calls - 1));
  const known = places.filter((each) => each !== null);
  if (known.length === 0) return { ...place, least: 0, most: Number.POSITIVE_INFINITY };
  const isOwnShell = place.regions.some(({ kind }) => kind !== 'function');
  // At the top of a function the shell is that of the callers; where one of them is the first, so is what it may do.
  const isFirst = known.some(({ regions }) => regions.length === 0);
  const regions = isOwnShell ? place.regions : isFirst ? [] : known.flatMap((each) => each.regions);
  return {
    ...place,
    regions,
    least: place.least + Math.min(...known.map(({ least }) => least)),
    most: place.most + Math.max(...known.map(({ most }) => most)),
  };
}

/** From the outside to the innermost node that holds the span, counting forks on the way. */
function descend(script: Script, span: Span): Place | null {
  let nodes = nodesOf(script.body);
  let place: Place | null = null;
  for (;;) {
    const node = nodes.find((each) => each.span.start <= span.start && span.end <= each.span.end);
    if (node === undefined) return place;
    place = stepInto(node, place, script);
    if (node.kind === 'simple' && node.span.start === span.start && node.span.end === span.end) return place;
    nodes = nodesOf(node);
  }
}

function stepInto(node: Node, above: Place | null, script: Script): Place {
  const isFunction = node.kind === 'function';
  const { least, most } = forksInto(node, above, script);
  const isStatement = node.background !== undefined;
  return {
    least: isFunction ? 0 : (above?.least ?? 0) + least,
    most: isFunction ? 0 : (above?.most ?? 0) + most,
    innermost: node,
    isExact: isStatement || (node.parts === undefined && node.kind !== 'unknown' && above?.isExact === true),
    inJob: isStatement ? isJob(node) : above?.inJob === true,
    pipeline: pipelineAround(node, above),
    regions: most > 0 || isFunction ? [node] : (above?.regions ?? []),
    inside: isFunction ? node.name : above?.inside,
  };
}

function pipelineAround(node: Node, above: Place | null): Place['pipeline'] {
  if (isJob(node) || BESIDE.has(node.kind ?? '') || FORKING.has(node.kind ?? '')) return undefined;
  if (!isPiped(node) || above?.inJob === true) return above?.pipeline;
  return { node, regions: above?.regions ?? [] };
}

type Forks = { readonly least: number; readonly most: number };
const NONE: Forks = { least: 0, most: 0 };
const ONE: Forks = { least: 1, most: 1 };
const MAYBE: Forks = { least: 0, most: 1 };

function forksInto(node: Node, above: Place | null, { text, dialect }: Script): Forks {
  // The stages of a pipeline in the background are forks of the shell itself, or of one more between.
  if (isJob(node)) return isPiped(node.command) ? MAYBE : ONE;
  if (above !== null && isPiped(above.innermost) && above.innermost.stages?.includes(node) === true) {
    const isLast = above.innermost.stages.at(-1) === node;
    const isForked = !isLast || above.inJob || (dialect === 'bash' && !text.includes('lastpipe'));
    return node.kind === 'subshell' || !isForked ? { least: isForked ? 1 : 0, most: 2 } : ONE;
  }
  if (node.kind === 'subshell') return MAYBE;
  if (node.kind === 'command-substitution') return dialect === 'sh' ? MAYBE : ONE;
  return node.kind === 'process-substitution' || node.kind === 'coproc' ? ONE : NONE;
}

/** What the shells of these regions put beside themselves, not what their forks do; null: that may be anything. */
function jobsOf(outline: Outline, regions: readonly Node[]): readonly Node[] | null {
  const jobs: Node[] = [];
  const walked: Node[] = regions.length === 0 ? [...nodesOf(outline.script.body)] : regions.flatMap(nodesOf);
  const called = new Set<string>();
  // Grows while it is walked.
  for (const node of walked) {
    const name = commandOf(node);
    if (name === UNKNOWN) return null;
    if (isJob(node) || BESIDE.has(node.kind ?? '')) jobs.push(node);
    else if (node.kind !== 'function' && !FORKING.has(node.kind ?? '')) walked.push(...nodesOf(node));
    if (name === undefined || called.has(name)) continue;
    called.add(name);
    walked.push(...bodiesOf(outline, name).flatMap(nodesOf));
  }
  return jobs;
}

function bodiesOf({ functions }: Outline, name: string | undefined): readonly Node[] {
  return name === undefined ? [] : (functions.get(name) ?? []);
}

/** The nodes with the bodies of the functions that they call; null: they may run anything. */
function reach(outline: Outline, from: readonly Node[]): readonly Node[] | null {
  const reached = [...from];
  // Grows while it is walked.
  for (const root of reached) {
    for (const node of nodesIn(root)) {
      const name = commandOf(node);
      if (name === UNKNOWN) return null;
      reached.push(...bodiesOf(outline, name).filter((body) => !reached.includes(body)));
    }
  }
  return reached;
}

function textOf({ text }: Script, nodes: readonly Node[] | null): string {
  return nodes === null ? text : nodes.map(({ span }) => text.slice(span.start, span.end)).join('\n');
}
