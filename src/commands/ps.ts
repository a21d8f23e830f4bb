import { KnownError } from '../errors.ts';
import { openAnalyzer } from '../flow/analyzer.ts';
import { readPolicy } from '../flow/read-policy.ts';
import { scanOnce } from '../flow/scan-once.ts';
import { openMachine, settingsFrom } from '../flow/scan-setup.ts';
import { listStarted } from '../flow/scan-started.ts';
import { formatJsonLine } from '../view/json-text.ts';
import { formatStarted, startedToJson } from '../view/started-text.ts';
import type { Command, CommandIo, FlagTable } from './command.ts';
import { parseFlags } from './flags.ts';
import { pidOf } from './scan-flags.ts';

const flags = {
  session: { type: 'string' },
  pid: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies FlagTable;

const help = `usage: lifetime-watch ps [--session <id>] [--pid <agent>] [--json]

Lists what agent sessions have started and still runs: a tree for each session, with the id that 'lifetime-watch stop'
takes, its state (as in ps), age, CPU time (reaped children included), what policy says (ok: held to no limit, allowed: below
its limit, granted, or the action that is due), and when the command ends.

  --session <id>  only the session with this id, or the beginning of one
  --pid <agent>   only what this agent process started
  --json          one JSON object: {schema:1, sessions:[{id, host, state, agent, cwd, processes:[{id, pid, ppid, depth,
                  state, command, ageSeconds, cpuSeconds, bound, boundText, evidence, verdict, findings:[{kind, reason}],
                  limitSeconds, pastSeconds}]}]}

exit: 0, 2 usage or policy error, 3 the process table cannot be read
`;

/** `lifetime-watch ps`. */
export const command: Command = { help, flags, run };

async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = parseFlags('ps', argv, flags);
  const agentPid = pidOf('ps', given.text('pid'));
  const { policy, problems } = readPolicy({ env: io.env, cwd: io.cwd });
  const machine = await openMachine(io.env, await openAnalyzer({ oneShot: true, grammar: 'when-wanted' }));
  try {
    const settings = settingsFrom(policy, { armed: false, after: null, agentPid, dryRun: true });
    const looked = await scanOnce(machine, settings);
    for (const problem of [...problems, ...looked.problems]) io.err(`lifetime-watch: ${problem}\n`);
    const wanted = given.text('session') ?? '';
    const sessions = listStarted(looked.scan, machine.analyze).filter(({ session }) => session.id.startsWith(wanted));
    if (wanted !== '' && sessions.length === 0) {
      throw new KnownError(`ps: --session: no session begins with '${wanted}'`);
    }
    if (given.has('json')) io.out(formatJsonLine(startedToJson(sessions)));
    else if (sessions.length === 0) io.err('lifetime-watch: no agent runs, and none has left anything running\n');
    else io.out(formatStarted(sessions, io.stdoutIsTerminal ? io.columns : Number.POSITIVE_INFINITY));
    return 0;
  } finally {
    machine.close();
  }
}
