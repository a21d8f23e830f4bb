/** One hook process from its standard input to its standard output. */
import { claudeCode } from '../hosts/claude-code.ts';
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

/** Answers a payload of each of the common kinds, for nobody. */
export async function rehearseHook(env: Environment): Promise<void> {
  for (const payload of REHEARSED) {
    const ports = openHookMachine({ env, cwd: '/', pid: process.ppid, complain: () => {}, mark: () => {} });
    await answerHook(claudeCode, Buffer.from(JSON.stringify(payload)), ports).finally(ports.close);
  }
}

const REHEARSED = [
  ...[
    'while true; do curl -s localhost; sleep 5; done',
    'until grep -q ready log || [ "$n" -gt 9 ]; do n=$((n + 1)); done',
    'cd app && npm run dev > out.log 2>&1 & tail -f out.log | grep "done"',
    'for i in 1 2 3; do if test -f x; then break; fi; sleep 600; done',
  ].map((command) => ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })),
  { hook_event_name: 'PreToolUse', tool_name: 'Agent', tool_input: { prompt: 'x' }, tool_use_id: 't1' },
  { hook_event_name: 'SubagentStart', agent_id: 'a1' },
  { hook_event_name: 'SubagentStop', agent_id: 'a1' },
].map((event) => ({ ...event, session_id: 'rehearsal', cwd: '/' }));

/** Milliseconds since the process was started, at each step. */
function createTrace(): { mark(step: string): void; text(): string } {
  const steps: string[] = [];
  return {
    mark: (step) => steps.push(`${step} ${performance.now().toFixed(1)}`),
    text: () => `lifetime-watch: hook: ms since start: ${steps.join(', ')}\n`,
  };
}
