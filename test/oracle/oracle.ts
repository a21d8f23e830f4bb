/** Asks the analysis and the real shell about the same script, keeps the score, and words a disagreement. */
import type { Analysis, Bound } from '../../src/policy/finding.ts';
import { judgeBound, realityOf, type Verdict, type World, worldsOf } from './bound-claim.ts';
import type { Generated } from './generated-script.ts';
import type { Budget } from './prelude.ts';
import type { Shell } from './shells.ts';
import { openTally, type Tally } from './tally.ts';
import { openVirtualMachine, USUAL_BUDGET } from './virtual-run.ts';

export type Analyze = (text: string, shell: Shell) => Analysis;

export type Answer = {
  readonly script: Generated;
  readonly analysis: Analysis;
  readonly worlds: readonly World[];
  readonly verdict: Verdict;
};

export type Oracle = {
  ask(script: Generated): Promise<Answer>;
  /** puts an answer on record; what shrinking asks would distort the counts */
  count(answer: Answer): void;
  readonly tally: Tally;
  close(): void;
};

/** What was claimed bounded and did not end gets this much before it counts as a runaway. */
const PATIENT_BUDGET: Budget = { calls: 8000, steps: 200_000, cpu: 10 };

export function openOracle(analyze: Analyze): Oracle {
  const quick = openVirtualMachine(USUAL_BUDGET, 8);
  const patient = openVirtualMachine(PATIENT_BUDGET, 60);
  const tally = openTally();

  async function ask(script: Generated): Promise<Answer> {
    const { shell, text } = script;
    const analysis = analyze(text, shell);
    const bounded = analysis.call.kind === 'within' || analysis.call.kind === 'finite';
    const worlds: World[] = [];
    for (const behaviour of worldsOf(text)) {
      const first = await quick.run(shell, text, behaviour);
      const doubtful = bounded && first.kind === 'goes-on' && first.why !== 'forever';
      const outcome = doubtful ? await patient.run(shell, text, behaviour) : first;
      worlds.push({ behaviour, outcome });
      // one world that goes on settles the matter, whatever was claimed; one where nothing was asked stands for all
      if (outcome.kind !== 'ends' || !outcome.asked) break;
    }
    const verdict = judgeBound(analysis, worlds);
    return { script, analysis, worlds, verdict };
  }

  return {
    ask,
    count({ script, analysis, worlds, verdict }) {
      const claim = analysis.status === 'complete' ? analysis.call.kind : analysis.status;
      tally.add({ script, claim, reality: realityOf(worlds), verdict: verdict.kind });
    },
    tally,
    close() {
      quick.close();
      patient.close();
    },
  };
}

/** Both sides of a disagreement. */
export function formatAnswer({ script, analysis, worlds, verdict }: Answer): string {
  const real = worlds.map(({ behaviour, outcome }) => {
    if (outcome.kind === 'ends') return `${behaviour}: ends after ${outcome.seconds} s`;
    return outcome.kind === 'goes-on' ? `${behaviour}: goes on (${outcome.why})` : `${behaviour}: ${outcome.message}`;
  });
  return [
    `script:  ${script.text}`,
    `shell:   ${script.shell}`,
    `claimed: ${formatBound(analysis.call)} (${analysis.status})`,
    `real:    ${real.join(' · ')}`,
    `verdict: ${verdict.kind}${'why' in verdict ? `, ${verdict.why}` : ''}`,
    `reason:  ${analysis.findings.map(({ rule, reason }) => `${rule} ${reason}`).join(' · ')}`,
  ].join('\n');
}

export function formatBound(bound: Bound): string {
  return bound.kind === 'within' ? `within ${bound.seconds} s` : bound.kind;
}
