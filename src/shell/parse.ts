/** Shell text to a script. */
import type { Dialect, Script, Statement } from './ast.ts';
import { splitTopLevel } from './chunks.ts';
import { convertStatements } from './convert/statements.ts';
import { viewOf } from './convert/view.ts';
import { guessForeignShell } from './dialects/recognize.ts';
import { expandShortForms } from './dialects/short-forms.ts';
import type { Grammar } from './grammar.ts';
import { outlineTokens } from './outline.ts';
import { INVALID } from './outline-shape.ts';
import { readArithmetic } from './scan/arithmetic.ts';
import { readDollar } from './scan/expansion.ts';
import { MAX_TOKENS, type Readers, type Scan } from './scan/scan.ts';
import type { Token } from './scan/token.ts';
import { readTokens } from './scan/tokens.ts';
import { readParts } from './scan/word.ts';

/** Longer texts are not parsed: nobody types them, and the time that a hook may take is short. */
export const MAX_LENGTH = 262_144;

/**
 * Parses shell text. Never throws: what is not understood becomes an `unknown` command or word part, and the status
 * says so. `unavailable` is left to those who have no grammar.
 */
export function parseScript(text: string, dialect: Dialect, grammar: Grammar): Script {
  const problems = new Set<string>();
  if (text.length > MAX_LENGTH) problems.add(`longer than ${MAX_LENGTH} characters`);
  const body =
    text.length > MAX_LENGTH ? [unknownStatement(text.length)] : readAll({ text, dialect, grammar, problems });
  const foreign = problems.has(INVALID) ? guessForeignShell(text) : undefined;
  if (foreign !== undefined) return foreignScript(text, dialect, foreign);
  return { text, dialect, body, status: problems.size > 0 ? 'partial' : 'complete', problems: [...problems] };
}

/** Another language is left alone, also where a part of it reads like ours. */
function foreignScript(text: string, dialect: Dialect, name: string): Script {
  return {
    text,
    dialect,
    body: [unknownStatement(text.length)],
    status: 'partial',
    problems: [`reads like ${name}, which is left alone`],
  };
}

/** A script of which nothing is known because there is no grammar to parse it with. */
export function unavailableScript(text: string, dialect: Dialect, problem: string): Script {
  return { text, dialect, body: [], status: 'unavailable', problems: [problem] };
}

function unknownStatement(end: number): Statement {
  const span = { start: 0, end };
  return { span, background: 'no', command: { kind: 'unknown', redirects: [], span } };
}

type Job = {
  readonly text: string;
  readonly dialect: Dialect;
  readonly grammar: Grammar;
  readonly problems: Set<string>;
};

function readAll(job: Job): readonly Statement[] {
  const { text, dialect, problems } = job;
  const readers: Readers = {
    parts: readParts,
    dollar: readDollar,
    arithmetic: readArithmetic,
    body: (scan, closer) => convertTokens(readTokens(scan, closer), job),
  };
  const scan: Scan = {
    text,
    dialect,
    readers,
    problems,
    offsets: null,
    effort: { left: 20 * text.length + 10_000, tokens: MAX_TOKENS },
    pos: 0,
    end: text.length,
    nesting: 0,
    pending: [],
  };
  return readers.body(scan, null);
}

/** Converts one list of commands: all at once, or when that is not valid, each top-level command for itself. */
function convertTokens(tokens: readonly Token[], job: Job): readonly Statement[] {
  const expanded = expandShortForms(tokens, job.dialect);
  const whole = convertChunk(expanded, job);
  if (whole !== null) return whole;
  const chunks = splitTopLevel(expanded);
  return chunks.flatMap((chunk) => (chunks.length > 1 ? convertChunk(chunk, job) : null) ?? [unknownChunk(chunk)]);
}

function unknownChunk(tokens: readonly Token[]): Statement {
  const span = { start: tokens[0]?.span.start ?? 0, end: tokens.at(-1)?.span.end ?? 0 };
  return { span, background: 'no', command: { kind: 'unknown', redirects: [], span } };
}

/** Null when the grammar finds an error or is not asked. */
function convertChunk(tokens: readonly Token[], job: Job): readonly Statement[] | null {
  const outline = outlineTokens(tokens, job.dialect);
  if (outline.items.length === 0) return [];
  if (outline.problem !== null) {
    job.problems.add(outline.problem);
    return null;
  }
  const tree = job.grammar.parse(outline.text);
  if (tree === null) {
    job.problems.add('the parser gave up');
    return null;
  }
  if (tree.hasError) {
    job.problems.add(INVALID);
    return null;
  }
  return convertStatements(viewOf(outline, job), tree.rootNode.children);
}
