import { createInterface } from 'node:readline/promises';
import { chooseSessions } from '../flow/ledger-sessions.ts';
import { applyRepair, planRepair, type RepairPlan } from '../ledger/repair.ts';
import { nodeFiles } from '../system/files.ts';
import { printable } from '../view/printable.ts';
import type { CommandIo } from './command.ts';
import { parseFlags } from './flags.ts';
import { type LedgerCommand, repairSource, requireSupervisor, SESSION_FLAG, sessionsFor } from './ledger-command.ts';

const FLAGS = { ...SESSION_FLAG, yes: { type: 'boolean', short: 'y' } } as const;

export const repair: LedgerCommand = {
  flags: FLAGS,
  async run(argv, io) {
    const flags = parseFlags('ledger repair', argv, FLAGS);
    const chosen = chooseSessions(await sessionsFor(io), flags.text('session'));
    const plans = chosen.flatMap(({ paths }) => planRepair(repairSource, paths) ?? []);
    if (plans.length === 0) {
      io.out('Nothing to repair: every ledger can be read.\n');
      return 0;
    }
    for (const plan of plans) io.out(printable(explain(plan)));
    if (!flags.has('yes') && !(await agrees(io))) {
      io.out('Nothing was changed; --yes repairs without asking.\n');
      return 1;
    }
    requireSupervisor(io.env, 'ledger repair');
    for (const plan of plans) {
      applyRepair(nodeFiles, plan);
      io.out(`Repaired ${plan.paths.log}; the damaged file is ${plan.keptAs}\n`);
    }
    return 0;
  },
};

/** What is wrong, what a repair would keep and lose, and what is left to do. */
function explain({ paths, entries, losses, hold, keptAs }: RepairPlan): string {
  const lines = [
    `${paths.log}`,
    ...losses.map(({ line, lost }) => `  ${line === 0 ? 'at the end' : `line ${line}`}: ${lost}`),
    `  ${entries} ${entries === 1 ? 'entry' : 'entries'} can be read and stay; the damaged file is kept as ${keptAs}.`,
    hold === null
      ? '  What is lost took no places.'
      : `  What is lost may have taken places, so all of them count as taken until the session ends or you run\n` +
        `    lifetime-watch ledger release ${hold} --why '...'`,
    ...(losses.some(({ mayHaveGranted }) => mayHaveGranted)
      ? ['  A grant may be among it: until you grant it again, what it let run on can be ended after the repair.']
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

async function agrees(io: CommandIo): Promise<boolean> {
  if (!('isTTY' in io.stdin) || io.stdin.isTTY !== true) return false;
  const lines = createInterface({ input: io.stdin });
  io.out('Repair? [y/N] ');
  try {
    for await (const line of lines) return /^y(es)?$/i.test(line.trim());
    return false;
  } finally {
    lines.close();
  }
}
