/**
 * The wrappers that agent hosts put around a command before they hand it to a shell, as they appear in the shell's argv.
 * Each is undone by the marks that its own versions share, never by a fixed text, because the prologues change often.
 */
import { unquoteWord } from './argv-words.ts';

/** The hosts whose wrappers are known. */
export type WrappingHost = 'claude-code' | 'codex' | 'gemini-cli' | 'copilot-cli' | 'cursor' | 'hermes';

/** What is inside a wrapper: the command, or nothing that can be seen, or a helper of the host itself. */
export type Unwrapped =
  | { readonly kind: 'command'; readonly host: WrappingHost; readonly text: string; readonly complete: boolean }
  | { readonly kind: 'hidden'; readonly host: WrappingHost }
  | { readonly kind: 'helper'; readonly host: WrappingHost };

/** A shell's program text and the words after it (`$0`, `$1` ...), which are known only from exact argv. */
export type ShellText = { readonly text: string; readonly after: readonly string[] };

/** Undoes a host's wrapper; undefined when the text is in none. */
export function unwrapHost(shell: ShellText): Unwrapped | undefined {
  return (
    unwrapSandbox(shell.text) ??
    unwrapCursor(shell) ??
    unwrapCodex(shell.text) ??
    unwrapGemini(shell.text) ??
    unwrapHermes(shell.text) ??
    unwrapCopilot(shell) ??
    unwrapClaude(shell.text)
  );
}

