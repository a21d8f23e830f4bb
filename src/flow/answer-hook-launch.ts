/** A launch of subagents: places are asked of the ledger under the supervisor's budget. */
import type { Decision } from '../delegation/decide.ts';
import type { HookAnswer, HookEvent, Host } from '../hosts/host.ts';
import type { HookPorts, ReserveFact, SessionKey } from './answer-hook-ports.ts';
import { record } from './answer-hook-record.ts';

type Asked = {
  readonly host: Host;
  readonly session: SessionKey;
  readonly event: HookEvent;
  readonly ports: HookPorts;
};

/** Granted: silent. Under a finite budget a launch that cannot be counted is refused, because nobody could say later. */
export async function answerLaunch({ host, session, event, ports }: Asked): Promise<HookAnswer> {
  const [asked, ...rest] = event.facts;
  if (asked?.kind !== 'reserve') return { kind: 'silent' };
  const { agents, mode, unboundExpiry } = ports.policy(event.cwd).policy.delegation;
  // Where no start is ever told, silence after a launch says nothing about it.
  const expiry = { afterSeconds: unboundExpiry, startsAreReported: host.can.subagentEvents };
  const decision = await ask({ session, event, ports }, { ...asked, budget: agents, mode, expiry });
  if (decision.kind === 'refused')
    return { kind: 'deny', reason: `lifetime-watch refused this launch. ${decision.reason}` };
  if (rest.length > 0) ports.ledger.append(session, rest);
  return { kind: 'silent' };
}

/** The start of the session is worth recording, and never worth a launch. */
async function ask({ session, event, ports }: Omit<Asked, 'host'>, fact: ReserveFact): Promise<Decision> {
  try {
    await record(session, event, [], ports);
  } catch (error) {
    ports.complain(error instanceof Error ? error.message : String(error));
  }
  return ports.ledger.reserve(session, fact);
}
