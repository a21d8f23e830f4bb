/** Adding and removing our hooks in a host's settings: first a plan that can be shown, then the same plan carried out. */
import { join } from 'node:path';
import { KnownError } from '../errors.ts';
import { type HookTarget, type Place, REGISTRATIONS, type Registration } from '../hosts/registration.ts';
import { findHost } from '../hosts/registry.ts';
import { type Environment, homeFolder } from '../system/env.ts';
import type { HostFiles } from '../system/host-files.ts';
import { addHooks, findOwnHooks, removeHooks, type SharedFile } from './install-edit.ts';

export type InstallScope = { readonly kind: 'user' } | { readonly kind: 'project'; readonly root: string };

/** One file and what becomes of it; `after` null: it is removed. Equal texts: nothing to do. */
export type InstallPlan = {
  readonly host: string;
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
  /** what is kept beside it for the way back */
  readonly backup:
    | { readonly kind: 'keep' }
    | { readonly kind: 'drop' }
    | { readonly kind: 'write'; readonly text: string };
};

type Request = {
  readonly host: string;
  readonly scope: InstallScope;
  readonly env: Environment;
  readonly target: HookTarget;
  readonly files: HostFiles;
};

/** @throws KnownError for a host that is unknown or set up by hand, and for a file that cannot be understood */
export function planInstall(request: Request): InstallPlan {
  const { host, target, files } = request;
  const registration = registrationOf(host);
  const file = settingsFile(host, registration.place, request);
  const before = files.read(file);
  if (registration.kind === 'own-file') {
    return { host, file, before, after: registration.text(target), backup: { kind: 'drop' } };
  }
  const after = addHooks(file, before, registration, target);
  return { host, file, before, after, backup: backupOnInstall(file, before, registration) };
}

/** A text with older hooks of ours in it is no text to go back to: the one from before those is. */
function backupOnInstall(file: string, before: string | null, registration: SharedFile): InstallPlan['backup'] {
  if (before === null) return { kind: 'drop' };
  return hasOwnHooks(file, before, registration) ? { kind: 'keep' } : { kind: 'write', text: before };
}

function hasOwnHooks(file: string, text: string | null, registration: SharedFile): boolean {
  return text !== null && text.trim() !== '' && findOwnHooks(file, text, registration).length > 0;
}

/**
 * The way back: to the very bytes of before when nothing else changed since, else only our part is taken out.
 * @throws KnownError as `planInstall`
 */
export function planUninstall(request: Request): InstallPlan {
  const { host, target, files } = request;
  const registration = registrationOf(host);
  const file = settingsFile(host, registration.place, request);
  const before = files.read(file);
  if (registration.kind === 'own-file') return { host, file, before, after: null, backup: { kind: 'drop' } };
  if (!hasOwnHooks(file, before, registration)) return { host, file, before, after: before, backup: { kind: 'keep' } };
  const text = before ?? '';
  const earlier = files.read(backupOf(file));
  const untouched = !hasOwnHooks(file, earlier, registration) && addHooks(file, earlier, registration, target) === text;
  if (untouched) return { host, file, before, after: earlier, backup: { kind: 'drop' } };
  return { host, file, before, after: removeHooks(file, text, registration), backup: { kind: 'write', text } };
}

/** Writes what was planned, the backup first. */
export function applyPlan({ file, before, after, backup }: InstallPlan, files: HostFiles): void {
  if (before === after) return;
  if (backup.kind === 'write') files.write(backupOf(file), backup.text, file);
  if (after === null) files.remove(file);
  else files.write(file, after);
  if (backup.kind === 'drop') files.remove(backupOf(file));
}

/** Where the text before our change is kept. */
export function backupOf(file: string): string {
  return `${file}.before-lifetime-watch`;
}

export function registrationOf(host: string): Registration {
  findHost(host);
  const registration = REGISTRATIONS[host];
  if (registration !== undefined) return registration;
  throw new KnownError(
    `${host}: is set up by hand: name 'lifetime-watch hook ${host}' as a hook command in its configuration`,
  );
}

/** The settings file that is meant. */
export function settingsFile(
  host: string,
  { user, project }: Place,
  { scope, env }: Pick<Request, 'scope' | 'env'>,
): string {
  if (scope.kind === 'project') return join(scope.root, project);
  const moved = user.variable === undefined ? undefined : env[user.variable.name];
  if (user.variable !== undefined && moved?.startsWith('/')) return join(moved, user.variable.folder, user.file);
  const home = homeFolder(env);
  if (home === null) throw new KnownError(`${host}: HOME is not set, so its settings cannot be found`);
  return join(home, user.folder, user.file);
}
