/** The ports of the hook on this machine: everything is opened at its first use, because most hooks need little of it. */
import { KnownError } from '../errors.ts';
import type { Retention } from '../ledger/retire.ts';
import { systemLedgerSource } from '../ledger/source.ts';
import type { Dialect } from '../shell/ast.ts';
import { outlineGrammar } from '../shell/outline-grammar.ts';
import type { Environment } from '../system/env.ts';
import { nodeFiles } from '../system/files.ts';
import type { ProcessSource } from '../system/processes.ts';
import { openProcfs } from '../system/procfs.ts';
import { prepareSessionsFolder } from '../system/state-dir.ts';
import { analyzeOnce, analyzeWhole, type RequestAnalyzer } from './analyze-request.ts';
import { openHookLedger } from './answer-hook-ledger.ts';
import type { AgentAbove, HookPorts } from './answer-hook-ports.ts';
import { findAgentAbove } from './find-agent-above.ts';
import { readPolicy } from './read-policy.ts';
import { retireLedgers } from './retire-ledgers.ts';

export type HookMachine = {
  /** the environment that launched the agent */
  readonly env: Environment;
  /** for payloads that name no folder */
  readonly cwd: string;
  /** the process that the host started for the hook */
  readonly pid: number;
  readonly complain: (line: string) => void;
  readonly mark: (step: string) => void;
  /** absent: the payload is the only one, and the grammar is loaded for it only when there is no other way */
  readonly analyzer?: RequestAnalyzer;
  /** a cheap look before the analysis; absent: a single payload is analysed before the words to look for are collected */
  readonly mayNeedJudging?: (command: string) => boolean;
};

/** `close` ends what was opened for one payload. */
export function openHookMachine(machine: HookMachine): HookPorts & { close(): void } {
  const { env, cwd, pid, complain, mark } = machine;
  const ledger = openHookLedger(({ id, host }) => systemLedgerSource(env, id, host));
  const agentAbove = once(() => readAgentAbove(pid));
  const policy = once((folder: string | null) => readPolicy({ env, cwd: folder ?? cwd }));
  return {
    env,
    ledger,
    policy,
    mayNeedJudging: ({ command, background }) => background || machine.mayNeedJudging?.(command) !== false,
    async analyze({ command, background, dialect }, { cwd: folder, longLived }) {
      const shell = dialect ?? userShell(env);
      const request = { text: command, shell, background, longLived, cwd: folder ?? cwd };
      const { analyzer } = machine;
      return analyzer === undefined ? analyzeOnce(request, outlineGrammar) : analyzeWhole(analyzer, request);
    },
    agentAbove,
    tidy: async (folder) => tidy(env, policy(folder).policy.retention),
    complain,
    mark,
    close: () => ledger.close(),
  };
}

/** Hosts run commands with the user's own shell, as far as they say. */
function userShell({ SHELL }: Environment): Dialect {
  return SHELL?.endsWith('zsh') ? 'zsh' : 'bash';
}

async function tidy(env: Environment, retention: Retention): Promise<void> {
  const processes = openCheapProcesses();
  try {
    const folder = prepareSessionsFolder(env);
    await retireLedgers({ files: nodeFiles, folder, processes, retention, nowMs: Date.now() });
  } finally {
    processes?.close();
  }
}

/** Only where /proc tells without a process of its own: a hook has no time for `ps`. */
function openCheapProcesses(): ProcessSource | null {
  const uid = process.geteuid?.();
  return uid === undefined || process.platform !== 'linux' ? null : openProcfs('/proc', uid);
}

/** Null also where the process table cannot be read: what is said and recorded does not hang on it. */
async function readAgentAbove(pid: number): Promise<AgentAbove | null> {
  let source: ReturnType<typeof openCheapProcesses> = null;
  try {
    source = openCheapProcesses();
    return source === null ? null : await findAgentAbove(pid, source);
  } catch (error) {
    if (error instanceof KnownError) return null;
    throw error;
  } finally {
    source?.close();
  }
}

function once<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  let made: { readonly value: T } | null = null;
  return (...args) => {
    made ??= { value: make(...args) };
    return made.value;
  };
}
