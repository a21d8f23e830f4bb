import type { ProcessRecord } from './process-record.ts';
import { baseName } from './program-path.ts';

/**
 * Programs that host other people's sessions. What runs below one belongs to whoever attached to it, so neither descent
 * nor an inherited environment proves an owner there, and none of them is ever an offender.
 */
const SESSION_HOSTS = {
  tmux: 'a terminal multiplexer',
  screen: 'a terminal multiplexer',
  SCREEN: 'a terminal multiplexer',
  zellij: 'a terminal multiplexer',
  dtach: 'a terminal multiplexer',
  abduco: 'a terminal multiplexer',
  mosh: 'a remote login',
  'mosh-server': 'a remote login',
  sshd: 'a remote login',
  'sshd-session': 'a remote login',
  login: 'a login',
  dropbear: 'a remote login',
  systemd: 'a service manager',
  launchd: 'a service manager',
  cron: 'a scheduler',
  crond: 'a scheduler',
  atd: 'a scheduler',
  dockerd: 'a container runtime',
  containerd: 'a container runtime',
  'containerd-shim-runc-v2': 'a container runtime',
  conmon: 'a container runtime',
} as const satisfies Readonly<Record<string, string>>;

/** What kind of session host a process is; undefined: none. `tmux: server` is how its server names itself. */
export function sessionHost(record: ProcessRecord): string | undefined {
  const names: Readonly<Record<string, string>> = SESSION_HOSTS;
  const first = record.argv?.[0] ?? record.argvText ?? '';
  const program = baseName(first.split(' ', 1)[0] ?? '').replace(/:$/, '');
  const kernelName = record.comm.split(':', 1)[0] ?? '';
  return own(names, program) ?? own(names, kernelName);
}

function own(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
