import { planInstall, registrationOf } from '../flow/install.ts';
import { findHost, hosts } from '../hosts/registry.ts';
import { hostFiles } from '../system/host-files.ts';
import { packageFiles } from '../system/package-files.ts';
import type { Command, CommandIo } from './command.ts';
import { parseFlags } from './flags.ts';
import { carryOut, hookTarget, INSTALL_FLAGS, scopeOf } from './install-files.ts';
import { installTimer, TIMER } from './timer-units.ts';

const help = `usage: lifetime-watch install <host|timer> [...] [--project] [--dry-run]

Adds the hook to a coding agent's own settings. Every other setting, comment and the order of keys stay as they are; the
text from before is kept beside the file. Doing it twice changes nothing.

  <host>        one of ${hosts.map(({ id }) => id).join(', ')}
  timer         the audit, every five minutes: a systemd user timer, or a launchd agent on macOS
  --project     the settings of the project in the current folder, instead of the user's
  --dry-run     print what would change, and change nothing
`;

export const command: Command = {
  help,
  flags: INSTALL_FLAGS,
  async run(argv, io) {
    const flags = parseFlags('install', argv, INSTALL_FLAGS, {
      min: 1,
      max: hosts.length + 1,
      what: 'a host or timer',
    });
    const target = hookTarget();
    const scope = scopeOf(flags, io);
    const named = flags.operands.filter((name) => name !== TIMER);
    for (const name of named) findHost(name, TIMER);
    if (flags.operands.includes(TIMER)) installTimer(flags, io);
    // All plans before the first change: one host that cannot be planned leaves the others alone.
    const plans = named.map((host) => planInstall({ host, scope, env: io.env, target, files: hostFiles }));
    for (const plan of plans) {
      carryOut(plan, flags, io);
      const { note } = registrationOf(plan.host);
      if (note !== '' && plan.before !== plan.after) io.out(`  ${note}\n`);
    }
    warnOfFleetingCopy(io);
    return 0;
  },
};

/** What npx runs lies in a cache that npm may empty at any time. */
function warnOfFleetingCopy(io: CommandIo): void {
  const { front } = packageFiles();
  if (!front.includes('_npx')) return;
  io.err(`lifetime-watch: ${front} lies in the cache of npx and may vanish; better: npm install -g lifetime-watch\n`);
}
