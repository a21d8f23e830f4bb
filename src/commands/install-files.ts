/** What `install` and `uninstall` share: flags, the files that are meant, and saying what was done. */
import { applyPlan, backupOf, type InstallPlan, type InstallScope } from '../flow/install.ts';
import type { HookTarget } from '../hosts/registration.ts';
import { hostFiles } from '../system/host-files.ts';
import { packageFiles } from '../system/package-files.ts';
import { formatLineDiff } from '../view/line-diff.ts';
import type { CommandIo, FlagTable } from './command.ts';
import type { ParsedFlags } from './flags.ts';

export const INSTALL_FLAGS = {
  project: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const satisfies FlagTable;

export function scopeOf(flags: ParsedFlags, io: CommandIo): InstallScope {
  return flags.has('project') ? { kind: 'project', root: io.cwd } : { kind: 'user' };
}

/** What hosts are told to run: the front where there is a POSIX shell, else the hook itself. */
export function hookTarget(): HookTarget {
  const { front, hook, plugins } = packageFiles();
  const command = process.platform === 'win32' ? `node "${hook}"` : `sh '${front.replaceAll("'", "'\\''")}'`;
  return { command, plugins };
}

/** Carries a plan out, or shows it. */
export function carryOut(plan: InstallPlan, flags: ParsedFlags, io: CommandIo): void {
  const { host, file, before, after, backup } = plan;
  if (before === after) {
    io.out(`${host}: nothing to change in ${file}\n`);
    return;
  }
  if (flags.has('dry-run')) {
    io.out(formatLineDiff(file, before, after));
    return;
  }
  applyPlan(plan, hostFiles);
  const done = before === null ? 'written' : after === null ? 'removed' : 'changed';
  const kept = backup.kind === 'write' ? `, the text before is in ${backupOf(file)}` : '';
  io.out(`${host}: ${file} ${done}${kept}\n`);
}
