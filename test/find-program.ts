/** Which programs this machine has: a test that needs one is skipped by name where it is missing. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program, or undefined where it is not installed. */
export function findProgram(name: string): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
