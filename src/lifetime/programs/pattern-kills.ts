/** pkill, killall and their like: they may hit what they were not meant for. */

import type { Describer } from './call.ts';
import { quickly } from './call.ts';
import type { CommandDescription, PatternKill } from './describe.ts';
import { isOn, optionGrammar, readOptions } from './option-reader.ts';
import { words } from './program-row.ts';

/** Interpreters, shells, runners and agents: a pattern that names only one of them hits far more than was meant. */
export const BROAD_NAMES: readonly string[] = words(`
  node nodejs npm npx pnpm yarn bun deno tsx python python2 python3 ruby perl php java dotnet go cargo make uv
  electron sh bash zsh dash fish ksh pwsh tmux screen ssh sshd sudo docker dockerd containerd kubectl systemd
  launchd init cron git sleep tail watch claude claude-code codex gemini gemini-cli opencode pi omp copilot cursor
  cursor-agent hermes aider goose crush amp grok code vscode vim nvim emacs chrome firefox mcp server dev test main
  index app run start serve agent
`);
const broad = new Set(BROAD_NAMES);

/** An agent with some of its arguments is still the agent. */
const AGENT_START = /^(?:claude|codex|gemini|opencode|copilot|cursor-agent)(?:[\s.*]|$)/;

/** Below so many letters a pattern matches by accident. */
const SHORTEST = 4;

/**
 * Whether a pattern could hit the agent, its shells or unrelated programs: the bare name of an interpreter, shell or agent, also
 * with a path, wildcards or one common option around it, or a very short one. `full` is set when whole command lines are matched.
 */
export function isBroadPattern(pattern: string, full: boolean): boolean {
  const bare = pattern
    .replace(/^\^|\$$/g, '')
    .replace(/^(?:\.\*|\.\+|\*)+|(?:\.\*|\.\+|\*)+$/g, '')
    .replaceAll(/\[(.)\]/g, '$1')
    .trim()
    .replace(/^(?:\/[\w.-]+)+\//, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();
  if (broad.has(bare) || AGENT_START.test(bare)) return true;
  if (/^(?:python|ruby|node|php|java)-?\d+(?:\.\d+)*$/.test(bare)) return true;
  const letters = bare.replaceAll(/[^a-z0-9]/g, '');
  if (letters.length === 0) return true;
  if (!full) return false;
  if (letters.length < SHORTEST) return true;
  const alternatives = bare.replace(/^\(+|\)+$/g, '').split(/\\?\|/);
  if (alternatives.length > 1 && alternatives.some((part) => isBroadPattern(part, full))) return true;
  return /^(?:npm|yarn|pnpm|bun) run$/.test(bare);
}

const PKILL_OPTIONS = optionGrammar(
  'd: F: g: G: P: s: t: u: U: r: O: q: M: N: j: delimiter= pgroup= group= parent= session= terminal= euid= uid= older= signal= queue= runstates= cgroup= env= ns= nslist= pidfile=',
);
const KILLALL_OPTIONS = optionGrammar(
  'o: y: s: u: n: Z: c: t: d? older-than= younger-than= signal= user= ns= context=',
);

/** `pkill [-f] [-SIGNAL] pattern`, `killall [-SIGNAL] name...`, `pkill -P 42`. */
export const describePatternKill: Describer = (call) => {
  const grammar = call.name === 'pkill' ? PKILL_OPTIONS : KILLALL_OPTIONS;
  const operands = call.operands.map((operand) => (isSignal(operand.value) ? { value: '-q=' } : operand));
  const reading = readOptions(operands, call.at + 1, { grammar });
  if (isOn(reading, 'help|version|V|h|l|list')) return quickly(call.name, 'it kills nothing');
  const patterns = reading.words.map((index) => call.operands[index]?.value);
  const ofUser = isOn(reading, 'u|U|euid|uid|user');
  if (patterns.length === 0 && ofUser) return killing(call.name, EVERYTHING);
  if (patterns.length === 0) return quickly(call.name, 'it kills by other marks than a pattern');
  const narrowed = reading.options.some((option) =>
    ['P', 'parent', 's', 'session', 'F', 'pidfile', 'g', 'pgroup', 't', 'terminal'].includes(option.name),
  );
  return killing(call.name, judgePatterns(patterns, isOn(reading, 'f|full|r|regexp'), narrowed));
};

const EVERYTHING: PatternKill = { pattern: undefined, broad: true, reason: 'it kills every process of a user' };

/** Windows: `taskkill /IM node.exe /F` ends everything of that name. */
export const describeTaskkill: Describer = (call) => {
  const words = call.operands.slice(call.at + 1).map((operand) => operand.value);
  const flag = words.findIndex((word) => word !== undefined && /^(?:\/|--?|\/\/)im$/i.test(word));
  const image = flag < 0 ? undefined : words[flag + 1];
  if (image === undefined) return quickly(call.name, 'it ends processes by number');
  return killing(call.name, judgePatterns([image.replace(/\.exe$/i, '')], false, false));
};

function isSignal(word: string | undefined): boolean {
  return word !== undefined && /^-(?:\d+|(?:SIG)?(?:[A-Z]{3,}|USR[12]))$/.test(word);
}

function judgePatterns(patterns: readonly (string | undefined)[], full: boolean, narrowed: boolean): PatternKill {
  const found = narrowed
    ? undefined
    : patterns.find((pattern) => pattern !== undefined && isBroadPattern(pattern, full));
  const pattern = found ?? patterns[0];
  const reason =
    found === undefined
      ? 'it kills whatever matches its pattern'
      : `\`${found}\` also matches the agent, its shells or programs of others`;
  return { pattern, broad: found !== undefined, reason };
}

function killing(name: string, patternKill: PatternKill): CommandDescription {
  return {
    kind: 'program',
    name,
    bound: { kind: 'finite' },
    role: 'quick',
    stated: false,
    reason: patternKill.reason,
    remedy: '',
    patternKill,
  };
}
