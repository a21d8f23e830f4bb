import { KnownError } from '../errors.ts';
import { openAnalyzer } from '../flow/analyzer.ts';
import { readPolicy } from '../flow/read-policy.ts';
import { keepHeapSmall } from '../flow/watch-heap.ts';
import { chooseOutput, type Output } from '../ui/terminal.ts';
import type { Command, CommandIo } from './command.ts';
import { type ParsedFlags, parseFlags } from './flags.ts';
import { armedBy, durationOf, pidOf } from './scan-flags.ts';
import { startListening } from './watch-listen.ts';
import { runWatch, type WatchRun } from './watch-session.ts';

const HELP = `usage: lifetime-watch [watch] [--plain | --json] [--interval <duration>] [--pid <agent>] [--session <id>]
                            [--after <duration>] [--enforce] [--policy <file>] [--ascii] [--listen <address>]

Watches what coding agents leave running: who is past policy, since when, at what cost, whose it is, what will happen.
On a terminal it is a screen (? shows its keys), elsewhere a line for each change.

  --plain               a line of text for each change, also on a terminal
  --json                a line of JSON for each change: {"schema":1,"at":...,"change":...}
  --interval <duration> between two scans; 2s unless told otherwise, at least 200ms as 0.2s
  --pid <agent>         only what belongs to the agent with this process id
  --session <id>        only the session with this id, or the beginning of one
  --after <duration>    this age limit instead of the policy's, for this run
  --enforce             armed: carries out the policy's actions; one armed watcher for each user
  --policy <file>       this policy file instead of the user's own
  --ascii               no character beyond ASCII on the screen
  --listen <address>    answer hooks there, too: the absolute path of a Unix socket, or 127.0.0.1:<port> for hosts that
                        call an HTTP hook (POST /hook/<host>, with a token). Installed hooks find a running watch by
                        themselves and are answered faster by it.

INK_SCREEN_READER=true gives a screen for screen readers, NO_COLOR=1 one without colours.

exit code: 0 left with q, 2 usage or policy error, 3 processes cannot be watched, 130 left with Ctrl-C
`;

const FLAGS = {
  plain: { type: 'boolean' },
  json: { type: 'boolean' },
  interval: { type: 'string' },
  pid: { type: 'string' },
  session: { type: 'string' },
  after: { type: 'string' },
  enforce: { type: 'boolean' },
  policy: { type: 'string' },
  ascii: { type: 'boolean' },
  listen: { type: 'string' },
} as const;

export const command: Command = { help: HELP, flags: FLAGS, run };

const SHORTEST_PERIOD = 0.2;
const LONGEST_PERIOD = 24 * 3600;

async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const flags = parseFlags('watch', argv, FLAGS);
  const periodMs = intervalOf('watch', flags, 2) * 1000;
  const agentPid = pidOf('watch', flags.text('pid'));
  const after = durationOf('watch', 'after', flags.text('after'));
  const effective = readPolicy({ env: io.env, cwd: io.cwd, file: flags.text('policy') });
  const { policy, problems } = effective;
  const { armed, notices } = armedBy(flags, effective);
  keepHeapSmall();
  const analyzer = await openAnalyzer({ grammar: 'when-wanted' });
  const listening = await startListening(flags.text('listen'), analyzer, io);
  const run: WatchRun = {
    io,
    periodMs,
    output: outputOf(flags, io),
    format: flags.has('json') ? 'json' : 'text',
    ascii: flags.has('ascii'),
    problems: [...problems, ...notices, ...listening.notices],
    request: {
      env: io.env,
      policy,
      analyzer,
      enforce: armed,
      after: after ?? null,
      agentPid,
      session: flags.text('session') ?? null,
    },
  };
  return runWatch(run).finally(listening.close);
}

/** A screen, unless lines were asked for or there is no terminal. */
export function outputOf(flags: ParsedFlags, io: CommandIo): Output {
  if (flags.has('plain') || flags.has('json')) return 'plain';
  return chooseOutput({
    stdinIsTerminal: process.stdin.isTTY === true,
    stdoutIsTerminal: io.stdoutIsTerminal,
    env: io.env,
  });
}

/** The seconds between scans. @throws KnownError when it is none or out of reason. */
export function intervalOf(command: string, flags: ParsedFlags, usual: number): number {
  const seconds = durationOf(command, 'interval', flags.text('interval')) ?? usual;
  if (seconds >= SHORTEST_PERIOD && seconds <= LONGEST_PERIOD) return seconds;
  throw new KnownError(`${command}: --interval: expected ${SHORTEST_PERIOD}s to 1d, got '${flags.text('interval')}'`);
}
