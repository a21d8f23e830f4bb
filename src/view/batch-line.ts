import type { Analysis, Finding } from '../policy/finding.ts';
import { judgeCommand, judgeFinding } from '../policy/judge-command.ts';
import { judgeProcess } from '../policy/judge-process.ts';
import type { Policy } from '../policy/policy.ts';
import type { Dialect } from '../shell/ast.ts';
import { explainJson, type FindingJson, findingJson, type ParseJson } from './finding-json.ts';

/** What the batch needs of the analyzer. */
export type BatchAnalyzer = {
  analyze(command: { text: string; shell: Dialect; background: boolean; longLived: readonly string[] }): Analysis;
  analyzeLine(line: { readonly argv: readonly string[] } | { readonly text: string }): Analysis;
};

export type BatchAnswer =
  | {
      readonly id: unknown;
      readonly verdict: string;
      readonly findings: readonly FindingJson[];
      readonly parse: ParseJson;
    }
  | { readonly id: unknown; readonly error: string };

/** Answers one line of `explain --batch`; a bad line gets an error, never an exception. */
export function answerBatchLine(line: string, analyzer: BatchAnalyzer, policy: Policy): BatchAnswer {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch (error) {
    return { id: null, error: `not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { id: null, error: 'expected a JSON object' };
  const { id = null, ...request } = row as Record<string, unknown>;
  try {
    return answerRow(id, request, analyzer, policy);
  } catch (error) {
    // One row that the analyzer cannot take must not end the batch; the row says so.
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function answerRow(id: unknown, row: Record<string, unknown>, analyzer: BatchAnalyzer, policy: Policy): BatchAnswer {
  const { kind, text, argv, shell = 'bash', background = false } = row;
  if (Array.isArray(argv)) {
    if (!argv.every((word) => typeof word === 'string')) return { id, error: "'argv': expected a list of strings" };
    return answerProcess(id, analyzer.analyzeLine({ argv }), policy);
  }
  if (typeof text !== 'string')
    return { id, error: `'text': expected a string, got ${JSON.stringify(text) ?? 'nothing'}` };
  if (kind === 'argv') return answerProcess(id, analyzer.analyzeLine({ text }), policy);
  if (shell !== 'bash' && shell !== 'sh' && shell !== 'zsh')
    return { id, error: `'shell': expected bash, sh or zsh, got ${JSON.stringify(shell)}` };
  const analysis = analyzer.analyze({
    text,
    shell,
    background: background === true,
    longLived: policy.commands.longLived,
  });
  const { verdict, findings, parse } = explainJson(analysis, judgeCommand(analysis, policy.commands));
  return { id, verdict, findings, parse };
}

/**
 * A running process is flagged for what would have been refused before it ran, as far as a process can be held to it: what
 * ends by itself soon enough is left, however old it is asked about.
 */
function answerProcess(id: unknown, analysis: Analysis, policy: Policy): BatchAnswer {
  const flagged = analysis.findings.filter(
    (finding) => judgeFinding(finding, policy.commands) === 'deny' && isHeldToLimit(finding, policy),
  );
  return {
    id,
    verdict: flagged.length > 0 ? 'flag' : 'leave',
    findings: flagged.map((finding) => findingJson(finding, 'flag')),
    parse: { status: analysis.status, problems: analysis.problems },
  };
}

function isHeldToLimit(finding: Finding, policy: Policy): boolean {
  const facts = {
    ageSeconds: Number.MAX_SAFE_INTEGER,
    cpuSeconds: null,
    longLived: false,
    after: null,
    grantedSeconds: null,
  };
  const judgement = judgeProcess({ ...facts, findings: [finding] }, policy.processes);
  return judgement !== null && judgement.action !== 'leave';
}
