import { KnownError } from '../errors.ts';
import { openAnalyzer } from '../flow/analyzer.ts';
import { readPolicy } from '../flow/read-policy.ts';
import { scanOnce } from '../flow/scan-once.ts';
import { openMachine, settingsFrom } from '../flow/scan-setup.ts';
import { type Stopped, type Stopping, stopProcess } from '../flow/stop-process.ts';
import { parseIdentity } from '../lineage/identity.ts';
import { formatPlan, planToJson } from '../view/audit-text.ts';
import { formatJsonLine } from '../view/json-text.ts';
import { printable } from '../view/printable.ts';
import type { Command, CommandIo, FlagTable } from './command.ts';
import { type ParsedFlags, parseFlags } from './flags.ts';
import { uninterrupted } from './uninterrupted.ts';

const flags = {
  pause: { type: 'boolean' },
  resume: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const satisfies FlagTable;

const help = `usage: lifetime-watch stop <pid@start> [--pause | --resume] [--dry-run] [--json]

Ends exactly one process that an agent session started, and what runs below it. 'lifetime-watch ps' lists the ids. An id
names one process for good: unlike a pid or a pattern it can never hit another one. An agent can stop what its own session
started; agents, other users' processes and whatever nobody's session started are refused by name.

  --pause     stop it and leave it standing
  --resume    let it go on
  --dry-run   show what would be ended (paused, continued), and signal nothing
  --json      one JSON object: {schema:1, id, plan, outcome, detail}; the plan is {ends} (pauses, continues) or {refused}

exit: 0 done (or the plan was shown), 1 refused or it survived, 2 usage or policy error, 3 the process table cannot be read
`;

/** `lifetime-watch stop`. */
export const command: Command = { help, flags, run };

async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = parseFlags('stop', argv, flags, { min: 1, max: 1, what: '<pid@start>' });
  const [id = ''] = given.operands;
  const what = stopping(given);
  const { policy, problems } = readPolicy({ env: io.env, cwd: io.cwd });
  // What was meant to be protected may be what could not be read.
  if (problems.length > 0) throw new KnownError(`stop: the policy has mistakes: ${problems.join('; ')}`);
  const machine = await openMachine(io.env, await openAnalyzer({ oneShot: true, grammar: 'when-wanted' }));
  try {
    const target = parseIdentity(id, machine.self.bootId);
    if (target === undefined) {
      throw new KnownError(`stop: expected an id such as 4711@123456, as 'lifetime-watch ps' prints it, got '${id}'`);
    }
    const settings = settingsFrom(policy, { armed: true, after: null, agentPid: null, dryRun: given.has('dry-run') });
    const { scan } = await scanOnce(machine, settings);
    // What it is asked for by hand it does all the same.
    for (const line of scan.report.warnings ?? []) io.err(`lifetime-watch: ${line}\n`);
    const stopped = await uninterrupted(() => stopProcess(target, what, { machine, settings, scan }));
    return report(id, stopped, { what, given, io });
  } finally {
    machine.close();
  }
}

function stopping(given: ParsedFlags): Stopping {
  if (given.has('pause') && given.has('resume')) throw new KnownError('stop: --pause and --resume exclude each other');
  if (given.has('pause')) return 'pause';
  return given.has('resume') ? 'resume' : 'end';
}

const DONE: ReadonlySet<string> = new Set(['gone', 'paused', 'resumed']);

type Reporting = { readonly what: Stopping; readonly given: ParsedFlags; readonly io: CommandIo };

function report(id: string, { plan, outcome }: Stopped, { what, given, io }: Reporting): number {
  const done = outcome === null ? plan.kind === 'plan' : DONE.has(outcome.outcome);
  if (given.has('json')) {
    const told = {
      schema: 1,
      id,
      plan: planToJson(plan, what),
      outcome: outcome?.outcome ?? null,
      detail: outcome?.detail ?? null,
    };
    io.out(formatJsonLine(told));
  } else if (outcome !== null) {
    io.out(`${id} ${outcome.outcome}: ${printable(outcome.detail)}\n`);
  } else if (plan.kind === 'plan') {
    io.out(`${id} ${formatPlan(plan, what)}\n`);
  } else {
    io.err(`lifetime-watch: refused (${plan.refusal}): ${printable(plan.reason)}\n`);
  }
  return done ? 0 : 1;
}
