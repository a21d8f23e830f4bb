/** Which shell a text is for. */
import type { Dialect } from '../ast.ts';

/** `foreign`: a shell whose language is another one; its texts are left alone, and that is said. */
export type RecognizedShell =
  | { readonly kind: 'dialect'; readonly dialect: Dialect }
  | { readonly kind: 'foreign'; readonly name: string }
  | { readonly kind: 'unknown' };

/** ksh is read as bash, which is the nearest. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  bash: 'bash',
  rbash: 'bash',
  ksh: 'bash',
  ksh93: 'bash',
  mksh: 'bash',
  oksh: 'bash',
  lksh: 'bash',
  sh: 'sh',
  dash: 'sh',
  ash: 'sh',
  posh: 'sh',
  zsh: 'zsh',
  rzsh: 'zsh',
};
const FOREIGN: Readonly<Record<string, string>> = {
  fish: 'fish',
  pwsh: 'PowerShell',
  powershell: 'PowerShell',
  cmd: 'cmd',
  csh: 'csh',
  tcsh: 'csh',
  nu: 'Nushell',
  elvish: 'Elvish',
  xonsh: 'Xonsh',
};

/** By the program: a name, a path, a login name (`-zsh`), with or without `.exe` or a version (`bash-5.2`). */
export function recognizeShell(program: string): RecognizedShell {
  const base = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).toLowerCase();
  const name = withoutVersion(withoutSuffix(base.startsWith('-') ? base.slice(1) : base));
  const dialect = Object.hasOwn(DIALECTS, name) ? DIALECTS[name] : undefined;
  if (dialect !== undefined) return { kind: 'dialect', dialect };
  const foreign = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined;
  return foreign === undefined ? { kind: 'unknown' } : { kind: 'foreign', name: foreign };
}

function withoutSuffix(name: string): string {
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}

function withoutVersion(name: string): string {
  const dash = name.lastIndexOf('-');
  const version = dash > 0 && name.charCodeAt(dash + 1) >= 48 && name.charCodeAt(dash + 1) <= 57;
  return version ? name.slice(0, dash) : name;
}

/** By a script's first line: `#!/bin/bash -e`, `#!/usr/bin/env -S zsh -f`. Undefined when there is no such line. */
export function recognizeShebang(text: string): RecognizedShell | undefined {
  if (!text.startsWith('#!')) return undefined;
  const end = text.indexOf('\n');
  const words = text
    .slice(2, end === -1 ? undefined : end)
    .trim()
    .split(' ')
    .filter((word) => word !== '');
  const [program = ''] = words;
  if (!program.endsWith('/env') && program !== 'env') return recognizeShell(program);
  const named = words.slice(1).find((word) => !word.startsWith('-') && !word.includes('='));
  return recognizeShell(named ?? '');
}

const POWERSHELL_WORDS = ['$env:', '$true', '$false', '$null', 'start-sleep', 'foreach-object', 'where-object'];

/**
 * A guess about a text that is *not* valid in any of our dialects: is it PowerShell or fish? Never ask it about valid
 * text, so a word that both languages have does no harm. Undefined when it looks like neither.
 */
export function guessForeignShell(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (POWERSHELL_WORDS.some((word) => lower.includes(word))) return 'PowerShell';
  const commands = lower.replaceAll('\n', ';').split(';');
  return commands.some((command) => command.trim() === 'end') ? 'fish' : undefined;
}
