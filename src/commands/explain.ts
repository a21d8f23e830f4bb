import { createInterface } from 'node:readline';
import stringWidth from 'string-width';
import { KnownError } from '../errors.ts';
import { type Analyzer, openAnalyzer } from '../flow/analyzer.ts';
import { explainProcess } from '../flow/explain-process.ts';
import { readPolicy } from '../flow/read-policy.ts';
import { scanOnce } from '../flow/scan-once.ts';
import { openMachine, settingsFrom } from '../flow/scan-setup.ts';
import { judgeCommand } from '../policy/judge-command.ts';
import type { Policy } from '../policy/policy.ts';
import type { Dialect } from '../shell/ast.ts';
import { answerBatchLine } from '../view/batch-line.ts';
import { formatExplanation } from '../view/explain-text.ts';
import { explainJson } from '../view/finding-json.ts';
import { formatJsonLine } from '../view/json-text.ts';
import { printable } from '../view/printable.ts';
import { formatProcess, processToJson } from '../view/process-explanation.ts';
import { formatRules, rulesJson } from '../view/rules-text.ts';
import type { Command, CommandIo } from './command.ts';
import { type ParsedFlags, parseFlags } from './flags.ts';
import { pidOf } from './scan-flags.ts';

const HELP = `usage: lifetime-watch explain '<command>' [--background] [--shell bash|sh|zsh] [--json]
       lifetime-watch explain --pid <process> [--json]
       lifetime-watch explain --rules [--json]
       lifetime-watch explain --batch < lines.jsonl

Judges a command as the hook would, and shows why: each finding with its culprit underlined, what bounds it or does not,
and a bounded spelling.

  --background       as if the host was asked to run it in the background
  --shell <name>     bash (default), sh or zsh
  --pid <process>    a running process: what it runs, whose it is, what it is held to and what would happen to it
  --rules            every rule with its code, a command that it catches and one that it spares
  --json             one JSON object
  --batch            reads JSON lines {id, text, shell?, background?}, {id, argv: [...]} or {id, kind: "argv", text} from
                     standard input and answers each with one JSON line
  --policy <file>    this policy file instead of the user's own

exit code: 0 allow, 1 nudge, ask or deny (of a process: it is past a limit), 2 usage or policy error
`;

const FLAGS = {
  background: { type: 'boolean' },
  shell: { type: 'string' },
  pid: { type: 'string' },
  rules: { type: 'boolean' },
  json: { type: 'boolean' },
  batch: { type: 'boolean' },
  policy: { type: 'string' },
} as const;

export const command: Command = { help: HELP, flags: FLAGS, run };

async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const flags = parseFlags('explain', argv, FLAGS, { min: 0, max: Number.POSITIVE_INFINITY });
  refuseLooseWords(flags);
  refuseTwoSubjects(flags);
  if (flags.has('rules')) {
    io.out(flags.has('json') ? formatJsonLine(rulesJson()) : formatRules());
    return 0;
  }
  const { policy, problems, ignored } = readPolicy({ env: io.env, cwd: io.cwd, file: flags.text('policy') });
  for (const problem of [...problems, ...ignored]) io.err(`lifetime-watch: ${problem}\n`);
  const analyzer = await openAnalyzer({ cwd: flags.text('pid') === undefined ? io.cwd : null });
  if (analyzer.problem !== null) io.err(`lifetime-watch: ${analyzer.problem}\n`);
  if (problems.length > 0) {
    // The verdict is shown all the same, under the policy without its mistakes; the code says that it is not the one meant.
    await explainAny({ analyzer, policy, flags, io });
    return 2;
  }
  return explainAny({ analyzer, policy, flags, io });
}

/** A command without quotes has been taken apart by the shell, and `&&` and the rest of it never got here. */
function refuseLooseWords({ operands }: ParsedFlags): void {
  if (operands.length <= 1) return;
  throw new KnownError(`explain: expected one command in quotes, got ${operands.length} words: ${operands.join(' ')}`);
}

/** A command, a process, the rules or a batch: the others would be passed over in silence. */
function refuseTwoSubjects(flags: ParsedFlags): void {
  const named = [
    ...flags.operands.map(() => 'a command'),
    ...(flags.text('pid') === undefined ? [] : ['--pid']),
    ...(['rules', 'batch'] as const).filter((name) => flags.has(name)).map((name) => `--${name}`),
  ];
  if (named.length <= 1) return;
  throw new KnownError(`explain: expected a command, --pid, --rules or --batch, got ${named.join(' and ')}`);
}

type Context = { analyzer: Analyzer; policy: Policy; flags: ParsedFlags; io: CommandIo };

async function explainAny(context: Context): Promise<number> {
  const { analyzer, policy, flags, io } = context;
  if (flags.has('batch')) return runBatch(analyzer, policy, io);
  const pid = pidOf('explain', flags.text('pid'));
  if (pid !== null) return explainRunning(pid, context);
  const [text] = flags.operands;
  if (text === undefined)
    throw new KnownError("explain: expected one command in quotes, got none; see 'lifetime-watch help explain'");
  return explainOne(text, context);
}

async function explainRunning(pid: number, context: Context): Promise<number> {
  const { analyzer, policy, flags, io } = context;
  const machine = await openMachine(io.env, analyzer);
  try {
    const settings = settingsFrom(policy, {
      armed: policy.processes.enforce,
      after: null,
      agentPid: null,
      dryRun: true,
    });
    const { scan, problems } = await scanOnce(machine, settings);
    for (const problem of problems) io.err(`lifetime-watch: ${problem}\n`);
    const facts = explainProcess(pid, { machine, settings, scan });
    io.out(flags.has('json') ? formatJsonLine(processToJson(facts)) : formatProcess(facts));
    return facts.suspect !== null && facts.suspect.pastSeconds >= 0 ? 1 : 0;
  } finally {
    machine.close();
  }
}

function explainOne(text: string, context: Context): number {
  const { analyzer, policy, flags, io } = context;
  const analysis = analyzer.analyze({
    text,
    shell: parseShell(flags.text('shell')),
    background: flags.has('background'),
    longLived: policy.commands.longLived,
  });
  const judgement = judgeCommand(analysis, policy.commands);
  io.out(
    flags.has('json')
      ? formatJsonLine(explainJson(analysis, judgement))
      : formatExplanation({ command: text, analysis, judgement, width: stringWidth, printable }),
  );
  return judgement.verdict === 'allow' ? 0 : 1;
}

function parseShell(name: string | undefined): Dialect {
  if (name === undefined) return 'bash';
  if (name === 'bash' || name === 'sh' || name === 'zsh') return name;
  throw new KnownError(`explain: --shell: expected bash, sh or zsh, got '${name}'`);
}

async function runBatch(analyzer: Analyzer, policy: Policy, io: CommandIo): Promise<number> {
  for await (const line of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') io.out(formatJsonLine(answerBatchLine(line, analyzer, policy)));
  }
  return 0;
}
