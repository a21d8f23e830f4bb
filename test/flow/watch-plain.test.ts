/** Proves what the lines of a watch without a screen give away. */
import { describe, expect, it } from 'vitest';
import { watchPlain } from '../../src/flow/watch-plain.ts';
import type { Watcher } from '../../src/flow/watcher.ts';
import { NOW, report, suspect } from '../view/suspects.ts';

const TYPED = 'until mysql --password=hunter2 -e x; do sleep 5; done';

async function linesOf(format: 'text' | 'json'): Promise<string> {
  const { decisive, ...rest } = suspect(7, { command: TYPED });
  const quoting = { ...decisive, reason: `it ends only when \`${TYPED}\` does` };
  const shown = { ...rest, decisive: quoting, findings: [quoting] };
  const watcher: Pick<Watcher, 'updates' | 'listen'> = {
    async *updates() {
      yield { atMs: NOW, report: report([shown]), changes: [{ kind: 'offender', suspect: shown }] };
    },
    listen(listener) {
      listener({ kind: 'step', suspect: shown, step: { kind: 'freezing' } });
      return () => undefined;
    },
  };
  const written: string[] = [];
  await watchPlain({
    watcher,
    periodMs: 2000,
    signal: new AbortController().signal,
    format,
    now: () => NOW,
    write: (text) => void written.push(text),
  });
  return written.join('');
}

describe('the lines of a watch', () => {
  it.each(['text', 'json'] as const)('mask secrets wherever the command is quoted, as %s', async (format) => {
    const lines = await linesOf(format);
    expect(lines.trimEnd().split('\n')).toHaveLength(2);
    expect(lines).toContain('--password=***');
    expect(lines).not.toContain('hunter2');
  });
});