const SOCAT_HELPER = /(?:^|[\s;&'"/])socat\S*\s+TCP-LISTEN:\d+\S*\s+UNIX-CONNECT:\S*claude-(?:http|socks)-/;
const SANDBOX_EVAL = /\bEXIT['"]?\s+eval\s+/;

/** Claude's Linux sandbox: two socat bridges in the background, then the command in an `eval`, or in a process of its own. */
function unwrapSandbox(text: string): Unwrapped | undefined {
  if (!SOCAT_HELPER.test(text)) return undefined;
  const evaluated = SANDBOX_EVAL.exec(text);
  if (evaluated === null) return { kind: 'helper', host: 'claude-code' };
  const word = unquoteWord(text, evaluated.index + evaluated[0].length);
  return unwrapClaude(word.value) ?? { kind: 'command', host: 'claude-code', text: word.value, complete: word.closed };
}

const SNAPSHOT = /(?:^|[\s;&{])(?:source|\.)\s+[^;&|\n]*?\/shell-snapshots\//;
const CWD_TAIL = /\s&&\s+pwd -P >\|\s*\S*\/claude-[\w-]*cwd\b/g;
const EVAL = /(?:^|&&\s+|;\s*)(?:\\?builtin\s+|command\s+)?eval\s+(?:--\s+)?/;

/** `source .../shell-snapshots/... && ... && eval '<command>' < /dev/null && pwd -P >| /tmp/claude-xxxx-cwd`. */
function unwrapClaude(text: string): Unwrapped | undefined {
  const hasSnapshot = SNAPSHOT.test(text);
  const tail = lastMatch(CWD_TAIL, text);
  if (!hasSnapshot && (tail === undefined || !/^\s*eval\s/.test(text))) return undefined;
  const evaluated = EVAL.exec(text);
  if (evaluated === null) return { kind: 'hidden', host: 'claude-code' };
  const start = evaluated.index + evaluated[0].length;
  const inner = text.slice(start, tail !== undefined && tail > start ? tail : text.length);
  return { kind: 'command', host: 'claude-code', ...evaluatedText(inner) };
}

/** The argument of `eval`, without the redirect from /dev/null behind it. */
function evaluatedText(inner: string): { readonly text: string; readonly complete: boolean } {
  const word = unquoteWord(inner, 0);
  const rest = inner.slice(word.end).trim();
  if (!word.closed || rest === '' || /^\\?<\s*\/dev\/null\b/.test(rest))
    return { text: word.value, complete: word.closed };
  const bare = inner.replace(/\s*\\?<\s*\/dev\/null\s*$/, '');
  return /^['"$]/.test(inner) ? { text: word.value, complete: true } : { text: bare, complete: true };
}

function lastMatch(pattern: RegExp, text: string): number | undefined {
  let found: number | undefined;
  for (const match of text.matchAll(pattern)) found = match.index;
  return found;
}

const CODEX_EXEC = /(?:^|[\s;])exec\s+'[^'\n]*\/?(?:bash|zsh|sh)'\s+-l?c\s+/g;

/** A preamble that restores a snapshot and ends in `exec '/bin/bash' -c '<command>'`. */
function unwrapCodex(text: string): Unwrapped | undefined {
  if (!/^__CODEX_SNAPSHOT_|^if \. '[^']*\/shell_snapshots\//.test(text.trimStart())) return undefined;
  const matches = [...text.matchAll(CODEX_EXEC)];
  const first = matches[0];
  if (first === undefined) return { kind: 'hidden', host: 'codex' };
  const word = unquoteWord(text, first.index + first[0].length);
  return { kind: 'command', host: 'codex', text: word.value, complete: word.closed };
}

const GEMINI_NOW = /_bgpids_file=\S*\s*\(\s*trap\s+'[^']*'\s+EXIT\s+([\s\S]*?)(?:\s*\)\s*__code=\$\?[\s\S]*)?$/;
const GEMINI_BEFORE = /^(?:shopt\s[^;]*;\s*)?\{\s+([\s\S]*?)[;\n]?\s*\};?\s*__code=\$\?;\s*pgrep -g 0\b/;

/** `... ( trap 'jobs -p > ...' EXIT <command> ) __code=$? ...`, before that `{ <command>; }; __code=$?; pgrep -g 0 ...`. */
function unwrapGemini(text: string): Unwrapped | undefined {
  const now = /gemini-shell-|_bgpids_file=/.test(text) ? GEMINI_NOW.exec(text) : null;
  const match = now ?? GEMINI_BEFORE.exec(text);
  if (match === null) return undefined;
  return {
    kind: 'command',
    host: 'gemini-cli',
    text: match[1] ?? '',
    complete: now === null || /__code=\$\?/.test(text),
  };
}

const HERMES_EVAL = /(?:^|\s)eval\s+(?=')/;

/** A script of lines: `source ...hermes-snap-...`, `cd`, `eval '<command>'`, `__hermes_ec=$?` ... */
function unwrapHermes(text: string): Unwrapped | undefined {
  if (!/__hermes_ec=|\/hermes-snap-/.test(text)) return undefined;
  const match = HERMES_EVAL.exec(text);
  if (match === null) return { kind: 'hidden', host: 'hermes' };
  const word = unquoteWord(text, match.index + match[0].length);
  return { kind: 'command', host: 'hermes', text: word.value, complete: word.closed };
}

const CURSOR_END = /dump_(?:bash|zsh)_state\s*>&4;[^\n]*?\bexit\s+\$COMMAND_EXIT_CODE\s+--\s/;

/** Nothing but the snapshot, and perhaps a command that is kept in a variable. */
const SNAPSHOT_ALONE = /^\s*snap=\$\(command cat <&3\)(?:[\s;&]*(?:builtin\s+)?eval\s+(?:--\s+)?"\$\w+")*[\s;&]*$/;

/** `snap=$(command cat <&3) ... dump_bash_state >&4; builtin exit $COMMAND_EXIT_CODE`, the command being `$1`. */
function unwrapCursor(shell: ShellText): Unwrapped | undefined {
  if (!/\bsnap=\$\(command cat <&3\)/.test(shell.text)) return undefined;
  const argument = shell.after[1];
  if (argument !== undefined) return { kind: 'command', host: 'cursor', text: argument, complete: true };
  const end = CURSOR_END.exec(shell.text);
  if (end === null && !SNAPSHOT_ALONE.test(shell.text)) {
    return { kind: 'command', host: 'cursor', text: shell.text, complete: true };
  }
  if (end === null) return { kind: 'hidden', host: 'cursor' };
  return { kind: 'command', host: 'cursor', text: shell.text.slice(end.index + end[0].length), complete: true };
}

/** A supervisor for detached commands: the command is behind the last `-c`. */
function unwrapCopilot(shell: ShellText): Unwrapped | undefined {
  if (!/^\s*__copilot_pid_path=/.test(shell.text)) return undefined;
  const exact = shell.after.at(-1);
  if (exact !== undefined && shell.after.at(-2) === '-c')
    return { kind: 'command', host: 'copilot-cli', text: exact, complete: true };
  const at = shell.text.lastIndexOf(' --noprofile -c ');
  if (at < 0) return { kind: 'hidden', host: 'copilot-cli' };
  return {
    kind: 'command',
    host: 'copilot-cli',
    text: shell.text.slice(at + ' --noprofile -c '.length),
    complete: true,
  };
}
