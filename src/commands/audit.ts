import { KnownError } from '../errors.ts';
import { openAnalyzer } from '../flow/analyzer.ts';
import type { Audit } from '../flow/audit.ts';
import { maskSuspect } from '../flow/mask-suspect.ts';
import { readPolicy } from '../flow/read-policy.ts';
import { retireLedgers } from '../flow/retire-ledgers.ts';
import { runAudit } from '../flow/run-audit.ts';
import { type Machine, openMachine, settingsFrom } from '../flow/scan-setup.ts';
import type { Policy } from '../policy/policy.ts';
import { nodeFiles } from '../system/files.ts';
import { prepareSessionsFolder } from '../system/state-dir.ts';
import { type OffenderRow, offenderToJson } from '../view/audit-text.ts';
import { formatJsonLine } from '../view/json-text.ts';
import { formatOffenders } from '../view/offender-rows.ts';
import type { Command, CommandIo, FlagTable } from './command.ts';
import { type ParsedFlags, parseFlags } from './flags.ts';
import { armedBy, durationOf, pidOf } from './scan-flags.ts';
import { uninterrupted } from './uninterrupted.ts';

const flags = {
  pid: { type: 'string' },
  json: { type: 'boolean' },
  enforce: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  verbose: { type: 'boolean', short: 'v' },
  after: { type: 'string' },
  policy: { type: 'string' },
} as const satisfies FlagTable;

const help = `usage: lifetime-watch audit [flags]

One scan of what agents have left running, made for cron: silent when there is nothing.
Offenders go to standard output, diagnostics to standard error.

  --pid <agent>       only what this agent process started
  --enforce           arm the policy: by default, end loops that are past their limit
  --dry-run           show what would be ended, and signal nothing
  --after <duration>  age limit for this run, in place of the policy's (2s, 15m, 1h30m)
  --policy <file>     the user policy file
  --json              one JSON object
  -v, --verbose       say what was looked at, and give each process lines of its own

exit: 0 clean, 1 offenders, 2 usage or policy error, 3 the scan failed or was partial

A finding must hold in two looks before anything is done: the last audit's, or one a second later. One audit acts on five
trees at the most, the smallest first, and leaves the rest for the next. Offenders of one session that are alike are one row
with a count.
JSON: {schema:1, status, scanned, problems, offenders:[{id, pid, ppid, command, findings:[{kind, reason}],
ageSeconds, cpuSeconds, limitSeconds, limitKind: "age"|"cpu"|"bound"|"orphan", decisive (the kind of finding that counts),
session, host, evidence, action, armedAction (once armed), state: "near"|"pending"|"offender", held?, outcome?,
outcomeDetail?, deferred?, plan?}]}
`;

/** `lifetime-watch audit`. */
export const command: Command = { help, flags, run };

const SCHEMA = 1;
const EXIT = { clean: 0, offenders: 1, usage: 2, failed: 3 } as const;

async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = parseFlags('audit', argv, flags);
  const agentPid = pidOf('audit', given.text('pid'));
  const after = durationOf('audit', 'after', given.text('after')) ?? null;
  const { policy, problems, ignored } = readPolicy({ env: io.env, cwd: io.cwd, file: given.text('policy') });
  const { armed, notices } = armedBy(given, { policy, problems });
  const named = given.has('verbose') ? ignored : [];
  for (const line of [...problems, ...notices, ...named])
    io.err(`lifetime-watch: ${line}
`);
  const settings = settingsFrom(policy, { armed, after, agentPid, dryRun: given.has('dry-run') });
  try {
    const machine = await openMachine(io.env, await openAnalyzer({ oneShot: true, grammar: 'when-wanted' }));
    try {
      const audit = await (armed ? uninterrupted(() => runAudit(machine, settings)) : runAudit(machine, settings));
      if (!given.has('dry-run')) await tidy(machine, policy.retention, io);
      return report(audit, { io, given, policyProblems: problems });
    } finally {
      machine.close();
    }
  } catch (error) {
    if (!(error instanceof KnownError) || error.exitCode !== EXIT.failed || !given.has('json')) throw error;
    io.err(`lifetime-watch: ${error.message}\n`);
    return printJson(io, { status: 'failed', scanned: 0, problems: [error.message], offenders: [] }, EXIT.failed);
  }
}

/** Cron is the one that comes by every day. */
async function tidy({ source, clock }: Machine, retention: Policy['retention'], { env }: CommandIo): Promise<void> {
  const folder = prepareSessionsFolder(env);
  await retireLedgers({ files: nodeFiles, folder, processes: source, retention, nowMs: clock.wallMs() });
}

type Reporting = { readonly io: CommandIo; readonly given: ParsedFlags; readonly policyProblems: readonly string[] };

function report(result: Audit, { io, given, policyProblems }: Reporting): number {
  const { status, scanned, problems, sessions, suspects, tookMilliseconds } = result.scan.report;
  const always = [...result.problems, ...result.released];
  const said = [...problems, ...always];
  const rows = result.offenders.map(masked);
  const exit = exitCode(status, policyProblems);
  const dryRun = given.has('dry-run');
  if (given.has('json')) {
    const offenders = rows.map((row) => offenderToJson(row, dryRun));
    return printJson(io, { status, scanned, problems: [...policyProblems, ...said], offenders }, exit);
  }
  const loud = given.has('verbose') || status === 'partial';
  for (const line of loud ? said : always) io.err(`lifetime-watch: ${line}\n`);
  if (given.has('verbose')) {
    const names = sessions.map(({ id, host, state }) => `${host} ${id} (${state})`).join(', ') || 'none';
    const near = suspects.length - rows.length;
    io.err(`lifetime-watch: ${scanned} processes in ${Math.round(tookMilliseconds)} ms; sessions: ${names}\n`);
    io.err(`lifetime-watch: ${rows.length} offenders, ${near} within their limits\n`);
  }
  if (rows.length > 0) io.out(formatOffenders(rows, { showPlan: dryRun, each: given.has('verbose') }));
  return exit;
}

function exitCode(status: Audit['scan']['report']['status'], policyProblems: readonly string[]): number {
  if (status === 'partial' || status === 'failed') return EXIT.failed;
  if (policyProblems.length > 0) return EXIT.usage;
  return EXIT[status];
}

function printJson(io: CommandIo, body: object, exit: number): number {
  io.out(formatJsonLine({ schema: SCHEMA, ...body }));
  return exit;
}

/** Cron mails what it prints. */
function masked(row: OffenderRow): OffenderRow {
  return { ...row, suspect: maskSuspect(row.suspect) };
}
