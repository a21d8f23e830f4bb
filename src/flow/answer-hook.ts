/** One event of a host, answered: decode, decide, record, encode. Whatever goes wrong, the host goes its way. */
import { assertNever, KnownError } from '../errors.ts';
import type { EncodedAnswer, HookAnswer, HookEvent, Host } from '../hosts/host.ts';
import { silentAnswer } from '../hosts/wire.ts';
import { answerCommand } from './answer-hook-command.ts';
import { answerLaunch } from './answer-hook-launch.ts';
import type { HookPorts, SessionKey } from './answer-hook-ports.ts';
import { record, sessionOf } from './answer-hook-record.ts';
import { answerStop } from './answer-hook-stop.ts';

/** A payload larger than this is not read: no command that an agent types comes near it. */
export const MOST_PAYLOAD_BYTES = 8 * 1024 * 1024;

/**
 * The answer to one payload, as the host's process must print it. Never throws: what cannot be understood or decided is
 * recorded as a fail-open, and the answer is empty.
 */
export async function answerHook(host: Host, payload: Uint8Array, ports: HookPorts): Promise<EncodedAnswer> {
  const event = decodePayload(host, payload);
  ports.mark('decoded');
  if ('problem' in event) {
    failOpen(await sessionOf(host, null, ports), event.problem, ports);
    return silentAnswer;
  }
  const session = await sessionOf(host, event, ports);
  try {
    const answer = await decide(host, session, event, ports);
    ports.mark('decided');
    return host.encode(answer, event);
  } catch (error) {
    failOpen(session, messageOf(error), ports);
    return silentAnswer;
  }
}

function decodePayload(host: Host, payload: Uint8Array): HookEvent | { readonly problem: string } {
  if (payload.length === 0) return { problem: 'an empty payload' };
  if (payload.length > MOST_PAYLOAD_BYTES) return { problem: `a payload of more than ${MOST_PAYLOAD_BYTES} bytes` };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch {
    return { problem: 'the payload is not valid UTF-8' };
  }
  try {
    return host.decode(JSON.parse(text));
  } catch (error) {
    return { problem: `the payload is not JSON: ${messageOf(error)}` };
  }
}

async function decide(host: Host, session: SessionKey, event: HookEvent, ports: HookPorts): Promise<HookAnswer> {
  const { what } = event;
  switch (what.kind) {
    case 'command':
      return answerCommand({ host, session, event, call: what, ports });
    case 'launch':
      return answerLaunch({ host, session, event, ports });
    case 'stop':
      return answerStop({ host, session, event, stop: what, ports });
    case 'lifecycle':
      await record(session, event, event.facts, ports);
      return { kind: 'silent' };
    case 'session-start':
      await record(session, event, [], ports);
      await ports.tidy(event.cwd);
      return { kind: 'silent' };
    case 'session-end':
      await record(session, event, [{ kind: 'session-end', reason: what.reason }], ports);
      return { kind: 'silent' };
    case 'ignore':
      return { kind: 'silent' };
    default:
      return assertNever(what);
  }
}

/** The last resort must not need what has just failed: a ledger that cannot be written is only complained about. */
function failOpen(session: SessionKey, reason: string, ports: HookPorts): void {
  try {
    ports.ledger.append(session, [{ kind: 'fail-open', reason: reason.slice(0, 300) }]);
  } catch (error) {
    ports.complain(`${reason}; and ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof KnownError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
