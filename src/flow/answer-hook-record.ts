/** What a hook writes down, and under which session. */
import { KnownError } from '../errors.ts';
import type { HookEvent, Host } from '../hosts/host.ts';
import type { EntryBody } from '../ledger/entry.ts';
import { sessionIdOf } from '../lineage/session.ts';
import type { AgentAbove, HookPorts, SessionKey } from './answer-hook-ports.ts';

/**
 * The session of an event: the host's own id. Where the payload has none (a child's events of some hosts, a payload that
 * could not be read) it is the session that the agent process was recorded with, else one named after that process.
 */
export async function sessionOf(host: Host, event: HookEvent | null, ports: HookPorts): Promise<SessionKey> {
  if (event?.session != null) return { id: event.session, host: host.id };
  const agent = await ports.agentAbove();
  if (agent === null) return { id: `${host.id}-unknown`, host: host.id };
  return { id: recordedSession(host, agent, ports) ?? sessionIdOf(agent.identity), host: host.id };
}

function recordedSession(host: Host, { identity }: AgentAbove, { ledger }: HookPorts): string | null {
  try {
    return ledger.sessionRunBy(host.id, identity);
  } catch (error) {
    if (error instanceof KnownError) return null;
    throw error;
  }
}

/**
 * Appends to the session's ledger. The first entry of a session names its agent process, also when we come in late: the
 * hook was installed under a running agent, or its start was never told.
 */
export async function record(
  session: SessionKey,
  event: HookEvent,
  bodies: readonly EntryBody[],
  ports: HookPorts,
): Promise<void> {
  const begins = event.what.kind === 'session-start' || !ports.ledger.isKnown(session);
  const all = begins
    ? [await sessionStart(event, ports), ...bodies]
    : [...policyChange(session, event, ports), ...bodies];
  if (all.length > 0) ports.ledger.append(session, all);
  ports.mark('recorded');
}

async function sessionStart(event: HookEvent, ports: HookPorts): Promise<EntryBody> {
  const agent = await ports.agentAbove();
  const { fingerprint } = ports.policy(event.cwd);
  return {
    kind: 'session-start',
    agent: agent?.identity ?? null,
    cwd: event.cwd,
    sid: agent?.sid ?? null,
    policy: fingerprint,
  };
}

/** An agent that runs as the same user could edit the policy: that it changed under a session is kept on record. */
function policyChange(session: SessionKey, event: HookEvent, ports: HookPorts): readonly EntryBody[] {
  const before = ports.ledger.policyOf(session);
  const { fingerprint } = ports.policy(event.cwd);
  if (before === null || before === fingerprint) return [];
  return [{ kind: 'policy-change', before, after: fingerprint }];
}
