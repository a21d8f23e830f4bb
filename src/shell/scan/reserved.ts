/** Reserved words, which are words like others unless a command may begin where they stand. */
import type { Dialect } from '../ast.ts';
import { BACKSLASH, CLOSE_PAREN, isBlank, isMeta, isNameRest, NEWLINE, OPEN_PAREN, RETURN } from './characters.ts';
import { readCaseHeader, readForHeader, readRepeatHeader, readSelectHeader } from './header.ts';
import { codeAt, type Scan, skipBlanks, spanFrom, startsWith } from './scan.ts';
import { readTestExpression } from './test-expression.ts';
import type { Header, Prefix, Reserved } from './token.ts';
import { type List, push } from './token-list.ts';

/** Reads the reserved word at the position with all that belongs to it; false, and nothing read, when there is none. */
export function readReserved(scan: Scan, list: List): boolean {
  const start = scan.pos;
  const text = peekBare(scan);
  const rule = text === null ? undefined : RULES.get(text);
  if (text === null || rule === undefined || !rule.dialects.includes(scan.dialect)) return false;
  if (list.position === 'after' && rule.ends !== true) return false;
  scan.pos += text.length;
  if (rule.read(scan, list, start)) return true;
  scan.pos = start;
  if (rule.strict !== true) return false;
  scan.pos += text.length;
  push(scan, list, { span: spanFrom(scan, start), kind: 'unknown' });
  list.position = 'arguments';
  return true;
}

type Rule = {
  readonly dialects: readonly Dialect[];
  /** an error when what belongs to it does not follow, where other words would be words */
  readonly strict?: boolean;
  /** may stand right after a compound command without a separator */
  readonly ends?: boolean;
  read(scan: Scan, list: List, start: number): boolean;
};
const EVERY: readonly Dialect[] = ['bash', 'sh', 'zsh'];
const NOT_SH: readonly Dialect[] = ['bash', 'zsh'];

const opening = (text: Reserved, ends = false): readonly [string, Rule] => [
  text,
  { dialects: EVERY, ends, read: (scan, list, start) => keep(scan, list, { start, text, position: 'command' }) },
];
const closing = (text: Reserved): readonly [string, Rule] => [
  text,
  { dialects: EVERY, ends: true, read: (scan, list, start) => keep(scan, list, { start, text, position: 'after' }) },
];
const header = (text: string, dialects: readonly Dialect[], read: (scan: Scan) => Header | null) =>
  [
    text,
    { dialects, strict: true, read: (scan, list, start) => keepHeader(scan, list, { start, header: read(scan) }) },
  ] as const satisfies readonly [string, Rule];

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  opening('if'),
  opening('while'),
  opening('until'),
  opening('{', true),
  opening('then', true),
  opening('do', true),
  opening('else', true),
  opening('elif', true),
  closing('fi'),
  closing('done'),
  closing('}'),
  ['esac', { dialects: EVERY, ends: true, read: readEsac }],
  ['case', { dialects: EVERY, strict: true, read: readCase }],
  header('for', EVERY, readForHeader),
  header('foreach', ['zsh'], readForHeader),
  header('select', NOT_SH, readSelectHeader),
  header('repeat', ['zsh'], readRepeatHeader),
  [
    'end',
    {
      dialects: ['zsh'],
      ends: true,
      read: (scan, list, start) => keep(scan, list, { start, text: 'end', position: 'after' }),
    },
  ],
  ['always', { dialects: ['zsh'], ends: true, read: readAlways }],
  ['!', { dialects: EVERY, read: (scan, list, start) => keepPrefix(scan, list, start, { kind: 'not' }) }],
  ['time', { dialects: NOT_SH, read: readTime }],
  ['coproc', { dialects: NOT_SH, read: readCoproc }],
  ['function', { dialects: NOT_SH, strict: true, read: readFunction }],
  ['[[', { dialects: NOT_SH, read: readTest }],
]);

/** The unquoted word of letters or of one of `{ } ! [[` at the position, when nothing else follows in the same word. */
function peekBare(scan: Scan): string | null {
  const { text } = scan;
  let at = scan.pos;
  const first = text.charCodeAt(at);
  if (first >= 97 && first <= 122) while (codeAt(scan, at) >= 97 && codeAt(scan, at) <= 122) at += 1;
  else if (first === 123 || first === 125 || first === 33) at += 1;
  else if (startsWith(scan, '[[')) at += 2;
  let after = at;
  while (codeAt(scan, after) === BACKSLASH && codeAt(scan, after + 1) === NEWLINE) after += 2;
  const code = codeAt(scan, after);
  const ended =
    after >= scan.end ||
    isMeta(code) ||
    code === RETURN ||
    (scan.dialect === 'zsh' && (first === 123 || first === 125));
  return at > scan.pos && ended ? text.slice(scan.pos, at) : null;
}

