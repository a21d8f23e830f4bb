import { planUninstall } from '../flow/install.ts';
import { findHost, hosts } from '../hosts/registry.ts';
import { hostFiles } from '../system/host-files.ts';
import type { Command } from './command.ts';
import { parseFlags } from './flags.ts';
import { carryOut, hookTarget, INSTALL_FLAGS, scopeOf } from './install-files.ts';
import { TIMER, uninstallTimer } from './timer-units.ts';

const help = `usage: lifetime-watch uninstall <host|timer> [...] [--project] [--dry-run]

Takes the hook out of a coding agent's own settings, and nothing else. When the file was not changed since the hook was
added, it is put back byte for byte.

  <host>        one of ${hosts.map(({ id }) => id).join(', ')}
  timer         the audit, every five minutes: a systemd user timer, or a launchd agent on macOS
  --project     the settings of the project in the current folder, instead of the user's
  --dry-run     print what would change, and change nothing
`;

export const command: Command = {
  help,
  flags: INSTALL_FLAGS,
  async run(argv, io) {
    const flags = parseFlags('uninstall', argv, INSTALL_FLAGS, {
      min: 1,
      max: hosts.length + 1,
      what: 'a host or timer',
    });
    const target = hookTarget();
    const scope = scopeOf(flags, io);
    const named = flags.operands.filter((name) => name !== TIMER);
    for (const name of named) findHost(name, TIMER);
    if (flags.operands.includes(TIMER)) uninstallTimer(flags, io);
    const plans = named.map((host) => planUninstall({ host, scope, env: io.env, target, files: hostFiles }));
    for (const plan of plans) carryOut(plan, flags, io);
    return 0;
  },
};
