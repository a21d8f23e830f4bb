import { readFileSync } from 'node:fs';
import type { DelegationFact } from '../../src/delegation/fact.ts';
import type { HookEvent, HookSubject, Host } from '../../src/hosts/host.ts';

/** Reads the payload of that name as the host sends it. */
export function goldenPayload(host: string, name: string): unknown {
  const found = goldenPayloads(host).find((row) => row.name === name);
  if (found === undefined) throw new Error(`no payload named ${name} for ${host}`);
  return found.payload;
}

/** All payloads of a host's file. */
export function goldenPayloads(host: string): readonly { readonly name: string; readonly payload: unknown }[] {
  const file = new URL(`../fixtures/payloads/${host}.jsonl`, import.meta.url);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as { name: string; payload: unknown });
}

/** Decodes a golden payload that must be understood. */
export function decodeGolden(host: Host, name: string): HookEvent {
  const event = host.decode(goldenPayload(host.id, name));
  if ('problem' in event) throw new Error(event.problem);
  return event;
}

export function command(
  text: string,
  more: Partial<Extract<HookSubject, { kind: 'command' }>> = {},
): Extract<HookSubject, { kind: 'command' }> {
  return { kind: 'command', command: text, background: false, dialect: null, toolTimeoutSeconds: null, ...more };
}

export const lifecycle: HookSubject = { kind: 'lifecycle' };
export const ignore: HookSubject = { kind: 'ignore' };
export const launch: HookSubject = { kind: 'launch' };

export function reserve(
  action: string,
  more: Partial<Extract<DelegationFact, { kind: 'reserve' }>> = {},
): DelegationFact {
  return {
    kind: 'reserve',
    action,
    places: 1,
    completion: 'children',
    parent: null,
    budget: null,
    mode: 'watch',
    ...more,
  };
}
export function bind(action: string, agent: string): DelegationFact {
  return { kind: 'bind', action, agent, aliases: [] };
}
export function settle(
  action: string,
  result: 'joined' | 'launched' | 'not-started' | 'unknown',
  ...agents: string[]
): DelegationFact {
  return { kind: 'settle', action, result, agents };
}
export function start(agent: string): DelegationFact {
  return { kind: 'agent-start', agent };
}
export function stop(agent: string, confirmed: boolean): DelegationFact {
  return { kind: 'agent-stop', agent, confirmed };
}
export function resume(agent: string, action: string | null = null): DelegationFact {
  return { kind: 'agent-resume', agent, action };
}
export function rest(agent: string | null): DelegationFact {
  return { kind: 'at-rest', agent };
}
export function killed(agent: string): DelegationFact {
  return { kind: 'agent-killed', agent };
}
export function live(by: string | null, ...agents: string[]): DelegationFact {
  return { kind: 'live-list', agents, by };
}

/** What one golden payload must decode to. */
export type Row = { readonly name: string; readonly what: HookSubject; readonly facts: readonly DelegationFact[] };
export function says(name: string, what: HookSubject, ...facts: DelegationFact[]): Row {
  return { name, what, facts };
}
