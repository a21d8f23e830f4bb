/** Proves that what `--help` says of the flags is what each command accepts. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.ts';

const files = readdirSync('src/commands').filter((file) =>
  /^export const command\b/m.test(readFileSync(`src/commands/${file}`, 'utf8')),
);
const commands: readonly (readonly [string, Command])[] = await Promise.all(
  files.map(async (file) => [file.replace('.ts', ''), (await import(`../../src/commands/${file}`)).command] as const),
);

describe.each(commands)('%s', (name, { help, flags }) => {
  const said = new Set([...help.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, flag]) => flag ?? ''));

  it('explains every flag that it takes', () => {
    expect(Object.keys(flags).filter((flag) => !said.has(flag))).toEqual([]);
  });
  it('takes every flag that it explains', () => {
    expect([...said].filter((flag) => flag !== 'help' && !(flag in flags))).toEqual([]);
  });
  it('begins with its usage', () => {
    expect(help).toMatch(new RegExp(`^usage: lifetime-watch(?: \\[?${name.split('-')[0]}| )`));
    expect(help.endsWith('\n')).toBe(true);
  });
});
