import type { ProcessRecord } from './process-record.ts';
import { bareName, programPathOf } from './program-path.ts';

/** Whether a text may be what started this child. Two sleeps that are written out are told apart by how long they are. */
export function isNamedIn(text: string, child: ProcessRecord): boolean {
  const words = wordsOf(text);
  const names = namesOf(child).filter((name) => words.has(name));
  if (names.length === 0) return false;
  return names.some((name) => name !== 'sleep') || maySleepFor(text, child.argv?.slice(1) ?? []);
}

/** Whether one of the sleeps in a text may be the one with these operands. */
function maySleepFor(text: string, operands: readonly string[]): boolean {
  const written = [...text.matchAll(/\bsleep\s+([^\s;&|)]+)/g)].map((match) => (match[1] ?? '').replace(/["']/g, ''));
  const isPlain = written.length > 0 && written.every((operand) => /^[\d.]+[smhd]?$/.test(operand));
  return !isPlain || operands.length === 0 || operands.some((operand) => written.includes(operand));
}

/** How a command line may name a child: by its program, or by the script that an interpreter was given. */
function namesOf(child: ProcessRecord): readonly string[] {
  const [program = child.comm, operand = ''] = child.argv ?? child.argvText?.split(' ') ?? [];
  const name = bareName(program);
  const script = bareName(programPathOf(child) ?? operand);
  return SCRIPT_RUNNERS.has(name) && !operand.startsWith('-') ? [name, script, bareName(operand)] : [name, script];
}

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh']);
const SCRIPT_RUNNERS: ReadonlySet<string> = new Set([...SHELLS, 'python', 'python3', 'perl', 'ruby']);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/[\s;&|(){}<>'"`$]+/).map((word) => bareName(word)));
}

/** Whether a process is a shell, by what it or its script is called. */
export function isShellByName(child: ProcessRecord): boolean {
  return namesOf(child).some((name) => SHELLS.has(name));
}
