/** One hook process from its standard input to its standard output. */
import type { Host } from '../hosts/host.ts';
import type { Environment } from '../system/env.ts';
import { readStandardInput, writeStandardError, writeStandardOutput } from '../system/stdin.ts';
import { answerHook, MOST_PAYLOAD_BYTES } from './answer-hook.ts';
import { openHookMachine } from './answer-hook-machine.ts';

/** Reads a payload, answers it. Prints nothing but the answer; with LIFETIME_WATCH_TRACE where the time went, for people. */
export async function runHook(host: Host, env: Environment): Promise<number> {
  const trace = env.LIFETIME_WATCH_TRACE ? createTrace() : null;
  const mark = (step: string): void => trace?.mark(step);
  mark('started');
  const payload = readStandardInput(MOST_PAYLOAD_BYTES);
  mark('payload read');
  const ports = openHookMachine({
    env,
    cwd: process.cwd(),
    pid: process.ppid,
    complain: (line) => writeStandardError(`lifetime-watch: ${line}\n`),
    mark,
  });
  try {
    const { stdout, exitCode } = await answerHook(host, payload, ports);
    writeStandardOutput(stdout);
    mark('answered');
    return exitCode;
  } finally {
    ports.close();
    if (trace !== null) writeStandardError(trace.text());
  }
}

/** Milliseconds since the process was started, at each step. */
function createTrace(): { mark(step: string): void; text(): string } {
  const steps: string[] = [];
  return {
    mark: (step) => steps.push(`${step} ${performance.now().toFixed(1)}`),
    text: () => `lifetime-watch: hook: ms since start: ${steps.join(', ')}\n`,
  };
}
