import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookAnswer } from '../../src/hosts/host.ts';
import { findHost, hosts } from '../../src/hosts/registry.ts';
import { goldenPayloads } from './golden-payload.ts';

const payloads = hosts.flatMap((host) => (host.id === 'omp' ? [] : goldenPayloads(host.id)).map((row) => row.payload));

describe('the registry', () => {
  it('finds a host by its id', () => {
    for (const host of hosts) expect(findHost(host.id)).toBe(host);
  });

  it('names the hosts that it knows', () => {
    expect(() => findHost('emacs')).toThrow(/unknown host 'emacs': expected one of claude-code, codex,/);
  });
});

describe('every host', () => {
  it('decodes anything without throwing', () => {
    const anything = fc.oneof(fc.anything(), fc.constantFrom(...payloads), damaged());
    fc.assert(
      fc.property(anything, (payload) => {
        for (const host of hosts) expect(host.decode(payload)).toBeTypeOf('object');
      }),
      { numRuns: 500 },
    );
  });

  it('never answers allow, and never with another exit code than 0', () => {
    const answers: readonly HookAnswer[] = [
      { kind: 'silent' },
      { kind: 'deny', reason: 'r' },
      { kind: 'ask', reason: 'r' },
      { kind: 'nudge', text: 't' },
    ];
    for (const host of hosts) {
      for (const payload of payloads) {
        const event = host.decode(payload);
        if ('problem' in event) continue;
        for (const answer of answers) {
          const encoded = host.encode(answer, event);
          expect(encoded.exitCode).toBe(0);
          expect(encoded.stdout).not.toMatch(/"(allow|approve)"/);
          if (answer.kind === 'silent') expect(encoded.stdout + encoded.stderr).toBe('');
        }
      }
    }
  });
});

/** A golden payload with one field, at most one level down, replaced by anything. */
function damaged(): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...payloads), fc.nat(20), fc.nat(10), fc.anything())
    .map(([payload, at, below, value]) => replaceField(payload as Record<string, unknown>, at, below, value));
}

function replaceField(fields: Record<string, unknown>, at: number, below: number, value: unknown): unknown {
  const keys = Object.keys(fields);
  const key = keys[at % keys.length];
  if (key === undefined) return value;
  const inner = fields[key];
  const deeper = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && below % 3 !== 0;
  return { ...fields, [key]: deeper ? replaceField(inner as Record<string, unknown>, below, 0, value) : value };
}
