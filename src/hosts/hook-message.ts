/** What the agent reads: why, where, and the bounded way to do the same. It never shows an unbounded form. */
import { adviceFor } from '../policy/advice.ts';
import type { Finding } from '../policy/finding.ts';
import type { CommandJudgement } from '../policy/judge-command.ts';
import { hatchNamedIn, withoutHatch } from './hatch.ts';

/** The reason of a refusal. Findings come strictest first; the first one carries it. */
export function formatRefusal(judgement: CommandJudgement, command: string): string {
  const [decisive, ...others] = judgement.findings.filter(({ verdict }) => verdict !== 'nudge');
  if (decisive === undefined) return 'lifetime-watch refused this command.';
  const { finding } = decisive;
  return [
    `lifetime-watch refused this command (${finding.kind}, ${finding.rule}): ${finding.reason}.`,
    ...derivation(finding),
    ...(others.length > 0 ? [`Also: ${others.map((other) => formatShort(other.finding)).join('; ')}.`] : []),
    ...instead(finding),
    ...adviceFor(finding),
    ...aboutHatch(finding, command),
  ].join('\n');
}

/** The text of a nudge: the command runs, these are things to know. */
export function formatNudge(judgement: CommandJudgement): string {
  const lines = judgement.findings.map(({ finding }) => {
    const advice = finding.remedy === '' ? '' : ` Consider: ${finding.remedy}`;
    return `lifetime-watch (${finding.kind}, ${finding.rule}): ${finding.reason}.${advice}`;
  });
  return lines.join('\n');
}

/** The reminder at rest: background tasks that nothing ends. */
export function formatReminder(tasks: readonly { readonly id: string; readonly command: string }[]): string {
  const rows = tasks.map(({ id, command }) => `- ${id}: ${opening(command)}`);
  return [
    'lifetime-watch: these background tasks still run and have no bound of their own:',
    ...rows,
    'Stop each one that is no longer needed (TaskStop with its id). If one must stay, say so to the user and finish.',
  ].join('\n');
}

function derivation({ derivation: steps, file }: Finding): readonly string[] {
  const where = file === undefined ? [] : [`It lies in ${file}.`];
  return [...where, ...steps.slice(0, mostSteps).map((step) => `- ${step}`)];
}

const mostSteps = 4;

function formatShort(finding: Finding): string {
  return `\`${opening(finding.text)}\` (${finding.kind}): ${finding.reason}`;
}

/** Enough of a text to find it again, and never a whole loop: up to its first separator. */
function opening(text: string): string {
  const whole = text.trim();
  const ends = [whole.indexOf(';'), whole.indexOf('\n'), longestOpening].filter((at) => at >= 0);
  const first = whole.slice(0, Math.min(...ends)).trimEnd();
  return first.length < whole.length ? `${first} …` : first;
}

const longestOpening = 60;

function instead(finding: Finding): readonly string[] {
  const remedy = withoutHatch(finding.remedy);
  if (remedy === '') return [];
  return remedy.includes('\n') ? ['Instead:', remedy] : [`Instead: ${remedy}`];
}

/** A long life that is really meant is the supervisor's decision, never one that the command takes for itself. */
function aboutHatch(finding: Finding, command: string): readonly string[] {
  const tried = hatchNamedIn(command);
  if (tried !== null) {
    return [
      `${tried}=1 in a command has no effect: it counts only in the environment that launched the agent, where the person who supervises sets it.`,
    ];
  }
  const mayBeMeant =
    finding.kind === 'endless-command' || finding.kind === 'unbounded-background' || finding.role === 'server';
  if (!mayBeMeant) return [];
  return [
    'If a long-lived process is really meant, ask the person who supervises: they can list it as longLived in their policy, or start the agent with LIFETIME_WATCH_ACK=1.',
  ];
}
