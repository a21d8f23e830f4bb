/** The watch without a screen: one line for each change, as it comes. */
import { jsonLine, type PlainChange, plainLine } from '../view/plain.ts';
import { maskSuspect } from './mask-suspect.ts';
import type { WatchUpdate } from './watch.ts';
import type { Watcher } from './watcher.ts';

export type PlainWatch = {
  readonly watcher: Pick<Watcher, 'updates' | 'listen'>;
  readonly periodMs: number;
  readonly signal: AbortSignal;
  readonly format: 'text' | 'json';
  now(): number;
  write(text: string): void;
  /** called after the lines of each scan */
  seen?(update: WatchUpdate): void;
};

/** Prints changes until the signal is raised. @throws KnownError when what was asked for does not exist. */
export async function watchPlain(options: PlainWatch): Promise<void> {
  const { watcher, periodMs, signal, format, now, write, seen } = options;
  const line = format === 'json' ? jsonLine : plainLine;
  const print = (change: PlainChange, atMs: number) => write(`${line(masked(change), atMs)}\n`);
  const stop = watcher.listen((news) => print(news, now()));
  try {
    for await (const update of watcher.updates(periodMs, signal)) {
      for (const change of update.changes) print(change, update.atMs);
      seen?.(update);
    }
  } finally {
    stop();
  }
}

/** The lines of a watch that nobody looks at end up in a log. */
function masked(change: PlainChange): PlainChange {
  return 'suspect' in change ? { ...change, suspect: maskSuspect(change.suspect) } : change;
}
