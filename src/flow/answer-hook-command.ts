/** A command about to run: judged, written down, and answered. */
import { openHatch } from '../hosts/hatch.ts';
import { formatNudge, formatRefusal } from '../hosts/hook-message.ts';
import type { HookAnswer, HookEvent, Host } from '../hosts/host.ts';
import type { EntryBody } from '../ledger/entry.ts';
import type { Analysis } from '../policy/finding.ts';
import { type CommandJudgement, judgeCommand } from '../policy/judge-command.ts';
import type { Verdict } from '../policy/verdict.ts';
import type { HookPorts, SessionKey, ShellCall } from './answer-hook-ports.ts';
import { record } from './answer-hook-record.ts';

type Asked = {
  readonly host: Host;
  readonly session: SessionKey;
  readonly event: HookEvent;
  readonly call: ShellCall;
  readonly ports: HookPorts;
};

/** Silent unless something is found. Whatever is said is recorded first, and said even when it cannot be recorded. */
export async function answerCommand(asked: Asked): Promise<HookAnswer> {
  const { event, call, ports } = asked;
  if (!ports.mayNeedJudging(call)) return { kind: 'silent' };
  const { commands } = ports.policy(event.cwd).policy;
  const analysis = await ports.analyze(call, { cwd: event.cwd, longLived: commands.longLived });
  ports.mark('analyzed');
  if (analysis.status === 'unavailable') return unavailable(asked, analysis);
  const judgement = judgeCommand(analysis, commands);
  if (judgement.verdict === 'allow') return { kind: 'silent' };
  if (call.when === 'after') return afterwards(judgement);
  const hatch = judgement.verdict === 'nudge' ? null : openHatch(ports.env);
  if (hatch !== null) {
    await write(asked, {
      kind: 'bypass',
      variable: hatch,
      command: call.command,
      verdict: judgement.verdict,
    });
    return { kind: 'silent' };
  }
  await write(asked, verdictEntry(judgement.verdict, judgement, asked));
  return say(judgement, call.command);
}

function say(judgement: CommandJudgement, command: string): HookAnswer {
  switch (judgement.verdict) {
    case 'allow':
      return { kind: 'silent' };
    case 'nudge':
      return { kind: 'nudge', text: formatNudge(judgement) };
    case 'ask':
    case 'deny':
      return { kind: judgement.verdict, reason: formatRefusal(judgement, command) };
  }
}

/** What has run can no longer be refused; it was judged, and recorded, before it ran. */
function afterwards(judgement: CommandJudgement): HookAnswer {
  return judgement.verdict === 'nudge' ? { kind: 'nudge', text: formatNudge(judgement) } : { kind: 'silent' };
}

function verdictEntry(verdict: Exclude<Verdict, 'allow'>, judgement: CommandJudgement, asked: Asked): EntryBody {
  return {
    kind: 'verdict',
    verdict,
    command: asked.call.command,
    findings: judgement.findings.map(({ finding: { kind, rule, reason } }) => ({ kind, rule, reason })),
    toolCall: asked.event.toolCall,
  };
}

/** Nothing could be understood, for instance because the grammar is missing: the command runs, and people can see why. */
async function unavailable(asked: Asked, analysis: Analysis): Promise<HookAnswer> {
  const reason = analysis.problems.join('; ') || 'the command could not be analysed';
  await write(asked, { kind: 'fail-open', reason: reason.slice(0, 300) });
  asked.ports.complain(reason);
  return { kind: 'silent' };
}

/** A refusal must not depend on a disk that has room. */
async function write({ session, event, ports }: Asked, body: EntryBody): Promise<void> {
  try {
    await record(session, event, [body], ports);
  } catch (error) {
    ports.complain(error instanceof Error ? error.message : String(error));
  }
}
