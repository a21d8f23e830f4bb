/** `$(...)`, backticks, `<(...)` and zsh's `=(...)`: commands inside words. */
import type { Statement, WordPart } from '../ast.ts';
import { BACKSLASH, BACKTICK, CLOSE_PAREN, DOLLAR, DOUBLE_QUOTE, GREATER } from './characters.ts';
import { codeAt, nested, type Scan, spanOf, within } from './scan.ts';

/** `$(commands)`; the position is at the `$`. */
export function readCommandSubstitution(scan: Scan, quoted: boolean): WordPart {
  const start = scan.pos;
  const body = readParenthesised(scan, 2);
  return { kind: 'command-substitution', body, quoted, span: spanOf(scan, start, scan.pos) };
}

/** `<(commands)`, `>(commands)` and zsh's `=(commands)`. */
export function readProcessSubstitution(scan: Scan): WordPart {
  const start = scan.pos;
  const direction = codeAt(scan, start) === GREATER ? '>' : '<';
  const body = readParenthesised(scan, 2);
  return { kind: 'process-substitution', direction, body, span: spanOf(scan, start, scan.pos) };
}

function readParenthesised(scan: Scan, opening: number): readonly Statement[] {
  scan.pos += opening;
  // a here-document of the line around it begins after that line, and so does one that the substitution leaves open
  const outer = scan.pending;
  scan.pending = [];
  const body = nested(scan, () => scan.readers.body(scan, ')'), []);
  scan.pending = [...outer, ...scan.pending];
  if (codeAt(scan, scan.pos) === CLOSE_PAREN) scan.pos += 1;
  else scan.problems.add('unterminated substitution');
  return body;
}

/** `` `commands` ``: inside, a backslash before `` ` ``, `\` and `$` is removed first (before `"` too when quoted). */
export function readBackticks(scan: Scan, quoted: boolean): WordPart {
  const start = scan.pos;
  const close = findBacktick(scan, start + 1);
  const inner = withoutEscapes(scan, { start: start + 1, end: close, quoted });
  if (close >= scan.end) scan.problems.add('unterminated substitution');
  const body = nested(
    scan,
    () =>
      inner === null
        ? readInPlace(scan, start + 1, close)
        : scan.readers.body({ ...scan, ...inner, pos: 0, end: inner.text.length, pending: [] }, null),
    [],
  );
  scan.pos = Math.min(close + 1, scan.end);
  return { kind: 'command-substitution', body, quoted, span: spanOf(scan, start, scan.pos) };
}

function readInPlace(scan: Scan, start: number, end: number): readonly Statement[] {
  const outer = scan.pending;
  scan.pos = start;
  scan.pending = [];
  const body = within(scan, end, () => scan.readers.body(scan, null));
  scan.pending = outer;
  return body;
}

function findBacktick(scan: Scan, from: number): number {
  let at = from;
  while (at < scan.end && codeAt(scan, at) !== BACKTICK) at += codeAt(scan, at) === BACKSLASH ? 2 : 1;
  return Math.min(at, scan.end);
}

/** The text without its first level of escapes and where each unit came from; null when nothing was escaped. */
function withoutEscapes(
  scan: Scan,
  range: { readonly start: number; readonly end: number; readonly quoted: boolean },
): { readonly text: string; readonly offsets: Int32Array } | null {
  const source = scan.text.slice(range.start, range.end);
  if (!source.includes('\\')) return null;
  const offsets = new Int32Array(source.length + 1);
  let text = '';
  for (let at = 0; at < source.length; at += 1) {
    if (source.charCodeAt(at) === BACKSLASH && isEscaped(source.charCodeAt(at + 1), range.quoted)) at += 1;
    offsets[text.length] = spanOf(scan, range.start + at, range.start + at).start;
    text += source.charAt(at);
  }
  offsets[text.length] = spanOf(scan, range.end, range.end).start;
  return { text, offsets };
}

function isEscaped(code: number, quoted: boolean): boolean {
  return code === BACKTICK || code === BACKSLASH || code === DOLLAR || (quoted && code === DOUBLE_QUOTE);
}
