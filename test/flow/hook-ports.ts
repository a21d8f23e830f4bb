import type { HookPorts, SessionKey } from '../../src/flow/answer-hook-ports.ts';
import type { EntryBody } from '../../src/ledger/entry.ts';
import type { Analysis, Bound, Finding } from '../../src/policy/finding.ts';
import { effectivePolicy } from '../../src/policy/load-policy.ts';

export type Written = { readonly session: SessionKey; readonly body: EntryBody };

/** Ports that touch nothing; `written` collects the entries, `complaints` the lines for people. */
export function fakePorts(changes: Partial<HookPorts> & { readonly userPolicy?: object } = {}) {
  const written: Written[] = [];
  const complaints: string[] = [];
  const { userPolicy, ...ports } = changes;
  const text = userPolicy === undefined ? null : JSON.stringify(userPolicy);
  const made: HookPorts = {
    env: {},
    ledger: {
      append: (session, bodies) => written.push(...bodies.map((body) => ({ session, body }))),
      reserve: (session, { expiry: _, ...body }) => {
        written.push({ session, body });
        const { action, budget: agents, mode } = body;
        return { kind: 'granted', action, taken: 1, active: 1, limit: { agents, mode } };
      },
      sessionRunBy: () => null,
      isKnown: () => written.length > 0,
      policyOf: () => written.reduce<string | null>((last, { body }) => policyIn(body) ?? last, null),
      remindedOf: () => new Set(written.flatMap(({ body }) => (body.kind === 'verdict' ? [body.toolCall ?? ''] : []))),
    },
    policy: () => effectivePolicy({ name: 'policy.json', text }, { name: 'project', text: null }, undefined),
    mayNeedJudging: () => true,
    analyze: async () => analysisOf(),
    agentAbove: async () => ({ identity: { pid: 41, startTicks: 7, bootId: 'b' }, sid: 40 }),
    tidy: async () => {},
    complain: (line) => complaints.push(line),
    mark: () => {},
    ...ports,
  };
  return { ports: made, written, complaints, kinds: () => written.map(({ body }) => body.kind) };
}

function policyIn(body: EntryBody): string | null {
  if (body.kind === 'policy-change') return body.after;
  return body.kind === 'session-start' ? (body.policy ?? null) : null;
}

export function analysisOf(...findings: Finding[]): Analysis {
  return { status: 'complete', problems: [], call: { kind: 'finite' }, leftovers: [], findings };
}

export function finding(kind: Finding['kind'], bound: Bound, more: Partial<Finding> = {}): Finding {
  return {
    kind,
    rule: 'LW101',
    span: { start: 0, end: 1 },
    text: 'until grep -q done run.log; do :; done',
    bound,
    place: 'foreground',
    role: 'loop',
    reason: 'it ends only when grep succeeds',
    derivation: [],
    remedy: "timeout <seconds> bash -c '...'",
    ...more,
  };
}

export const endlessLoop: Finding = finding('unbounded-loop', { kind: 'endless' });
export const slowInstall: Finding = finding(
  'slow-command',
  { kind: 'finite' },
  { role: 'slow', reason: 'it installs' },
);
