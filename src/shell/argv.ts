/**
 * From a process's command line back to what it runs: the shell text that an agent's host wrapped, an exact program line, or
 * the reason why there is nothing to judge.
 */
import { type Unwrapped, unwrapHost, type WrappingHost } from './argv-hosts.ts';
import { baseName, launchesAgent, leaveReason } from './argv-leave.ts';
import { dialectOf, readShellLine } from './argv-shell.ts';
import type { Dialect } from './ast.ts';

/** `argv`: exactly what the kernel holds. `text`: joined by ps, quoting lost. */
export type ProcessLine = { readonly argv: readonly string[] } | { readonly text: string };

export type Recovered =
  /** shell text to analyse; `complete` is false when it was cut inside a quote; `words` are `$0`, `$1` ... where known */
  | {
      readonly kind: 'script';
      readonly text: string;
      readonly dialect: Dialect;
      readonly host?: WrappingHost;
      readonly complete: boolean;
      readonly words: readonly string[];
    }
  /** exact argv of a program: one simple command whose words must not be split, expanded or unquoted again */
  | { readonly kind: 'program'; readonly words: readonly string[] }
  /** a program line joined by ps: `words` split at blanks, except that a nested shell's program text is one word */
  | { readonly kind: 'text'; readonly text: string; readonly words: readonly string[] }
  /** the host hides the command: judge by children, age, CPU time and environment */
  | { readonly kind: 'hidden'; readonly host: WrappingHost }
  | { readonly kind: 'leave'; readonly reason: string };

/** Recovers what a process runs. Never throws; an empty line is left alone. */
export function recoverScript(line: ProcessLine): Recovered {
  return 'argv' in line ? recoverExact(line.argv) : recoverJoined(line.text);
}

function recoverExact(given: readonly string[]): Recovered {
  const argv = withoutPadding(given);
  const first = argv[0];
  if (first === undefined) return leave('no command line');
  if (argv.length === 1 && /\s/.test(first)) return recoverJoined(first);
  const name = baseName(first);
  if (isLoginName(first)) return leave('a login shell');
  const dialect = dialectOf(name);
  if (dialect !== undefined) return recoverShell({ words: argv, dialect, textAt: (index) => argv[index] });
  if (name === 'busybox' && argv.length > 2 && dialectOf(argv[1] ?? '') !== undefined)
    return recoverExact(argv.slice(1));
  return leaveOr(name, argv.slice(1)) ?? wrapperOf(argv) ?? { kind: 'program', words: argv };
}

/** A process that sets its title (node, nginx, sshd) leaves one word that reads like a line, then empty ones. */
function withoutPadding(argv: readonly string[]): readonly string[] {
  let end = argv.length;
  while (end > 0 && argv[end - 1] === '' && argv.slice(1, end).every((word) => word === '')) end--;
  return argv.slice(0, end);
}

/** macOS's ps writes control characters as octal numbers. */
function decodeControls(text: string): string {
  return text.replaceAll('\\012', '\n').replaceAll('\\011', '\t');
}

function recoverJoined(joined: string): Recovered {
  const text = decodeControls(joined).trim();
  if (text === '') return leave('no command line');
  if (isBareScript(text)) return scriptFrom({ text, after: [] }, { dialect: 'bash', words: [] });
  const tokens = tokenize(text);
  const first = tokens[0]?.word ?? '';
  if (isLoginName(first)) return leave('a login shell');
  if (/^[\w.-]+:(?:\s|$)/.test(text)) return leave('a process title');
  const dialect = dialectOf(baseName(first));
  const words = tokens.map((token) => token.word);
  if (dialect !== undefined) {
    return recoverShell({ words, dialect, textAt: (index) => restOf(text, tokens, index) });
  }
  const left = leaveOr(baseName(first), words.slice(1));
  return left ?? { kind: 'text', text, words: joinNested(text, tokens) };
}

type Token = { readonly word: string; readonly start: number };

/** The words at blanks; a shell whose path holds blanks (`C:\Program Files\Git\bin\bash.exe`) is one word. */
function tokenize(text: string): readonly Token[] {
  const shell = /^(?:\/|[A-Za-z]:[\\/])[^-]*?[\\/](?:bash|zsh|sh|dash|ksh)(?:\.exe)?(?=\s)/.exec(text)?.[0];
  const from = shell?.length ?? 0;
  const rest = [...text.slice(from).matchAll(/\S+/g)].map((match) => ({ word: match[0], start: from + match.index }));
  return shell === undefined ? rest : [{ word: shell, start: 0 }, ...rest];
}

function restOf(text: string, tokens: readonly Token[], index: number): string | undefined {
  const token = tokens[index];
  return token === undefined ? undefined : text.slice(token.start);
}

type ShellCall = {
  readonly words: readonly string[];
  readonly dialect: Dialect | 'other';
  /** the program text that starts at a word */
  readonly textAt: (index: number) => string | undefined;
};

