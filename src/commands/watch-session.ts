/** One run of a watch, on a screen or in plain lines: what `watch` and `demo` share. */
import { type OpenWatch, openWatch, type WatchRequest } from '../flow/open-watch.ts';
import type { WatchUpdate } from '../flow/watch.ts';
import { watchPlain } from '../flow/watch-plain.ts';
import type { Output } from '../ui/terminal.ts';
import type { CommandIo } from './command.ts';
import { uninterrupted } from './uninterrupted.ts';

export type WatchRun = {
  readonly request: WatchRequest;
  readonly io: CommandIo;
  readonly periodMs: number;
  readonly output: Output;
  readonly format: 'text' | 'json';
  readonly ascii: boolean;
  /** said once, at the beginning */
  readonly problems: readonly string[];
  /** plain lines only: told of each scan; true ends the watch */
  enough?(update: WatchUpdate): boolean;
};

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs until it is ended. @returns the exit code @throws KnownError when the watch cannot be opened */
export async function runWatch(run: WatchRun): Promise<number> {
  const { io } = run;
  const open = await openWatch(run.request);
  const said = [...run.problems, open.memoryProblem, open.unarmedBecause && `not armed: ${open.unarmedBecause}`];
  const problems = said.filter((problem) => problem !== null && problem !== '');
  for (const problem of problems) io.err(`lifetime-watch: ${problem}\n`);
  try {
    return run.output === 'plain' ? await runPlain(run, open) : await runOnScreen(run, open, problems.join('; '));
  } finally {
    const under = open.watcher.underWay().map(({ pid }) => pid);
    if (under.length > 0) io.err(`lifetime-watch: waiting for ${under.join(', ')} to end\n`);
    await uninterrupted(open.close);
  }
}

async function runPlain({ io, periodMs, format, enough }: WatchRun, { watcher }: OpenWatch): Promise<number> {
  const controller = new AbortController();
  let code = 0;
  const removals = Object.entries(EXIT_CODES).map(([signal, exitCode]) => {
    const handler = () => {
      code = exitCode;
      controller.abort();
    };
    process.on(signal, handler);
    return () => process.removeListener(signal, handler);
  });
  // The line that nobody reads may be about a tree that stands still for the moment.
  io.whenReaderLeaves(() => controller.abort());
  try {
    await watchPlain({
      watcher,
      periodMs,
      format,
      signal: controller.signal,
      now: () => Date.now(),
      write: io.out,
      seen: (update) => {
        if (enough?.(update) === true) controller.abort();
      },
    });
    return code;
  } finally {
    for (const remove of removals) remove();
  }
}

/** Ink and React are loaded here and nowhere else: that takes half a second that no other command has to spend. */
async function runOnScreen(run: WatchRun, open: OpenWatch, notice: string): Promise<number> {
  const { runScreen } = await import('../ui/run-screen.tsx');
  const { themeFor } = await import('../ui/theme.ts');
  const { io, periodMs, request } = run;
  return runScreen({
    theme: themeFor(io.env, run.ascii),
    screenReader: run.output === 'screen-reader',
    notice,
    setting: {
      periodSeconds: periodMs / 1000,
      unarmedBecause: open.unarmedBecause,
      killGraceSeconds: request.policy.processes.killGrace,
      offsetMinutes: new Date().getTimezoneOffset(),
    },
    watcher: open.watcher,
    now: () => Date.now(),
  });
}
