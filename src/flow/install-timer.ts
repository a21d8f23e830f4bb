/** A timer of the user's own that runs the audit: a systemd user unit, or a launchd agent on macOS. */
import { join } from 'node:path';
import { KnownError } from '../errors.ts';
import { type Environment, homeFolder } from '../system/env.ts';
import type { HostFiles } from '../system/host-files.ts';
import type { InstallPlan } from './install.ts';

export type TimerRequest = {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly files: HostFiles;
  /** the program and its first argument that run lifetime-watch: the node and the cli of this very installation */
  readonly program: readonly [node: string, cli: string];
};

type Unit = { readonly file: string; readonly text: string };

/** A variable of the environment that the audit is to have. */
type Carried = { readonly name: string; readonly value: string };

const MINUTES = 5;
/** Only a file that says so is ours to replace or to remove. */
const MARK = 'written by lifetime-watch';

/** @throws KnownError on a platform without either, without a home folder, or when a file of that name is not ours */
export function planTimer(request: TimerRequest): readonly InstallPlan[] {
  return unitsOf(request).map(({ file, text }) => planOf(file, ownText(file, request.files), text));
}

/** The way back. @throws KnownError as `planTimer` */
export function planTimerRemoval(request: TimerRequest): readonly InstallPlan[] {
  return unitsOf(request).map(({ file }) => planOf(file, ownText(file, request.files), null));
}

/** What is left for the user to do: a program that starts services by itself would be a surprise. */
export function timerNote(platform: NodeJS.Platform, removed: boolean): string {
  if (platform === 'darwin') {
    return `launchctl ${removed ? 'bootout' : 'bootstrap'} gui/$(id -u)${removed ? '/' : ' ~/Library/LaunchAgents/'}lifetime-watch.audit${removed ? '' : '.plist'}`;
  }
  return removed
    ? 'systemctl --user daemon-reload'
    : 'systemctl --user daemon-reload && systemctl --user enable --now lifetime-watch-audit.timer';
}

function planOf(file: string, before: string | null, after: string | null): InstallPlan {
  return { host: 'timer', file, before, after, backup: { kind: 'drop' } };
}

function ownText(file: string, files: HostFiles): string | null {
  const text = files.read(file);
  if (text === null || text.includes(MARK)) return text;
  throw new KnownError(`${file}: was not ${MARK}; nothing was changed`);
}

function unitsOf({ platform, env, program }: TimerRequest): readonly Unit[] {
  const home = homeFolder(env);
  if (home === null) throw new KnownError('timer: no home folder is known (HOME), so there is no place for its unit');
  if (platform === 'darwin') {
    return [
      {
        file: join(home, 'Library', 'LaunchAgents', 'lifetime-watch.audit.plist'),
        text: launchAgent(program, carriedFrom(env)),
      },
    ];
  }
  if (platform !== 'linux') throw new KnownError(`timer: expected Linux or macOS, got ${platform}`);
  const config = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');
  const folder = join(config, 'systemd', 'user');
  return [
    { file: join(folder, 'lifetime-watch-audit.service'), text: service(program, carriedFrom(env)) },
    { file: join(folder, 'lifetime-watch-audit.timer'), text: TIMER },
  ];
}

/** Where the policy and the ledgers are, as it is said where the timer is installed: a service manager has its own environment. */
function carriedFrom(env: Environment): readonly Carried[] {
  return ['LIFETIME_WATCH_STATE_DIR', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME'].flatMap((name) => {
    const value = env[name];
    return value ? [{ name, value }] : [];
  });
}

/** Exit 1 means offenders: a report, no failure of the unit. Unarmed: what it may end is the policy file's word. */
function service([node, cli]: TimerRequest['program'], carried: readonly Carried[]): string {
  const words = [node, cli, 'audit'].map((word) => quoteUnit(word).replace(/\$/g, '$$$$'));
  const environment = carried.map(({ name, value }) => `\nEnvironment=${quoteUnit(`${name}=${value}`)}`).join('');
  return `# ${MARK}
[Unit]
Description=Audit of what coding agents left running

[Service]
Type=oneshot
SuccessExitStatus=1
Nice=10
ExecStart=${words.join(' ')}${environment}
`;
}

/** Quoted as systemd.syntax(7) has it; `%` is doubled because it begins a specifier. */
function quoteUnit(word: string): string {
  return `"${word.replace(/[\\"]/g, '\\$&').replace(/%/g, '%%')}"`;
}

const TIMER = `# ${MARK}
[Unit]
Description=Audit of what coding agents left running, every ${MINUTES} minutes

[Timer]
OnStartupSec=${MINUTES}min
OnUnitActiveSec=${MINUTES}min

[Install]
WantedBy=timers.target
`;

function launchAgent([node, cli]: TimerRequest['program'], carried: readonly Carried[]): string {
  const words = [node, cli, 'audit'].map((word) => `    <string>${escapeXml(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${MARK} -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>lifetime-watch.audit</string>
  <key>ProgramArguments</key>
  <array>
${words.join('\n')}
  </array>${carried.length === 0 ? '' : launchEnvironment(carried)}
  <key>StartInterval</key>
  <integer>${MINUTES * 60}</integer>
</dict>
</plist>
`;
}

function launchEnvironment(carried: readonly Carried[]): string {
  const rows = carried.map(({ name, value }) => `    <key>${name}</key>\n    <string>${escapeXml(value)}</string>`);
  return `
  <key>EnvironmentVariables</key>
  <dict>
${rows.join('\n')}
  </dict>`;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
