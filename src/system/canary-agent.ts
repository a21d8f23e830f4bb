/** A stand-in for an agent: a process that looks like one, leaves a loop behind for three seconds, and asks its hook. */
import { spawn } from 'node:child_process';
import { KnownError } from '../errors.ts';

export type CanaryAgent = {
  readonly pid: number;
  /** the loop below it */
  readonly loopPid: number;
  /** what the hook command printed for the payload, and how it ended */
  readonly answer: Promise<{ readonly stdout: string; readonly exitCode: number | null }>;
  /** ends it and what it started; resolves when they are gone */
  end(): Promise<void>;
};

/**
 * The loop lives three seconds at most, and no longer than the agent: the agent ends it, and ends with its standard input.
 */
const PROGRAM = `
const { spawn } = require('node:child_process');
const [loop, command, payload] = process.argv.slice(1);
const child = spawn('sh', ['-c', loop], { stdio: 'ignore' });
const end = () => { child.kill('SIGKILL'); process.exit(0); };
const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
process.stdin.on('end', end).on('error', end).resume();
setTimeout(() => child.kill('SIGKILL'), 3000);
setTimeout(end, 20000);
say({ loop: child.pid });
const hook = spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'ignore'] });
let stdout = '';
hook.stdout.on('data', (chunk) => { stdout += chunk; });
hook.on('close', (exitCode) => say({ stdout, exitCode }));
hook.on('error', () => say({ stdout, exitCode: null }));
hook.stdin.on('error', () => {});
hook.stdin.end(payload);
`;

export type CanaryRequest = {
  /** how the agent's program is called, as an absolute path that need not exist */
  readonly program: string;
  readonly loop: string;
  /** the hook, as the host would run it */
  readonly command: string;
  readonly payload: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** @throws KnownError when it cannot be started */
export async function startCanaryAgent(request: CanaryRequest): Promise<CanaryAgent> {
  const { program, loop, command, payload, env } = request;
  const child = spawn(process.execPath, ['-e', PROGRAM, loop, command, payload], {
    argv0: program,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = readLines(child.stdout);
  child.stdin.on('error', () => {});
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) =>
      reject(new KnownError(`the canary did not start: ${error.message}`, { cause: error })),
    );
    child.once('close', () => reject(new KnownError('the canary ended before its time')));
  });
  failed.catch(() => {});
  const first = (await Promise.race([lines.next(), failed])) as { readonly loop: number };
  const answer = Promise.race([lines.next(), failed]) as CanaryAgent['answer'];
  answer.catch(() => {});
  return {
    pid: child.pid ?? 0,
    loopPid: first.loop,
    answer,
    async end() {
      child.stdin.end();
      await gone;
    },
  };
}

/** JSON lines, one at a time; what has been said before it is asked for waits. */
function readLines(stream: NodeJS.ReadableStream): { next(): Promise<unknown> } {
  const said: unknown[] = [];
  const asking: ((line: unknown) => void)[] = [];
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const parsed: unknown = JSON.parse(line);
      const asked = asking.shift();
      if (asked === undefined) said.push(parsed);
      else asked(parsed);
    }
  });
  return {
    next: () =>
      new Promise((resolve) => {
        if (said.length > 0) resolve(said.shift());
        else asking.push(resolve);
      }),
  };
}
