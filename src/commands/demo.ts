import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnalyzer } from '../flow/analyzer.ts';
import type { WatchUpdate } from '../flow/watch.ts';
import { type StandIn, startStandIn } from '../flow/watch-demo.ts';
import { keepHeapSmall } from '../flow/watch-heap.ts';
import { DEFAULT_POLICY } from '../policy/policy.ts';
import type { Command, CommandIo } from './command.ts';
import { parseFlags } from './flags.ts';
import { durationOf } from './scan-flags.ts';
import { intervalOf, outputOf } from './watch.ts';
import { runWatch } from './watch-session.ts';

const HELP = `usage: lifetime-watch demo [--after <duration>] [--interval <duration>] [--enforce] [--plain | --json] [--ascii]

Starts a harmless stand-in for an agent that leaves loops running, and watches it: within seconds they are flagged. The
loops end with the stand-in, and that ends with the demo, however it ends. Your own ledger and policy are not touched.
Without a terminal it ends by itself when it has shown a flag.

  --after <duration>    when a loop counts as a runaway; 5s unless told otherwise
  --interval <duration> between two scans; 1s unless told otherwise
  --enforce             armed: ends the loops, too
  --plain               lines of text instead of the screen
  --json                lines of JSON instead of the screen
  --ascii               no character beyond ASCII on the screen

exit code: 0 left with q, or the flag was shown; 2 usage error; 3 processes cannot be watched; 130 left with Ctrl-C
`;

const FLAGS = {
  after: { type: 'string' },
  interval: { type: 'string' },
  enforce: { type: 'boolean' },
  plain: { type: 'boolean' },
  json: { type: 'boolean' },
  ascii: { type: 'boolean' },
} as const;

export const command: Command = { help: HELP, flags: FLAGS, run };

const ENDING_MS = 3000;

async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const flags = parseFlags('demo', argv, FLAGS);
  const after = durationOf('demo', 'after', flags.text('after')) ?? 5;
  const periodMs = intervalOf('demo', flags, 1) * 1000;
  keepHeapSmall();
  const analyzer = await openAnalyzer({ grammar: 'when-wanted' });
  const enforce = flags.has('enforce');
  return withStandIn(async (standIn, stateFolder) =>
    runWatch({
      io,
      periodMs,
      output: outputOf(flags, io),
      format: flags.has('json') ? 'json' : 'text',
      ascii: flags.has('ascii'),
      problems: [],
      request: {
        env: { ...io.env, LIFETIME_WATCH_STATE_DIR: stateFolder },
        policy: DEFAULT_POLICY,
        analyzer,
        enforce,
        after,
        agentPid: standIn.pid,
        session: null,
      },
      enough: (update) => hasShown(update, enforce),
    }),
  );
}

/** With plain lines the demo is over when it has shown what it is about: the flag, or the end when it is armed. */
function hasShown({ changes }: WatchUpdate, enforce: boolean): boolean {
  return changes.some(({ kind }) => kind === (enforce ? 'ended' : 'offender'));
}

/** Whatever ends the demo, nothing of it stays: a signal and an exception come by `exit`, a kill by the closed pipe. */
async function withStandIn(use: (standIn: StandIn, stateFolder: string) => Promise<number>): Promise<number> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'lifetime-watch-demo-'));
  const standIn = await startStandIn(stateFolder).catch((error: unknown) => {
    rmSync(stateFolder, { recursive: true, force: true });
    throw error;
  });
  const cleanUp = () => {
    standIn.endNow();
    rmSync(stateFolder, { recursive: true, force: true });
  };
  process.once('exit', cleanUp);
  try {
    return await use(standIn, stateFolder);
  } finally {
    standIn.endNow();
    await Promise.race([standIn.ended, new Promise((resolve) => setTimeout(resolve, ENDING_MS).unref())]);
    cleanUp();
    process.removeListener('exit', cleanUp);
  }
}
