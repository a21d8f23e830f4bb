import type { ProcessRecord } from './process-record.ts';
import { bareName, programPathOf } from './program-path.ts';

/** Whether a text may be what started this child. What is written out with all its words is told from other calls by them. */
export function isNamedIn(text: string, child: ProcessRecord): boolean {
  const words = wordsOf(text);
  const names = namesOf(child).filter((name) => words.has(name));
  return names.length > 0 && names.some((name) => mayBeCalled(text, name, argvWords(child)));
}

/** A process that sets its title may have all of them in one. */
function argvWords({ argv, argvText }: ProcessRecord): readonly string[] {
  return (argv ?? [argvText ?? '']).flatMap((word) => [word, ...word.split(/\s+/)]);
}

/** Whether one of the calls of a program in a text may be the one with these words. */
function mayBeCalled(text: string, name: string, argv: readonly string[]): boolean {
  const calls = callsOf(text, name);
  return (
    calls.length === 0 || calls.some((call) => !isPlain(call) || operandsOf(call).every((word) => argv.includes(word)))
  );
}

/** What stands behind a name, up to where its command ends. */
function callsOf(text: string, name: string): readonly string[] {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [...text.matchAll(new RegExp(`(?<![\\w.-])${escaped}(?=[\\s;&|)'"]|$)([^;&|\\n)]*)`, 'g'))].map(
    (match) => match[1] ?? '',
  );
}

/** Without anything that a shell would replace, and not inside a string. */
function isPlain(call: string): boolean {
  return !/[$`*?[\]{}~\\'"(]/.test(call.replace(/(["'])([\w./:=@%+,-]*)\1/g, '$2'));
}

/** The words of a plain call, without redirections. */
function operandsOf(call: string): readonly string[] {
  const words = call
    .replace(/(?:^|\s)#.*$/, '')
    .replace(/\d*(?:>>?|<)&?\s*[^\s<>]*/g, ' ')
    .replace(/["']/g, '')
    .split(/\s+/);
  return words.filter((word) => word !== '' && word !== 'do' && word !== 'then' && word !== 'done');
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
  return new Set(text.split(/[\s;&|(){}<>'"`$\\]+/).map((word) => bareName(word)));
}

/** Whether a process is a shell, by what it or its script is called. */
export function isShellByName(child: ProcessRecord): boolean {
  return namesOf(child).some((name) => SHELLS.has(name));
}