type Kept = { readonly start: number; readonly text: Reserved; readonly position: List['position'] };

function keep(scan: Scan, list: List, kept: Kept): boolean {
  push(scan, list, { span: spanFrom(scan, kept.start), kind: 'reserved', text: kept.text });
  list.position = kept.position;
  return true;
}

function keepHeader(scan: Scan, list: List, kept: { readonly start: number; readonly header: Header | null }): boolean {
  if (kept.header === null) return false;
  const foreach = startsWith(scan, 'foreach', kept.start);
  push(scan, list, {
    span: spanFrom(scan, kept.start),
    kind: 'header',
    header: kept.header,
    ...(foreach && { foreach }),
  });
  list.position = 'command';
  return true;
}

function keepPrefix(scan: Scan, list: List, start: number, prefix: Prefix): boolean {
  push(scan, list, { span: spanFrom(scan, start), kind: 'prefix', prefix });
  list.position = 'command';
  return true;
}

function readEsac(scan: Scan, list: List, start: number): boolean {
  if (list.frames.at(-1) === 'case') list.frames.pop();
  return keep(scan, list, { start, text: 'esac', position: 'after' });
}

function readCase(scan: Scan, list: List, start: number): boolean {
  const head = readCaseHeader(scan);
  if (head === null) return false;
  push(scan, list, { span: spanFrom(scan, start), kind: 'case', subject: head.subject });
  list.frames.push(head.braces ? 'brace-case' : 'case');
  list.position = 'pattern';
  return true;
}

function readAlways(scan: Scan, list: List, start: number): boolean {
  return list.position === 'after' && keep(scan, list, { start, text: 'always', position: 'command' });
}

function readTest(scan: Scan, list: List, start: number): boolean {
  const expression = readTestExpression(scan);
  push(scan, list, { span: spanFrom(scan, start), kind: 'test', expression });
  list.position = 'after';
  return true;
}

/** `time` alone is a command that prints; before `;` or the end it is left to be a word. */
function readTime(scan: Scan, list: List, start: number): boolean {
  skipBlanks(scan);
  if (startsWith(scan, '-p') && isBlank(codeAt(scan, scan.pos + 2))) scan.pos += 2;
  skipBlanks(scan);
  const code = codeAt(scan, scan.pos);
  const alone = scan.pos >= scan.end || (isMeta(code) && code !== OPEN_PAREN);
  return !alone && keepPrefix(scan, list, start, { kind: 'time' });
}

/** `coproc command`, or `coproc NAME compound`. */
function readCoproc(scan: Scan, list: List, start: number): boolean {
  skipBlanks(scan);
  const from = scan.pos;
  const name = scan.dialect === 'bash' && !startsCompound(scan) ? readName(scan) : '';
  skipBlanks(scan);
  const named = name !== '' && scan.pos > from + name.length && startsCompound(scan);
  if (!named) scan.pos = from;
  return keepPrefix(scan, list, start, { kind: 'coproc', name: named ? name : null });
}

const COMPOUNDS = new Set(['{', 'while', 'until', 'for', 'if', 'case', 'select', '[[']);

function startsCompound(scan: Scan): boolean {
  const text = peekBare(scan);
  return codeAt(scan, scan.pos) === OPEN_PAREN || (text !== null && COMPOUNDS.has(text));
}

function readName(scan: Scan): string {
  const start = scan.pos;
  while (isNameRest(codeAt(scan, scan.pos))) scan.pos += 1;
  return scan.text.slice(start, scan.pos);
}

/** `function name`, `function name ()`, and zsh's anonymous `function`. */
function readFunction(scan: Scan, list: List, start: number): boolean {
  skipBlanks(scan);
  const from = scan.pos;
  while (scan.pos < scan.end && !isMeta(codeAt(scan, scan.pos))) scan.pos += 1;
  const name = scan.text.slice(from, scan.pos);
  const anonymous = scan.dialect === 'zsh' && (name === '' || name === '{');
  if (name === '' && !anonymous) return false;
  if (name === '{') scan.pos = from;
  else skipParentheses(scan);
  return keepPrefix(scan, list, start, anonymous ? { kind: 'anonymous' } : { kind: 'function', name });
}

function skipParentheses(scan: Scan): void {
  const before = scan.pos;
  skipBlanks(scan);
  const open = codeAt(scan, scan.pos) === OPEN_PAREN;
  scan.pos += 1;
  skipBlanks(scan);
  if (open && codeAt(scan, scan.pos) === CLOSE_PAREN) scan.pos += 1;
  else scan.pos = before;
}
