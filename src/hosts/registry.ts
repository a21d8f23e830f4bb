/** All hosts that we can speak with. */
import { KnownError } from '../errors.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { hermes } from './hermes.ts';
import type { Host } from './host.ts';
import { opencode } from './opencode.ts';
import { omp, pi } from './pi.ts';

export const hosts: readonly Host[] = [claudeCode, codex, opencode, pi, omp, geminiCli, copilot, cursor, hermes];

/** The host of that id; a KnownError that lists the ids for any other, and what else may be named there. */
export function findHost(id: string, ...others: readonly string[]): Host {
  const host = hosts.find((candidate) => candidate.id === id);
  if (host !== undefined) return host;
  throw new KnownError(
    `unknown host '${id}': expected one of ${[...hosts.map((each) => each.id), ...others].join(', ')}`,
  );
}
