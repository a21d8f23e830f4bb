/** A harmless stand-in for an agent, with runaways under it that cannot outlive it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { KnownError } from '../errors.ts';

export type StandIn = {
  readonly pid: number;
  /** ends it and what it started; safe to call twice and while the process exits */
  endNow(): void;
  /** resolves when it is gone */
  readonly ended: Promise<void>;
};

/**
 * What an agent might leave behind. Each loop looks whether the stand-in still lives, so each ends within a second of it,
 * however that ends; to the analysis they are what they look like, loops that only something outside can end.
 */
const LEFT_BEHIND: readonly string[] = [
  'while kill -0 $PPID 2>/dev/null; do sleep 0.05; done',
  ...Array<string>(3).fill('until ! kill -0 $PPID; do sleep 1; done 2>/dev/null'),
  'exec sleep 90',
];

/** Under which it is listed: its sessions are called by the name of its program. */
const STAND_IN_NAME = 'demo-agent';
/** The longest that the stand-in lives when nobody ends it. */
const LIFETIME_MS = 15 * 60_000;
const START_MS = 10_000;

/** Ends with its standard input, which closes when the demo dies in whatever way, and then tidies up after it. */
const PROGRAM = `
const { spawn } = require('node:child_process');
const { rmSync } = require('node:fs');
process.title = '${STAND_IN_NAME}';
const children = ${JSON.stringify(LEFT_BEHIND)}.map((text) => spawn('sh', ['-c', text], { stdio: 'ignore' }));
const end = () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(process.argv[1], { recursive: true, force: true });
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
process.stdin.on('end', end).on('error', end).resume();
setTimeout(end, ${LIFETIME_MS});
process.stdout.write('ready');
`;

/**
 * Starts the stand-in.
 * @param folder removed with all that is in it when the stand-in ends
 * @throws KnownError when it cannot be started
 */
export async function startStandIn(folder: string): Promise<StandIn> {
  // A group of its own: Ctrl-C at the terminal is the watch's to answer.
  const child = spawn(process.execPath, ['-e', PROGRAM, folder], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdin?.on('error', () => {});
  await ready(child);
  return {
    pid: child.pid ?? 0,
    endNow: () => {
      child.stdin?.end();
      child.kill('SIGTERM');
    },
    ended,
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new KnownError(`demo: the stand-in did not start: ${why}`, { exitCode: 3 }));
    };
    const timer = setTimeout(fail, START_MS, `no word of it within ${START_MS / 1000} s`);
    child.once('error', (error) => fail(error.message));
    const early = () => fail('it ended at once');
    child.once('exit', early);
    child.stdout?.once('data', () => {
      clearTimeout(timer);
      child.removeListener('exit', early);
      resolve();
    });
  });
}
