/** The files of this package that others are told to run. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KnownError } from '../errors.ts';

export type PackageFiles = {
  /** the POSIX shell front of the hook */
  readonly front: string;
  /** the hook itself, for systems without a POSIX shell */
  readonly hook: string;
  /** the command line itself */
  readonly cli: string;
  /** the folder with the plugins of in-process hosts */
  readonly plugins: string;
};

/** Found from where this program lies: `dist/` and `assets/` are neighbours. Says nothing about whether they exist. */
export function packageFiles(): PackageFiles {
  const root = packageRoot();
  return {
    front: join(root, 'dist', 'lifetime-watch-hook.sh'),
    hook: join(root, 'dist', 'hook.cjs'),
    cli: join(root, 'dist', 'cli.js'),
    plugins: join(root, 'assets', 'plugins'),
  };
}

function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'assets'))) return folder;
    if (folder === dirname(folder))
      throw new KnownError(`no package around ${start}: expected package.json and assets/`);
  }
}
