/** Numbers of arithmetic. */
import type { Arithmetic } from '../ast.ts';
import { isNameRest } from './characters.ts';
import { codeAt, type Scan, spanOf, startsWith } from './scan.ts';

/** Reads the number at the position; null when it is none. */
export function readNumber(scan: Scan): Arithmetic | null {
  const start = scan.pos;
  const zsh = scan.dialect === 'zsh';
  while (isNameRest(codeAt(scan, scan.pos)) || (zsh && codeAt(scan, scan.pos) === 46)) scan.pos += 1;
  if (startsWith(scan, '#')) {
    scan.pos += 1;
    while (isNameRest(codeAt(scan, scan.pos)) || codeAt(scan, scan.pos) === 64) scan.pos += 1;
  }
  const text = scan.text.slice(start, scan.pos);
  const value = parseNumber(text, zsh);
  if (value === null) return null;
  const span = spanOf(scan, start, scan.pos);
  return text.includes('.') ? { kind: 'number', value, fraction: true, span } : { kind: 'number', value, span };
}

/** `12`, `0x1f`, `017` (octal, but not to zsh), `2#101`, and zsh's `6.5`; null when it is no number. */
function parseNumber(text: string, zsh: boolean): number | null {
  const hash = text.indexOf('#');
  if (hash !== -1) return parseDigits(text.slice(hash + 1), Number(text.slice(0, hash)));
  if (text.includes('.')) return Number.isFinite(Number(text)) ? Number(text) : null;
  if (text.startsWith('0x') || text.startsWith('0X')) return parseDigits(text.slice(2), 16);
  return parseDigits(text, !zsh && text.startsWith('0') && text.length > 1 ? 8 : 10);
}

function parseDigits(text: string, base: number): number | null {
  if (text === '' || !(base >= 2 && base <= 36)) return null;
  let value = 0;
  for (const digit of text.toLowerCase()) {
    const worth = '0123456789abcdefghijklmnopqrstuvwxyz'.indexOf(digit);
    if (worth < 0 || worth >= base) return null;
    value = value * base + worth;
  }
  return value;
}
