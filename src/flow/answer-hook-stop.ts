/** The agent comes to rest: what is known of its children is recorded, and it is reminded of what nothing will end. */
import { openHatch } from '../hosts/hatch.ts';
import { formatReminder } from '../hosts/hook-message.ts';
import type { HookAnswer, HookEvent, HookSubject, Host } from '../hosts/host.ts';
import { judgeCommand } from '../policy/judge-command.ts';
import type { HookPorts, SessionKey } from './answer-hook-ports.ts';
import { record } from './answer-hook-record.ts';

type Asked = {
  readonly host: Host;
  readonly session: SessionKey;
  readonly event: HookEvent;
  readonly stop: Extract<HookSubject, { kind: 'stop' }>;
  readonly ports: HookPorts;
};
type Task = { readonly id: string; readonly command: string };

/**
 * Holding the agent costs it a turn, so it is held once for each task, and only for those that end from outside alone. A
 * build that merely takes long reports its own end.
 */
export async function answerStop({ session, event, stop, ports }: Asked): Promise<HookAnswer> {
  await record(session, event, event.facts, ports);
  if (stop.held || stop.backgroundTasks.length === 0 || openHatch(ports.env) !== null) return { kind: 'silent' };
  const reminded = ports.ledger.remindedOf(session);
  const unbounded: Task[] = [];
  for (const { id, command } of stop.backgroundTasks) {
    if (command === null || reminded.has(id)) continue;
    if (await neverEnds(command, event, ports)) unbounded.push({ id, command });
  }
  if (unbounded.length === 0) return { kind: 'silent' };
  const entries = unbounded.map(({ id, command }) => ({
    kind: 'verdict' as const,
    verdict: 'nudge' as const,
    command,
    findings: [{ kind: 'unbounded-background', rule: '', reason: 'still runs in the background at the end of a turn' }],
    toolCall: id,
  }));
  ports.ledger.append(session, entries);
  return { kind: 'nudge', text: formatReminder(unbounded) };
}

async function neverEnds(command: string, event: HookEvent, ports: HookPorts): Promise<boolean> {
  const call = { kind: 'command', command, background: true, dialect: null, toolTimeoutSeconds: null } as const;
  const { commands } = ports.policy(event.cwd).policy;
  const analysis = await ports.analyze(call, { cwd: event.cwd, longLived: commands.longLived });
  const { findings } = judgeCommand(analysis, commands);
  return findings.some(
    ({ verdict, finding: { bound } }) =>
      (verdict === 'deny' || verdict === 'ask') && (bound.kind === 'endless' || bound.kind === 'conditional'),
  );
}
