import { dialectOf, readShellLine } from '../shell/argv-shell.ts';
import type { ProcessRecord } from './process-record.ts';

/** Programs whose first operand is the program that really runs. */
const INTERPRETERS: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun', 'deno', 'python', 'python3']);
/** Their options that take program text: no path follows. */
const TEXT_OPTIONS: ReadonlySet<string> = new Set(['-e', '--eval', '-p', '--print', '-c', '-m', '-']);

/**
 * The path of the program that a process runs, as it was started: the first argument, or the script of an
 * interpreter. Null when the command line is unknown or empty. Later arguments never count: they hold prompts and patterns.
 */
export function programPathOf(record: ProcessRecord): string | null {
  const argv = record.argv ?? record.argvText?.split(' ') ?? [];
  const first = argv[0];
  if (first === undefined || first === '') return null;
  if (!INTERPRETERS.has(bareName(first))) return first;
  for (const word of argv.slice(1)) {
    if (TEXT_OPTIONS.has(word)) return first;
    if (word !== '' && !word.startsWith('-')) return word;
  }
  return first;
}

/** The name after the last slash, without the dash of a login shell and without `.exe`. */
export function bareName(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  const name = path.slice(path[start] === '-' ? start + 1 : start);
  return name.toLowerCase().endsWith('.exe') ? name.slice(0, -4) : name;
}

/** Where in a shell's words a script file stands that only its working folder can find; undefined: there is none. */
export function relativeScript(argv: readonly string[]): number | undefined {
  if (argv.length < 2 || dialectOf(bareName(argv[0] ?? '')) === undefined) return undefined;
  const line = readShellLine(argv, 0);
  return line.kind === 'file' && argv[line.file]?.startsWith('/') === false ? line.file : undefined;
}
