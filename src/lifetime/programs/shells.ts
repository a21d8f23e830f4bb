/** Shells and what runs shell text in the calling shell: bash, dash, zsh, fish ... , eval, source. */
import type { Dialect } from '../../shell/ast.ts';
import type { Describer } from './call.ts';
import { quickly } from './call.ts';
import type { CommandDescription } from './describe.ts';
import type { Invocation } from './invocation.ts';
import { isOn, optionGrammar, readOptions } from './option-reader.ts';

/** Each shell's name and the dialect that it reads. */
const SHELLS = {
  bash: 'bash',
  rbash: 'bash',
  ksh: 'bash',
  ksh93: 'bash',
  mksh: 'bash',
  lksh: 'bash',
  oksh: 'bash',
  yash: 'sh',
  sh: 'sh',
  dash: 'sh',
  ash: 'sh',
  posh: 'sh',
  zsh: 'zsh',
  rzsh: 'zsh',
  fish: 'other',
  pwsh: 'other',
  powershell: 'other',
  nu: 'other',
  xonsh: 'other',
  elvish: 'other',
  csh: 'other',
  tcsh: 'other',
  cmd: 'other',
} as const satisfies Record<string, Dialect | 'other'>;

const shells: ReadonlyMap<string, Dialect | 'other'> = new Map(Object.entries(SHELLS));

/** Every name of a shell. */
export const shellNames: readonly string[] = Object.keys(SHELLS);

/** The dialect of the shell called `name`; undefined when no shell is called so. */
export function shellDialect(name: string): Dialect | 'other' | undefined {
  return shells.get(name);
}

// In bash, ksh and zsh `-o` and `-O` take the next word, also at the end of a cluster; `-c` takes none: the text is the first operand.
const SHELL_OPTIONS = optionGrammar('o: O: rcfile= init-file= emulate=');

/** `bash -c TEXT name args`, `bash file args`, `bash -s args`, `bash`. */
export const describeShell: Describer = (call) => {
  const dialect = shellDialect(call.name);
  return dialect === undefined ? undefined : describeShellAt(call, dialect);
};

type Script = Extract<CommandDescription, { kind: 'script' }>;

/** The same for a shell that stands behind another program's word (`busybox sh`). */
export function describeShellAt(call: Invocation, dialect: Dialect | 'other'): CommandDescription {
  const reading = readOptions(call.operands, call.at + 1, { grammar: SHELL_OPTIONS, stop: true, plus: true });
  if (isOn(reading, 'help|version')) return quickly(call.name, 'it prints its help');
  if (isOn(reading, 'n|noexec')) return quickly(call.name, 'it only checks the syntax');
  const script = (source: Script['source'], argumentsFrom: number): Script => ({
    kind: 'script',
    name: call.name,
    dialect,
    source,
    inCaller: false,
    argumentsFrom,
    effect: {},
  });
  const rest = call.operands[reading.rest]?.value === '-' ? reading.rest + 1 : reading.rest;
  if (isOn(reading, 'c|command|Command') && rest < call.operands.length) {
    return script({ kind: 'operand', index: rest, joined: false }, rest + 2);
  }
  if (isOn(reading, 's')) return script({ kind: 'stdin' }, rest);
  if (rest >= call.operands.length) return script({ kind: 'stdin' }, rest);
  return script({ kind: 'file', index: rest }, rest + 1);
}

/** `eval A B` joins its words by blanks and runs them in the calling shell. */
export const describeEval: Describer = (call, context) => {
  const first = call.operands[call.at + 1]?.value === '--' ? call.at + 2 : call.at + 1;
  if (first >= call.operands.length) return quickly(call.name, 'it is given nothing to run');
  const source = { kind: 'operand', index: first, joined: true } as const;
  return { kind: 'script', name: call.name, dialect: context.dialect, source, inCaller: true, effect: {} };
};

/** `source file args` and `. file args` run a file in the calling shell. */
export const describeSource: Describer = (call, context) => {
  const first = call.operands[call.at + 1]?.value === '--' ? call.at + 2 : call.at + 1;
  if (first >= call.operands.length) return quickly(call.name, 'it is given no file');
  const source = { kind: 'file', index: first } as const;
  return {
    kind: 'script',
    name: call.name,
    dialect: context.dialect,
    source,
    inCaller: true,
    argumentsFrom: first + 1,
    effect: {},
  };
};
