/**
 * Proves that the tables of trees agree with the shells themselves: what is complete there is accepted by the real shell,
 * what the real shell refuses is partial. zsh is asked where it is installed.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Groups } from './rows.ts';
import { BASH_ROWS } from './rows-bash.ts';
import { SH_ROWS } from './rows-sh.ts';
import { ZSH_ROWS } from './rows-zsh.ts';

type Judge = { readonly command: readonly string[]; readonly rows: Groups };

const JUDGES: readonly Judge[] = [
  { command: ['bash', '-O', 'extglob', '-n'], rows: BASH_ROWS },
  { command: ['dash', '-n'], rows: SH_ROWS },
  { command: ['zsh', '-f', '-n'], rows: ZSH_ROWS },
];
const installed = JUDGES.filter(({ command }) => spawnSync(command[0] ?? '', ['-c', ':']).status === 0);

/** Texts that are valid for the shell and not for us, or the other way round, each with the reason. */
const EXCEPTIONS = new Set<string>([
  // evaluated, and refused, only at run time
  '(( $n++ ))',
]);

it('has at least bash and a POSIX shell to ask', () => {
  expect(installed.length).toBeGreaterThanOrEqual(2);
});

describe.each(installed)('$command.0', ({ command, rows }) => {
  it.each(rows)('agrees about %s', (_, texts) => {
    const [program = '', ...options] = command;
    const disagreed = texts.filter(([text, tree]) => {
      const { stderr } = spawnSync(program, options, { input: text, encoding: 'utf8' });
      const accepted = !/error|unexpected|unterminated|expected/i.test(stderr);
      return accepted !== !tree.startsWith('partial: ') && !EXCEPTIONS.has(text);
    });
    expect(disagreed.map(([text]) => text)).toEqual([]);
  });
});
