/** `install timer` and `uninstall timer`: the audit's units, beside the hosts. */
import { KnownError } from '../errors.ts';
import { planTimer, planTimerRemoval, type TimerRequest, timerNote } from '../flow/install-timer.ts';
import { hostFiles } from '../system/host-files.ts';
import { packageFiles } from '../system/package-files.ts';
import type { CommandIo } from './command.ts';
import type { ParsedFlags } from './flags.ts';
import { carryOut } from './install-files.ts';

/** The operand that means the timer instead of a host. */
export const TIMER = 'timer';

export function installTimer(flags: ParsedFlags, io: CommandIo): void {
  const plans = planTimer(requestOf(flags, io));
  for (const plan of plans) carryOut(plan, flags, io);
  if (plans.some(({ before, after }) => before !== after))
    io.out(`  to start it: ${timerNote(process.platform, false)}\n`);
}

export function uninstallTimer(flags: ParsedFlags, io: CommandIo): void {
  const plans = planTimerRemoval(requestOf(flags, io));
  if (plans.some(({ before }) => before !== null) && process.platform === 'linux') {
    io.out('  stop it first, if it runs: systemctl --user disable --now lifetime-watch-audit.timer\n');
  }
  for (const plan of plans) carryOut(plan, flags, io);
  if (plans.some(({ before, after }) => before !== after)) io.out(`  then: ${timerNote(process.platform, true)}\n`);
}

function requestOf(flags: ParsedFlags, io: CommandIo): TimerRequest {
  if (flags.has('project')) throw new KnownError('timer: is the user’s own and knows no --project');
  return { platform: process.platform, env: io.env, files: hostFiles, program: [process.execPath, packageFiles().cli] };
}
