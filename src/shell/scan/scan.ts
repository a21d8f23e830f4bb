/**
 * The state of one pass over shell text. The readers of words, expansions and command lists call each other in
 * circles, so they reach one another through `readers`; files then import downwards only.
 */
import type { Span } from '../../policy/finding.ts';
import type { Arithmetic, Dialect, Redirect, Statement, Word, WordPart } from '../ast.ts';
import { BACKSLASH, isBlank, NEWLINE, RETURN } from './characters.ts';

/** How a word is read: what ends it, and which characters are special in it. */
export type WordMode =
  | 'word'
  /** the value of an assignment: neither globbed nor brace-expanded */
  | 'assignment'
  /** one item of `{a,b}` */
  | 'brace-item'
  /** inside `"..."` */
  | 'double'
  /** the body of an unquoted here-document */
  | 'here-document'
  /** the word after an operator in `${...}`, unquoted and inside double quotes */
  | 'argument'
  | 'quoted-argument'
  /** between `[` and `]` of an array element */
  | 'index'
  /** the right side of `==` and of `=~` in `[[ ]]`: parentheses belong to it */
  | 'pattern'
  | 'regex';

export type Readers = {
  /** Reads parts up to what ends `mode`; consumes no terminator. */
  parts(scan: Scan, mode: WordMode): WordPart[];
  /** Reads commands up to `)` (not consumed) or the end of the text. */
  body(scan: Scan, closer: ')' | null): readonly Statement[];
  /** The part that begins with `$` at the position, or null when the `$` stands for itself. */
  dollar(scan: Scan, quoted: boolean): WordPart | null;
  /** The expression in `[start, end)`; leaves the position at `end`. */
  arithmetic(scan: Scan, end: number): Arithmetic;
};

/** A here-document whose body has not been reached yet. `redirect.target` is replaced then. */
export type PendingDocument = {
  readonly redirect: { -readonly [K in keyof Redirect]: Redirect[K] };
  delimiter: string;
};

export type Scan = {
  readonly text: string;
  /** `offsets[i]` is where code unit `i` stands in the original text; null when they are the same. */
  readonly offsets: Int32Array | null;
  readonly dialect: Dialect;
  readonly readers: Readers;
  readonly problems: Set<string>;
  /** shared by the scans of one parse: characters looked at ahead, which is bounded to keep the time linear */
  readonly effort: { left: number; tokens: number };
  pos: number;
  end: number;
  /** nesting of substitutions, braces and parentheses inside this scan */
  nesting: number;
  pending: PendingDocument[];
};

/** More operators in a row than any person writes: the tree of `1 + 1 + ...` is as deep as it is long. */
export const MAX_CHAIN = 300;
/** Longer texts are given up: a hook has little time. */
export const MAX_TOKENS = 10_000;

/** Deeper nesting than any person writes; keeps recursion far from the end of the stack. */
export const MAX_NESTING = 60;

/** The code unit at `index`, NaN at the end: every comparison with it is then false. */
export function codeAt(scan: Scan, index: number): number {
  return index < scan.end ? scan.text.charCodeAt(index) : Number.NaN;
}

/** A span of the original text for `[start, end)` of the scanned text. */
export function spanOf(scan: Scan, start: number, end: number): Span {
  const { offsets } = scan;
  if (offsets === null) return { start, end };
  return { start: offsets[start] ?? 0, end: offsets[end] ?? 0 };
}

/** The span from `start` to the position. */
export function spanFrom(scan: Scan, start: number): Span {
  return spanOf(scan, start, scan.pos);
}

export function startsWith(scan: Scan, text: string, index = scan.pos): boolean {
  return index + text.length <= scan.end && scan.text.startsWith(text, index);
}

/** Runs `read` one level deeper; at the limit the rest of the text is given up and `read` is not called. */
export function nested<T>(scan: Scan, read: () => T, otherwise: T): T {
  if (scan.nesting >= MAX_NESTING) {
    scan.problems.add('nested too deeply');
    scan.pos = scan.end;
    return otherwise;
  }
  scan.nesting += 1;
  const result = read();
  scan.nesting -= 1;
  return result;
}

/** Runs `read` with the text ending at `end`, then moves there. */
export function within<T>(scan: Scan, end: number, read: () => T): T {
  const outer = scan.end;
  scan.end = end;
  const result = read();
  scan.end = outer;
  scan.pos = end;
  return result;
}

/** Skips blanks, line continuations and the carriage return of a CRLF line end. */
export function skipBlanks(scan: Scan): void {
  for (;;) {
    const code = codeAt(scan, scan.pos);
    if (isBlank(code)) scan.pos += 1;
    else if (code === BACKSLASH && codeAt(scan, scan.pos + 1) === NEWLINE) scan.pos += 2;
    else if (code === RETURN && isLineEnd(scan, scan.pos + 1)) scan.pos += 1;
    else return;
  }
}

function isLineEnd(scan: Scan, index: number): boolean {
  return index >= scan.end || codeAt(scan, index) === NEWLINE;
}

export function emptyWord(scan: Scan, at: number): Word {
  return { span: spanOf(scan, at, at), parts: [] };
}