function recoverShell(call: ShellCall): Recovered {
  if (call.dialect === 'other') return leave('a shell whose language is not analysed');
  const found = readShellLine(call.words, 0);
  if (found.kind === 'input') return leave('an interactive or login shell');
  if (found.kind === 'file') return leaveOr('', call.words) ?? { kind: 'program', words: call.words };
  const text = call.textAt(found.text);
  if (text === undefined || text === '') return leave('a shell without a command');
  const after = text === call.words[found.text] ? call.words.slice(found.text + 1) : [];
  return scriptFrom({ text, after }, { dialect: call.dialect, words: after });
}

type Context = { readonly dialect: Dialect; readonly words: readonly string[] };

function scriptFrom(shell: { readonly text: string; readonly after: readonly string[] }, context: Context): Recovered {
  const unwrapped = unwrapHost(shell);
  if (unwrapped !== undefined) return fromHost(unwrapped, shell.text, context.dialect);
  if (launchesAgent(shell.text)) return leave('the launcher of an agent');
  return { kind: 'script', text: shell.text, dialect: context.dialect, complete: true, words: context.words };
}

function fromHost(unwrapped: Unwrapped, whole: string, dialect: Dialect): Recovered {
  if (unwrapped.kind === 'hidden') return { kind: 'hidden', host: unwrapped.host };
  if (unwrapped.kind === 'helper') return leave('a helper of the sandbox itself');
  const { host, text, complete } = unwrapped;
  if (launchesAgent(text)) return leave('the launcher of an agent');
  const own = /\/snapshot-zsh-|\bsetopt NO_/.test(whole) && dialect === 'bash' ? 'zsh' : dialect;
  return { kind: 'script', text, dialect: own, host, complete, words: [] };
}

/** An unknown prefix program that is given a host's whole wrapper as one argument runs it in a shell. */
function wrapperOf(argv: readonly string[]): Recovered | undefined {
  if (WRAPPERS.has(baseName(argv[0] ?? ''))) return undefined;
  const wrapped = argv.slice(1).find((word) => /\/shell-snapshots\/[\s\S]*&& (?:\\?builtin )?eval /.test(word));
  if (wrapped === undefined) return undefined;
  const unwrapped = unwrapHost({ text: wrapped, after: [] });
  return unwrapped === undefined ? undefined : fromHost(unwrapped, wrapped, 'bash');
}

const SCRIPT_START =
  /^(?:(?:while|until|for|if|case|select|repeat|function|coproc|cd|export|unset|set|source|eval|trap|shopt|setopt|local|declare|typeset|pushd)(?=[\s(])|[{(!]\s|\(\(|\[\[\s|\(|\.\s|[A-Za-z_]\w*=|sleep\s+[\d.]+[smhd]?\s*(?:;|&&|\|\|))/;

/** A row whose text is a shell text by itself: no program is called `until`, and none begins with an assignment. */
function isBareScript(text: string): boolean {
  return SCRIPT_START.test(text);
}

function isLoginName(word: string): boolean {
  return word.startsWith('-') && dialectOf(baseName(word.slice(1))) !== undefined;
}

function leaveOr(name: string, words: readonly string[]): Recovered | undefined {
  const reason = leaveReason(name, words);
  return reason === undefined ? undefined : leave(reason);
}

function leave(reason: string): Recovered {
  return { kind: 'leave', reason };
}

/** Programs that run another one: behind them a shell's program text must be put together again. */
const WRAPPERS = new Set(
  'sudo doas env command exec nice ionice chrt taskset nohup time stdbuf setsid flock timeout gtimeout timelimit caffeinate xargs chronic unbuffer script su runuser sg watch docker podman kubectl oc nsenter unshare chroot systemd-run systemd-inhibit busybox strace ltrace perf xvfb-run prlimit find parallel entr ssh tini dumb-init docker-init npx uv poetry pipenv bundle mise direnv concurrently'.split(
    ' ',
  ),
);

/** The words of a program line; behind a wrapper, everything after a shell's `-c` is one word. */
function joinNested(text: string, tokens: readonly Token[]): readonly string[] {
  const words = tokens.map((token) => token.word);
  if (!WRAPPERS.has(baseName(words[0] ?? ''))) return words;
  const at = textAfter(words);
  const start = at === undefined ? undefined : tokens[at]?.start;
  return at === undefined || start === undefined ? words : [...words.slice(0, at), text.slice(start)];
}

/** Index of the word at which a nested program text begins. */
function textAfter(words: readonly string[]): number | undefined {
  for (let index = 1; index < words.length; index++) {
    const dialect = dialectOf(baseName(words[index] ?? ''));
    if (dialect === undefined || dialect === 'other') continue;
    const line = readShellLine(words, index);
    if (line.kind === 'text') return line.text;
  }
  if (!/^(?:su|runuser|sg|script|flock)$/.test(baseName(words[0] ?? ''))) return undefined;
  const flag = words.findIndex((word) => word === '-c' || word === '--command' || /^-[a-z]*c$/.test(word));
  return flag < 0 ? undefined : flag + 1;
}
