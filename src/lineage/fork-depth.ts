import { type Forest, parentOf } from './forest.ts';
import { sharesCommandLine } from './process-analysis.ts';
import type { ProcessRecord } from './process-record.ts';

/** How many forks lie between a shell that was given a text and this process, which shows the same command line. */
export type ForkDepth = { readonly least: number; readonly most: number };

/**
 * Counted up to the first ancestor with another command line. That may be init, or a fork that has become another program:
 * only a shell that leads its session is known to be the first, and others of its session with its text are its forks.
 */
export function forkDepth(record: ProcessRecord, forest: Forest): ForkDepth {
  let top = record;
  let least = 0;
  const seen = new Set([record.identity.pid]);
  for (let up = parentOf(forest, top); up !== undefined; up = parentOf(forest, top)) {
    if (seen.has(up.identity.pid) || !sharesCommandLine(up, record)) break;
    seen.add(up.identity.pid);
    top = up;
    least++;
  }
  if (top.sid === top.identity.pid) return { least, most: least };
  const leader = top.sid === null ? undefined : forest.byPid.get(top.sid);
  const isFork = leader !== undefined && sharesCommandLine(leader, record);
  return { least: isFork ? least + 1 : least, most: Number.POSITIVE_INFINITY };
}
