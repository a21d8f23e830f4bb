/** The ports of the hook on this machine: everything is opened at its first use, because most hooks need little of it. */
import { systemLedgerSource } from '../ledger/source.ts';
import type { Dialect } from '../shell/ast.ts';
import type { Environment } from '../system/env.ts';
import { openProcfs } from '../system/procfs.ts';
import { type Analyzer, openAnalyzer } from './analyzer.ts';
import { openHookLedger } from './answer-hook-ledger.ts';
import type { AgentAbove, HookPorts } from './answer-hook-ports.ts';
import { findAgentAbove } from './find-agent-above.ts';
import { readPolicy } from './read-policy.ts';

export type HookMachine = {
  /** the environment that launched the agent */
  readonly env: Environment;
  /** for payloads that name no folder */
  readonly cwd: string;
  /** the process that the host started for the hook */
  readonly pid: number;
  readonly complain: (line: string) => void;
  readonly mark: (step: string) => void;
  /** absent: the grammar is loaded for this one payload */
  readonly analyzerFor?: (cwd: string | null) => Promise<Analyzer>;
};

/** `close` ends what was opened for one payload. */
export function openHookMachine(machine: HookMachine): HookPorts & { close(): void } {
  const { env, cwd, pid, complain, mark } = machine;
  const analyzerFor = machine.analyzerFor ?? ((folder) => openAnalyzer({ cwd: folder, oneShot: true }));
  const ledger = openHookLedger(({ id, host }) => systemLedgerSource(env, id, host));
  const analyzer = once((folder: string | null) => analyzerFor(folder));
  const agentAbove = once(() => readAgentAbove(pid));
  const policy = once((folder: string | null) => readPolicy({ env, cwd: folder ?? cwd }));
  return {
    env,
    ledger,
    policy,
    // The shell front has looked already; where there is none the analysis itself is the look.
    mayNeedJudging: () => true,
    async analyze({ command, background, dialect }, { cwd: folder, longLived }) {
      const opened = await analyzer(folder ?? cwd);
      mark('grammar loaded');
      return opened.analyze({ text: command, shell: dialect ?? userShell(env), background, longLived });
    },
    agentAbove,
    complain,
    mark,
    close: () => ledger.close(),
  };
}

/** Hosts run commands with the user's own shell, as far as they say. */
function userShell({ SHELL }: Environment): Dialect {
  return SHELL?.endsWith('zsh') ? 'zsh' : 'bash';
}

/** Only where /proc tells without a process of its own: a hook has no time for `ps`. */
async function readAgentAbove(pid: number): Promise<AgentAbove | null> {
  const uid = process.geteuid?.();
  if (uid === undefined || process.platform !== 'linux') return null;
  const source = openProcfs('/proc', uid);
  try {
    return await findAgentAbove(pid, source);
  } finally {
    source.close();
  }
}

function once<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  let made: { readonly value: T } | null = null;
  return (...args) => {
    made ??= { value: make(...args) };
    return made.value;
  };
}
