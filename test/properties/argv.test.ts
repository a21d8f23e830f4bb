// Whatever a command is and however a host quotes it, it comes back whole; no bytes make the recovery throw.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recoverScript } from '../../src/shell/argv.ts';

const quotings: Readonly<Record<string, (command: string) => string>> = {
  'double-quoted quotes': (command) => `'${command.replaceAll("'", `'"'"'`)}'`,
  'escaped quotes': (command) => `'${command.replaceAll("'", "'\\''")}'`,
  'double quotes': (command) => `"${command.replaceAll(/["\\$`]/g, '\\$&')}"`,
};
const tails = [
  '',
  ' < /dev/null',
  ' < /dev/null && pwd -P >| /tmp/claude-0a-cwd',
  ' \\< /dev/null && pwd -P >| /tmp/claude-0a-cwd',
];

// The launcher of an agent is left alone, so the words of a command never begin with one.
const command = fc
  .array(fc.constantFrom('echo', ' ', "'", '"', '\\', '$', '`', ';', '\n', '&&', ' < /dev/null', 'eval', ')', 'x'), {
    minLength: 1,
    maxLength: 30,
  })
  .map((parts) => `: ${parts.join('')}`);

const RUNS = { seed: 20261130, numRuns: 300 };

describe('recoverScript', () => {
  it.each(Object.keys(quotings))('undoes a wrapper with %s', (name) => {
    fc.assert(
      fc.property(command, fc.constantFrom(...tails), (wanted, tail) => {
        const payload = quotings[name]?.(wanted) ?? '';
        const script = `source /h/.claude/shell-snapshots/snapshot-bash-1-a.sh 2>/dev/null || true && eval ${payload}${tail}`;
        expect(recoverScript({ argv: ['/bin/bash', '-c', script] })).toMatchObject({
          kind: 'script',
          text: wanted,
          complete: true,
        });
        expect(recoverScript({ text: `/bin/bash -c ${script}` })).toMatchObject({ kind: 'script', text: wanted });
      }),
      RUNS,
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (argv) => {
        expect(recoverScript({ argv }).kind).toBeTypeOf('string');
        expect(recoverScript({ text: argv.join(' ') }).kind).toBeTypeOf('string');
      }),
      RUNS,
    );
  });
});
