/** The analysis as the tests use it: with the real grammar and the real tables. */
import { afterAll, expect } from 'vitest';
import { analyzeCommand, type Ports } from '../../src/lifetime/analyze.ts';
import { describeCommand } from '../../src/lifetime/programs/describe-command.ts';
import type { Analysis, FindingKind } from '../../src/policy/finding.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import type { Verdict } from '../../src/policy/verdict.ts';
import type { Dialect } from '../../src/shell/ast.ts';
import { parseScript } from '../../src/shell/parse.ts';
import { loadGrammar } from '../../src/system/grammar.ts';

const loaded = await loadGrammar();
if (!loaded.ok) throw new Error(loaded.problem);
const { grammar } = loaded;

afterAll(() => {
  expect(grammar.liveTrees()).toBe(0);
});

export type How = {
  readonly shell?: Dialect;
  readonly background?: boolean;
  readonly longLived?: readonly string[];
  /** script files by path */
  readonly files?: Readonly<Record<string, string>>;
};

/** Analyses a command with script files that are given as a table. */
export function analyze(text: string, how: How = {}): Analysis {
  const { shell = 'bash', background = false, longLived = [], files = {} } = how;
  return analyzeCommand({ text, shell, background, longLived }, portsOf(files));
}

export function portsOf(files: Readonly<Record<string, string>> = {}): Ports {
  return {
    parse: (source, dialect) => parseScript(source, dialect, grammar),
    readScript: (path) => files[path],
    describe: describeCommand,
  };
}

/** The default policy's verdict, and the kinds that carry it. */
export function judge(text: string, how: How = {}): { verdict: Verdict; kinds: readonly FindingKind[] } {
  const { verdict, findings } = judgeCommand(analyze(text, how), DEFAULT_POLICY.commands);
  return { verdict, kinds: findings.filter((one) => one.verdict === verdict).map((one) => one.finding.kind) };
}

/** A row of a table that must be allowed. */
export const allowed = (text: string, why: string, how: How = {}) => ({
  text,
  why,
  how,
  verdict: 'allow' as const,
  kind: undefined,
});

/** A row of a table that must be refused for a finding of that kind. */
export const denied = (kind: FindingKind, text: string, why: string, how: How = {}) => ({
  text,
  why,
  how,
  verdict: 'deny' as const,
  kind,
});

/** A row of a table that must be nudged for a finding of that kind. */
export const nudged = (kind: FindingKind, text: string, why: string, how: How = {}) => ({
  text,
  why,
  how,
  verdict: 'nudge' as const,
  kind,
});

export type Case = ReturnType<typeof allowed> | ReturnType<typeof denied> | ReturnType<typeof nudged>;

/** Checks one row. */
export function check({ text, how, verdict, kind }: Case): void {
  const judged = judge(text, how);
  expect(judged.verdict, text).toBe(verdict);
  if (kind !== undefined) expect(judged.kinds, text).toContain(kind);
}
