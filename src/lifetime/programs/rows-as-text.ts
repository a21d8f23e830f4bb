/**
 * The rows as text, of which only those are made that are looked up: a hook asks for a few, and making all of them takes
 * longer than judging its command.
 */
import type { ProgramRow } from './program-row.ts';
import type { RowLookup } from './rows-by-name.ts';

/** `names`: ` name=from+length` for each name, where its row stands in `rows`, which need not be in memory. */
export type RowsText = { readonly names: string; readonly rows: { slice(from: number, to: number): string } };

/** Writes rows, which are data but for patterns and sets, as JSON in ASCII; without their examples. */
export function formatRows(rows: readonly ProgramRow[]): { readonly names: string; readonly rows: string } {
  let names = ' ';
  let text = '';
  for (const row of rows) {
    const { catches: _, spares: __, ...told } = row;
    const json = JSON.stringify(told, encode).replace(/[^ -~]/g, escaped);
    for (const name of row.names) names += `${name}=${text.length}+${json.length} `;
    text += json;
  }
  return { names, rows: text };
}

const PATTERN = '$pattern';
const SET = '$set';

function encode(key: string, value: unknown): unknown {
  if (value instanceof RegExp) return { [PATTERN]: [value.source, value.flags] };
  if (value instanceof Set) return { [SET]: [...value] };
  const kind = Object.prototype.toString.call(value);
  if (/^\[object (?:Object|Array|String|Boolean)\]$/.test(kind) || Number.isFinite(value)) return value;
  throw new Error(`a row cannot be written as text: ${key} is ${kind}`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Finds rows in such a text. */
export function rowsIn({ names, rows }: RowsText): RowLookup {
  const made = new Map<string, ProgramRow | undefined>();
  const get = (name: string): ProgramRow | undefined => {
    if (!made.has(name)) made.set(name, find(name));
    return made.get(name);
  };
  const find = (name: string): ProgramRow | undefined => {
    const at = /^[^ =]+$/.test(name) ? names.indexOf(` ${name}=`) : -1;
    if (at < 0) return undefined;
    const from = Number.parseInt(names.slice(at + name.length + 2), 10);
    const length = Number.parseInt(names.slice(names.indexOf('+', at) + 1), 10);
    return JSON.parse(rows.slice(from, from + length), revive) as ProgramRow;
  };
  return { get, has: (name) => get(name) !== undefined };
}

function revive(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (SET in value) return new Set(value[SET] as readonly string[]);
  if (!(PATTERN in value)) return value;
  const [source, flags] = value[PATTERN] as readonly [string, string];
  return new RegExp(source, flags);
}
