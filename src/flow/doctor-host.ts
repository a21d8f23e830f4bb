/** How the hook is installed in one host: where, which version, whether it is what would be written now, and heard of when. */
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { KnownError } from '../errors.ts';
import { type HookTarget, REGISTRATIONS, type Registration } from '../hosts/registration.ts';
import { findHost } from '../hosts/registry.ts';
import type { Environment } from '../system/env.ts';
import type { HostFiles } from '../system/host-files.ts';
import type { Check } from './doctor-check.ts';
import { doubtful, well, wrong } from './doctor-check.ts';
import { type InstallScope, settingsFile } from './install.ts';
import { addHooks, findOwnHooks } from './install-edit.ts';

/** When a host's hook was last heard of, and with what; null: never. */
export type LastHeard = {
  readonly at: string;
  readonly what: string;
  readonly ago: string;
  /** false: it let pass what it could not make out, as it does when something other than the host runs it */
  readonly understood: boolean;
};

export type HostDoctor = {
  readonly env: Environment;
  readonly projectRoot: string;
  readonly target: HookTarget;
  readonly files: HostFiles;
  readonly exists: (path: string) => boolean;
  /** milliseconds since the epoch when the newest file below a folder was written; null: none */
  readonly newestBelow: (folder: string) => number | null;
  readonly modifiedAt: (path: string) => number | null;
  readonly lastHeard: (host: string) => LastHeard | null;
};

/** One place where the hook of a host is installed, and the command that the host runs there. */
export type Installed = { readonly host: string; readonly file: string; readonly command: string | null };

export type HostReport = { readonly checks: readonly Check[]; readonly installed: readonly Installed[] };

/** Looks at the user's settings and at the project's. Nothing installed: no checks. */
export function examineHost(host: string, doctor: HostDoctor): HostReport {
  const registration = REGISTRATIONS[host];
  if (registration === undefined) return { checks: [], installed: [] };
  const scopes: readonly InstallScope[] = [{ kind: 'user' }, { kind: 'project', root: doctor.projectRoot }];
  // In the home folder the user's settings and the project's may be the same file.
  const files = new Set(scopes.map((scope) => settingsFile(host, registration.place, { scope, env: doctor.env })));
  const found = [...files].map((file) => examineReadable(host, registration, file, doctor));
  const installed = found.flatMap((report) => report.installed);
  const checks = found.flatMap((report) => report.checks);
  if (installed.length === 0) return { checks, installed };
  return { checks: [...checks, ...twice(host, installed), heard(host, registration, installed, doctor)], installed };
}

function examineReadable(host: string, registration: Registration, file: string, doctor: HostDoctor): HostReport {
  try {
    return examineFile(host, registration, file, doctor);
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
    return { checks: [wrong(host, error.message, 'mend the file')], installed: [] };
  }
}

function examineFile(host: string, registration: Registration, file: string, doctor: HostDoctor): HostReport {
  const text = doctor.files.read(file);
  if (text === null || text.trim() === '') return { checks: [], installed: [] };
  if (registration.kind === 'own-file') {
    const same = text === registration.text(doctor.target);
    const command = host === 'copilot' ? `${doctor.target.command} copilot` : null;
    return { checks: [same ? well(host, file) : outdated(host, file)], installed: [{ host, file, command }] };
  }
  const own = findOwnHooks(file, text, registration);
  if (own.length === 0) return { checks: [], installed: [] };
  const command = commandOf(own[0]?.handler);
  const missing = missingProgram(command, doctor);
  if (missing !== null) {
    return { checks: [wrong(host, `${file}: ${missing} is not there`, reinstall(host))], installed: [] };
  }
  const same = addHooks(file, text, registration, doctor.target) === text;
  const state = same ? well(host, `${file}${versionOf(command, doctor)}`) : outdated(host, file);
  return { checks: [state, ...switchedOff(host, file, text)], installed: [{ host, file, command }] };
}

function outdated(host: string, file: string): Check {
  return doubtful(host, `${file}: is not what this version would write`, reinstall(host));
}

function reinstall(host: string): string {
  return `lifetime-watch install ${host}`;
}

function commandOf(handler: unknown): string | null {
  const command = (handler as { command?: unknown } | null)?.command;
  return typeof command === 'string' ? command : null;
}

/** The quoted path in the command that we wrote. */
function programIn(command: string | null): string | null {
  return (
    /'((?:[^']|'\\'')+)'|"([^"]+)"/
      .exec(command ?? '')
      ?.slice(1)
      .find(Boolean)
      ?.replaceAll("'\\''", "'") ?? null
  );
}

function missingProgram(command: string | null, { exists }: HostDoctor): string | null {
  const program = programIn(command);
  return program === null || exists(program) ? null : program;
}

function versionOf(command: string | null, { files }: HostDoctor): string {
  const program = programIn(command);
  if (program === null) return '';
  const text = files.read(join(dirname(dirname(program)), 'package.json'));
  const version: unknown = text === null ? null : parse(text)?.version;
  return typeof version === 'string' ? `, version ${version}` : '';
}

function switchedOff(host: string, file: string, text: string): readonly Check[] {
  if (host !== 'claude-code' || parse(text)?.disableAllHooks !== true) return [];
  return [wrong(host, `${file}: disableAllHooks switches every hook off`, 'remove disableAllHooks')];
}

function twice(host: string, installed: readonly Installed[]): readonly Check[] {
  if (installed.length < 2) return [];
  const places = installed.map(({ file }) => file).join(' and ');
  // The same handler in two files runs once; two that differ both run, and a launch is then refused as a duplicate.
  if (new Set(installed.map(({ command }) => command)).size === 1 && host === 'claude-code') return [];
  return [
    wrong(
      host,
      `installed twice, in ${places}: every launch would be counted twice`,
      `lifetime-watch uninstall ${host} --project`,
    ),
  ];
}

/** A host that has worked since the installation and was never heard of does not run the hook. */
function heard(host: string, { place }: Registration, installed: readonly Installed[], doctor: HostDoctor): Check {
  const last = doctor.lastHeard(host);
  if (last !== null) {
    return (last.understood ? well : doubtful)(host, `last heard of ${last.ago} ago: ${last.what}`);
  }
  const since = Math.min(...installed.map(({ file }) => doctor.modifiedAt(file) ?? Number.POSITIVE_INFINITY));
  const worked =
    place.transcripts === undefined ? null : doctor.newestBelow(transcriptsFolder(host, place, doctor.env));
  if (worked !== null && worked > since) {
    const fix =
      host === 'codex' ? 'start codex, enter /hooks, and approve the entries of lifetime-watch' : 'restart it';
    return wrong(
      host,
      `installed but never fires: ${findHost(host).name} has worked since, and no hook of it ran`,
      fix,
    );
  }
  return doubtful(host, 'never heard of yet');
}

function transcriptsFolder(host: string, place: Registration['place'], env: Environment): string {
  const user = { ...place.user, file: place.transcripts ?? '' };
  return settingsFile(host, { ...place, user }, { scope: { kind: 'user' }, env });
}
