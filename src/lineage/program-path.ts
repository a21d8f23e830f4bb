import type { ProcessRecord } from './process-record.ts';

/** Programs whose first operand is the program that really runs. */
const INTERPRETERS: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun', 'deno']);

/**
 * The path of the program that a process runs, as it was started: the first argument, or the script of a JavaScript
 * runtime. Null when the command line is unknown or empty. Later arguments never count: they hold prompts and patterns.
 */
export function programPathOf(record: ProcessRecord): string | null {
  const argv = record.argv ?? record.argvText?.split(' ') ?? [];
  const [first] = argv;
  if (first === undefined || first === '') return null;
  if (!INTERPRETERS.has(baseName(first))) return first;
  return argv.slice(1).find((word) => word !== '' && !word.startsWith('-')) ?? first;
}

/** The name after the last slash, without the dash of a login shell and without `.exe`. */
export function baseName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/^-/, '');
  return name.toLowerCase().endsWith('.exe') ? name.slice(0, -4) : name;
}
