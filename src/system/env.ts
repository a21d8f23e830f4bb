import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The home folder: `$HOME` when it is an absolute path, otherwise what the user database says; null when neither knows
 * (a uid without an entry, as in many containers).
 */
export function homeFolder(env: Environment): string | null {
  if (env.HOME?.startsWith('/')) return env.HOME;
  try {
    const { homedir } = process.getBuiltinModule('node:os').userInfo();
    return homedir.startsWith('/') ? homedir : null;
  } catch {
    return null;
  }
}

/** `$XDG_STATE_HOME`, or `~/.local/state`. A relative value is ignored, as the base directory rules demand. */
export function stateHome(env: Environment): string | null {
  if (env.XDG_STATE_HOME?.startsWith('/')) return env.XDG_STATE_HOME;
  const home = homeFolder(env);
  return home === null ? null : join(home, '.local', 'state');
}
