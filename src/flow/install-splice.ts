/** Adding and removing one member of a JSON text with comments, without touching a byte of its neighbours. */
import { createScanner, type Node } from 'jsonc-parser';

/** What is added: an element of a list (`key` null) or a member of an object. */
export type Addition = { readonly key: string | null; readonly value: unknown };

type Splice = { readonly from: number; readonly to: number; readonly text: string };

/** The text with the addition as the last child of `container`, written like what stands around it. */
export function appendChild(text: string, container: Node, addition: Addition): string {
  const last = container.children?.at(-1);
  const close = container.offset + container.length - 1;
  const end = last === undefined ? container.offset + 1 : last.offset + last.length;
  const comma = last === undefined ? null : findComma(text, end);
  // After the comments that follow the last child, before the blanks that precede the closing bracket.
  const at = container.offset + 1 + text.slice(container.offset + 1, close).trimEnd().length;
  const written = writeChild(text, container, addition) + (comma === null ? '' : ',');
  const separator = last === undefined || comma !== null ? [] : [{ from: end, to: end, text: ',' }];
  return splice(text, [...separator, { from: at, to: last === undefined ? close : at, text: written }]);
}

/** The text without this child of `container`, its comma and the blanks before it. */
export function removeChild(text: string, container: Node, child: Node): string {
  const end = child.offset + child.length;
  const from = startOfBlanks(text, child.offset);
  const following = findComma(text, end);
  if (following !== null) {
    const first = container.children?.[0] === child && !text.slice(from, child.offset).includes('\n');
    const to = first && text[following + 1] === ' ' ? following + 2 : following + 1;
    return splice(text, [{ from: first ? child.offset : from, to, text: '' }]);
  }
  const before = container.children?.[(container.children?.indexOf(child) ?? 0) - 1];
  const preceding = before === undefined ? null : findComma(text, before.offset + before.length);
  const comma = preceding === null ? [] : [{ from: preceding, to: preceding + 1, text: '' }];
  return splice(text, [...comma, { from, to: end, text: '' }]);
}

/** The comma after a child, comments and blanks skipped; null when there is none. */
function findComma(text: string, from: number): number | null {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    const token = text.slice(at, at + scanner.getTokenLength());
    if (token === ',') return at;
    const skipped = token.startsWith('//') || token.startsWith('/*') || (token !== '' && token.trim() === '');
    if (!skipped) return null;
  }
}

/** Back over blanks and at most one end of line. */
function startOfBlanks(text: string, offset: number): number {
  const blanks = /\r?\n?[ \t]*$/.exec(text.slice(0, offset));
  return offset - (blanks?.[0].length ?? 0);
}

/** On one line when its container is, else on lines of its own. */
function writeChild(text: string, container: Node, { key, value }: Addition): string {
  const whole = text.slice(container.offset, container.offset + container.length);
  const isRoot = container.parent === undefined;
  const first = container.children?.[0];
  if (!whole.includes('\n') && !(isRoot && first === undefined)) {
    const space = first === undefined || /^.\s/.test(whole) ? ' ' : '';
    const name = key === null ? '' : `${JSON.stringify(key)}:${space}`;
    const tail = first === undefined ? ' ' : '';
    return `${space}${name}${JSON.stringify(value)}${tail}`;
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const outer = indentOf(text, container.offset);
  const indent = first === undefined ? outer + unit : indentOf(text, first.offset);
  const pretty = JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
  const name = key === null ? '' : `${JSON.stringify(key)}: `;
  return `${eol}${indent}${name}${pretty}${first === undefined ? `${eol}${outer}` : ''}`;
}

/** The blanks at the beginning of the line that the offset is on. */
function indentOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function splice(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, text: inserted } of [...splices].sort((one, other) => one.from - other.from)) {
    result += text.slice(at, from) + inserted;
    at = to;
  }
  return result + text.slice(at);
}
