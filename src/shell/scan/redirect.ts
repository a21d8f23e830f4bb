/** Redirects and here-documents. */
import type { Redirect, RedirectOperator, Word, WordPart } from '../ast.ts';
import {
  AMPERSAND,
  CLOSE_BRACE,
  GREATER,
  isDigit,
  isNameRest,
  isNameStart,
  LESS,
  OPEN_BRACE,
  OPEN_PAREN,
  TAB,
} from './characters.ts';
import { rangeGlobEnd } from './glob.ts';
import { codeAt, emptyWord, type PendingDocument, type Scan, skipBlanks, spanOf, startsWith, within } from './scan.ts';
import { readWord } from './word.ts';

/** longest first */
const OPERATORS = ['<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>', '&>>', '&>'] as const;
const NOT_IN_SH = new Set<RedirectOperator>(['<<<', '&>', '&>>']);

/** The redirect at the position, or null when none begins here. Its here-document's body is read at the line's end. */
export function readRedirect(scan: Scan): Redirect | null {
  const start = scan.pos;
  const descriptor = readDescriptor(scan);
  const operator = OPERATORS.find((text) => startsWith(scan, text));
  if (operator === undefined || !isRedirect(scan, operator, descriptor)) {
    scan.pos = start;
    return null;
  }
  scan.pos += operator.length;
  // zsh: `>!`, `>>|`, `&>|` ... clobber all the same
  const clobbers = scan.dialect === 'zsh' && operator.includes('>') && operator !== '<>' && operator !== '>|';
  if (clobbers && (startsWith(scan, '!') || startsWith(scan, '|'))) scan.pos += 1;
  const document = operator === '<<' || operator === '<<-';
  skipBlanks(scan);
  const at = scan.pos;
  const word = readWord(scan);
  if (word === null) scan.problems.add('a redirect without a target');
  const target = word ?? emptyWord(scan, at);
  const redirect = { operator, descriptor, target, quoted: false, span: spanOf(scan, start, scan.pos) };
  if (document) scan.pending.push(pendingDocument(scan, redirect, at));
  return redirect;
}

function isRedirect(scan: Scan, operator: RedirectOperator, descriptor: string | null): boolean {
  if (scan.dialect === 'sh' && NOT_IN_SH.has(operator)) return false;
  if (operator.startsWith('&')) return descriptor === null;
  if (operator === '<' && scan.dialect === 'zsh' && rangeGlobEnd(scan) !== -1) return false;
  const process = (operator === '<' || operator === '>') && codeAt(scan, scan.pos + 1) === OPEN_PAREN;
  return !process || scan.dialect === 'sh';
}

/** Digits or `{name}` right before the operator. Anything else is left unread. */
function readDescriptor(scan: Scan): string | null {
  const start = scan.pos;
  let at = start;
  if (codeAt(scan, at) === OPEN_BRACE && isNameStart(codeAt(scan, at + 1))) {
    while (isNameRest(codeAt(scan, at + 1))) at += 1;
    at = codeAt(scan, at + 1) === CLOSE_BRACE ? at + 2 : start;
  } else {
    while (isDigit(codeAt(scan, at))) at += 1;
  }
  const next = codeAt(scan, at);
  if (at === start || (next !== LESS && next !== GREATER)) return null;
  scan.pos = at;
  return scan.text.slice(start, at);
}

/** True when a redirect may begin with this character, so that words are not tried in vain. */
export function mayBeginRedirect(code: number): boolean {
  return code === LESS || code === GREATER || code === AMPERSAND || code === OPEN_BRACE || isDigit(code);
}

function pendingDocument(scan: Scan, redirect: PendingDocument['redirect'], from: number): PendingDocument {
  const raw = scan.text.slice(from, scan.pos);
  redirect.quoted = raw.includes("'") || raw.includes('"') || raw.includes('\\');
  return { redirect, delimiter: unquote(redirect.target.parts, raw) };
}

/** The delimiter's text: only quotes are removed, nothing in it is expanded. */
function unquote(parts: readonly WordPart[], raw: string): string {
  if (parts.every((part) => part.kind === 'literal')) return parts.map((part) => part.value).join('');
  return [...raw].filter((letter) => letter !== "'" && letter !== '"' && letter !== '\\').join('');
}

/** Reads the bodies of the pending here-documents; the position is right after the line's end. */
export function readDocuments(scan: Scan): void {
  const pending = scan.pending;
  scan.pending = [];
  for (const document of pending) readDocument(scan, document);
}

function readDocument(scan: Scan, document: PendingDocument): void {
  const { redirect, delimiter } = document;
  const strip = redirect.operator === '<<-';
  const start = scan.pos;
  const { end, next } = findDocumentEnd(scan, delimiter, strip);
  const parts = redirect.quoted ? rawParts(scan, start, end) : expandedParts(scan, start, end);
  redirect.target = { span: spanOf(scan, start, end), parts: strip ? parts.map(stripTabs) : parts };
  scan.pos = next;
}

function findDocumentEnd(
  scan: Scan,
  delimiter: string,
  strip: boolean,
): { readonly end: number; readonly next: number } {
  let line = scan.pos;
  while (line < scan.end) {
    let from = line;
    if (strip) while (codeAt(scan, from) === TAB) from += 1;
    const found = scan.text.indexOf('\n', line);
    const lineEnd = found === -1 || found > scan.end ? scan.end : found;
    if (isDelimiter(scan, delimiter, { from, lineEnd })) return { end: line, next: Math.min(lineEnd + 1, scan.end) };
    line = lineEnd + 1;
  }
  return { end: scan.end, next: scan.end };
}

function isDelimiter(
  scan: Scan,
  delimiter: string,
  line: { readonly from: number; readonly lineEnd: number },
): boolean {
  const length = line.lineEnd - line.from;
  const carriage = length === delimiter.length + 1 && codeAt(scan, line.lineEnd - 1) === 13;
  return (length === delimiter.length || carriage) && startsWith(scan, delimiter, line.from);
}

function rawParts(scan: Scan, start: number, end: number): WordPart[] {
  if (start >= end) return [];
  return [{ kind: 'literal', value: scan.text.slice(start, end), quoted: true, span: spanOf(scan, start, end) }];
}

function expandedParts(scan: Scan, start: number, end: number): Word['parts'] {
  scan.pos = start;
  return within(scan, end, () => scan.readers.parts(scan, 'here-document'));
}

/** `<<-` removes the tabs at the start of each line; only the first part of the body begins at one. */
function stripTabs(part: WordPart, place: number): WordPart {
  if (part.kind !== 'literal') return part;
  const lines = part.value.split('\n').map((line, index) => (place + index === 0 || index > 0 ? dropTabs(line) : line));
  return { ...part, value: lines.join('\n') };
}

function dropTabs(line: string): string {
  let at = 0;
  while (line.charCodeAt(at) === TAB) at += 1;
  return line.slice(at);
}
