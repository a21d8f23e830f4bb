import { adviceFor } from '../policy/advice.ts';
import type { Analysis } from '../policy/finding.ts';
import type { CommandJudgement, JudgedFinding } from '../policy/judge-command.ts';
import { formatBound } from './bound.ts';
import { underline } from './underline.ts';

export type ExplainText = {
  readonly command: string;
  readonly analysis: Analysis;
  readonly judgement: CommandJudgement;
  /** columns that a piece of text takes */
  readonly width: (piece: string) => number;
  /** makes control characters visible */
  readonly printable: (text: string) => string;
};

/** `explain` for people: the verdict, then each finding with its culprit underlined, its derivation and its remedy. */
export function formatExplanation({ command, analysis, judgement, width, printable }: ExplainText): string {
  const blocks = judgement.findings.map((judged) => formatJudged(judged, command, width, printable));
  return `${[printable(headline(analysis, judgement)), ...blocks].join('\n\n')}\n`;
}

function headline(analysis: Analysis, { verdict, findings }: CommandJudgement): string {
  const { expected = [] } = analysis;
  const whole =
    expected.length === 0
      ? `the call ${formatBound(analysis.call)}`
      : `the policy expects ${expected.map((one) => `\`${one}\``).join(', ')} to live long`;
  const understood = analysis.status === 'complete' ? whole : 'what is not understood is let pass';
  const rest = findings[0]?.finding.kind ?? understood;
  const lines = [`${verdict}: ${rest}`];
  if (analysis.status !== 'complete')
    lines.push(`understood: ${analysis.status} (${analysis.problems.join('; ') || 'no detail'})`);
  return lines.join('\n');
}

function formatJudged(
  { finding, verdict }: JudgedFinding,
  command: string,
  width: ExplainText['width'],
  printable: ExplainText['printable'],
): string {
  const inFile = finding.file !== undefined;
  const culprit = inFile ? [finding.text.split('\n')[0] ?? ''] : underline(command, finding.span, width);
  const lines = [
    `${verdict}  ${finding.kind}  [${finding.rule}]${inFile ? `  in ${printable(finding.file ?? '')}` : ''}`,
    ...culprit.map((line) => `    ${printable(line)}`),
    `  ${printable(finding.reason)}`,
    `  bound: ${formatBound(finding.bound)}`,
    ...finding.derivation.map((step) => `  - ${printable(step)}`),
  ];
  if (finding.remedy !== '')
    lines.push('  instead:', ...finding.remedy.split('\n').map((line) => `    ${printable(line)}`));
  lines.push(...adviceFor(finding).map((advice) => `  ${advice}`));
  return lines.join('\n');
}
