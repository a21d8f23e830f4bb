import type { ProcessRecord } from './process-record.ts';
import { bareName } from './program-path.ts';

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

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(SESSION_HOSTS));

/**
 * What kind of session host a process is, by the kernel's name for it or by its first argument; undefined: none.
 * `tmux: server` and `sshd: user@pts/0` are how servers name themselves.
 */
export function sessionHost({ comm, argv, argvText }: ProcessRecord): string | undefined {
  const byKernel = NAMES.get(beforeColon(comm));
  if (byKernel !== undefined) return byKernel;
  const first = argv === null ? (argvText ?? '') : (argv[0] ?? '');
  // Nearly always the two agree, and a scan asks this of every process.
  return first === comm || first.endsWith(`/${comm}`) ? undefined : NAMES.get(beforeColon(programOf(first)));
}

function programOf(first: string): string {
  const blank = first.indexOf(' ');
  return bareName(blank === -1 ? first : first.slice(0, blank));
}

function beforeColon(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(0, colon);
}
