/** PURE: the doctor's findings for people. */
import { printable } from './printable.ts';

export type ShownCheck = {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly fix: string | null;
};

const MARKS = { ok: 'ok  ', warn: '?   ', fail: 'FAIL' } as const;

/** A line for each check, and what to mend first. */
export function formatCheckUp(checks: readonly ShownCheck[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(({ name, status, text }) => `${MARKS[status]} ${name.padEnd(width)}  ${text}`);
  const first = checks.find(({ status }) => status === 'fail');
  const end = first === undefined ? 'all is well' : `mend first: ${first.name}: ${first.fix ?? first.text}`;
  return `${[...lines, '', end].map(printable).join('\n')}\n`;
}
