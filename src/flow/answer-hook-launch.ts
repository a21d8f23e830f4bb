/** A launch of subagents: places are asked of the ledger under the supervisor's budget. */
import { KnownError } from '../errors.ts';
import type { HookAnswer, HookEvent } from '../hosts/host.ts';
import type { HookPorts, ReserveAnswer, ReserveFact, SessionKey } from './answer-hook-ports.ts';
import { record } from './answer-hook-record.ts';

/** Granted: silent. Under a finite budget a launch that cannot be counted is refused, because nobody could say later. */
export async function answerLaunch(session: SessionKey, event: HookEvent, ports: HookPorts): Promise<HookAnswer> {
  const [asked, ...rest] = event.facts;
  if (asked?.kind !== 'reserve') return { kind: 'silent' };
  const { agents, mode } = ports.policy(event.cwd).policy.delegation;
  const fact: ReserveFact = { ...asked, budget: agents, mode };
  const answer = await ask(session, event, fact, ports);
  if (answer.kind === 'refused') return { kind: 'deny', reason: formatRefused(answer, fact) };
  if (rest.length > 0) ports.ledger.append(session, rest);
  return { kind: 'silent' };
}

async function ask(session: SessionKey, event: HookEvent, fact: ReserveFact, ports: HookPorts): Promise<ReserveAnswer> {
  try {
    await record(session, event, [], ports);
    return ports.ledger.reserve(session, fact);
  } catch (error) {
    // Without a budget nothing depends on the count: the launch goes on and the failure is recorded or complained about.
    if (fact.budget === null || fact.mode === 'watch' || !(error instanceof KnownError)) throw error;
    return { kind: 'refused', code: 'LEDGER_UNAVAILABLE', why: error.message };
  }
}

function formatRefused({ code, why }: { readonly code: string; readonly why: string }, fact: ReserveFact): string {
  return [
    `lifetime-watch refused this launch (${code}): ${why}.`,
    `The budget for subagents at work in this session is ${fact.budget}. Wait until one has finished, or do the work yourself.`,
  ].join('\n');
}
