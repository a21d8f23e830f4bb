import { KnownError } from '../errors.ts';
import { chooseOne, SUPERVISOR } from '../flow/ledger-sessions.ts';
import { openLedger } from '../ledger/ledger.ts';
import { formatIdentity, type Identity, parseIdentity } from '../lineage/identity.ts';
import { formatDuration, parseDuration } from '../policy/duration.ts';
import type { Environment } from '../system/env.ts';
import { openProcesses } from '../system/open-processes.ts';
import { prepareSessionsFolder } from '../system/state-dir.ts';
import { parseFlags } from './flags.ts';
import { type LedgerCommand, repairSource, requireSupervisor, SESSION_FLAG, sessionsFor } from './ledger-command.ts';

const FLAGS = { ...SESSION_FLAG, for: { type: 'string' }, why: { type: 'string' } } as const;

export const grant: LedgerCommand = {
  flags: FLAGS,
  async run(argv, io) {
    const flags = parseFlags('ledger grant', argv, FLAGS, { min: 1, max: 1, what: '<pid@start>' });
    const [target = ''] = flags.operands;
    const seconds = parseTime(flags.text('for'));
    const why = flags.text('why')?.trim();
    if (why === undefined || why === '') throw new KnownError('ledger grant: expected --why with the reason');
    requireSupervisor(io.env, 'ledger grant');
    const process = await findProcess(io.env, target);
    const named = flags.text('session');
    // Without a session: every scan reads the grants of all ledgers.
    const { session, host } =
      named === undefined ? SUPERVISOR : chooseOne('ledger grant', await sessionsFor(io), named).shown;
    const untilMs = Date.now() + seconds * 1000;
    const ledger = openLedger({ ...repairSource, folder: prepareSessionsFolder(io.env), session, host });
    ledger.record({ kind: 'grant', process, untilMs, why });
    ledger.close();
    const until = new Date(Math.ceil(untilMs / 1000) * 1000).toISOString().replace('.000Z', 'Z');
    io.out(`${formatIdentity(process)} may run for another ${formatDuration(seconds)}, until ${until}\n`);
    return 0;
  },
};

function parseTime(text: string | undefined): number {
  const seconds = text === undefined ? undefined : parseDuration(text);
  if (seconds !== undefined && seconds > 0) return seconds;
  throw new KnownError(
    text === undefined
      ? 'ledger grant: expected --for with a duration such as 2h'
      : `ledger grant: --for: expected a duration such as 2h, got '${text}'`,
  );
}

/** The running process that is meant: a pid that was given to another one since is not it. */
async function findProcess(env: Environment, target: string): Promise<Identity> {
  const meant = parseIdentity(target, null);
  if (meant === undefined)
    throw new KnownError(`ledger grant: expected <pid@start> as listings print it, got '${target}'`);
  const source = await openProcesses(env);
  try {
    const reading = await source.read(meant.pid);
    if (reading.kind === 'unknown') throw new KnownError(`ledger grant: ${target} cannot be read: ${reading.why}`);
    const found = reading.kind === 'found' ? reading.record.identity : null;
    if (found?.startTicks !== meant.startTicks) throw new KnownError(`ledger grant: ${target} does not run any more`);
    return found ?? meant;
  } finally {
    source.close();
  }
}
