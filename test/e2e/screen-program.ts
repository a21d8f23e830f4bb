/**
 * The real screen on a real terminal, over scripted scans: for what must not depend on the processes of this machine
 * (sizes, hostile text, crashes, load). The first argument names the script.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { watch } from '../../src/flow/watch.ts';
import type { ScanReport } from '../../src/lineage/scan-report.ts';
import { runScreen } from '../../src/ui/run-screen.tsx';
import { themeFor } from '../../src/ui/theme.ts';
import { EMPTY_LEDGER } from '../../src/view/watch-model.ts';
import { near, report, session, suspect } from '../view/suspects.ts';

const script = process.argv[2] ?? 'few';
let scans = 0;

/** What an argv can hold: a title, a cleared screen, a moved cursor, a C1 introducer, a bidi override, wide letters. */
export const HOSTILE =
  'until false; do echo "\u001b]0;PWNED\u0007\u001b[2J\u001b[1;1H\u009b31mRED \u202egnp.exe 完了 👩‍💻 é"; done';

function scan(): ScanReport {
  scans += 1;
  const loop = suspect(4711, { ageSeconds: 1000 + 2 * scans, pastSeconds: 100 + 2 * scans });
  switch (script) {
    case 'idle':
      return report([], { tookMilliseconds: 6 });
    case 'none':
      return report([], { sessions: [] });
    case 'hostile':
      return report([suspect(4711, { command: HOSTILE }), suspect(4800, { command: 'sleep infinity' })]);
    case 'many':
      return report(Array.from({ length: 2000 }, (_, index) => suspect(10_000 + index, { command: `loop ${index}` })));
    case 'crash':
      if (scans === 2) setTimeout(() => failLater(), 0);
      return report([loop]);
    case 'reject':
      if (scans === 2) void Promise.reject(new Error('planted rejection'));
      return report([loop]);
    case 'failing':
      if (scans > 1) throw new Error('/proc cannot be read');
      return report([loop]);
    default:
      return report([loop, near(4900, 300 - scans), suspect(4720, { command: 'sleep infinity' })], {
        sessions: [session()],
      });
  }
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}

function failLater(): void {
  throw new Error('planted failure');
}

const code = await runScreen({
  setting: { periodSeconds: 0.3, unarmedBecause: null, killGraceSeconds: 5, offsetMinutes: 0 },
  theme: themeFor(process.env, false),
  screenReader: process.env.INK_SCREEN_READER === 'true',
  notice: '',
  now: () => Date.now(),
  watcher: {
    ledger: () => EMPTY_LEDGER,
    listen: () => () => {},
    updates: (periodMs, signal) =>
      watch({ scan, liveness: async () => 'gone', now: () => Date.now(), wait }, periodMs, signal),
    actions: {
      reap: async () => null,
      pause: async () => null,
      resume: async () => null,
      grant: async () => null,
      explain: async () => ['because the test says so'],
    },
  },
});
process.stdout.write(`exit code ${code}\n`);
process.exitCode = code;
