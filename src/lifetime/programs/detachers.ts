/** Programs that start another one and let it go: terminal multiplexers, at, systemd-run, daemonizers. */

import type { Describer } from './call.ts';
import { quickly, shellWord, wrapping } from './call.ts';
import type { CommandDescription, WrapperEffect } from './describe.ts';
import { systemdSeconds } from './durations.ts';
import type { Invocation } from './invocation.ts';
import type { Reading } from './option-reader.ts';
import { isOn, optionGrammar, optionValue, readOptions } from './option-reader.ts';
import { describeOptionText, quoteWords } from './option-text.ts';
import { describePlain } from './read-row.ts';

const LEAVES: WrapperEffect = { detaches: true, returnsAtOnce: true };

const TMUX_OPTIONS = optionGrammar('c: f: L: S: T:');
const TMUX_NEW_OPTIONS = optionGrammar('c: e: f: F: n: s: t: x: y: l: p:');
const TMUX_STARTS = [
  'new',
  'new-session',
  'new-s',
  'neww',
  'new-window',
  'splitw',
  'split-window',
  'respawn-pane',
  'respawnp',
  'respawn-window',
  'respawnw',
  'popup',
  'display-popup',
];

/** `tmux new -d -s web 'npm run dev'`: one word is shell text, several are a command. */
export const describeTmux: Describer = (call) => {
  const head = readOptions(call.operands, call.at + 1, { grammar: TMUX_OPTIONS, stop: true });
  for (let at = head.rest; at < call.operands.length; at = tmuxEnd(call, at) + 1) {
    const described = tmuxCommand(call, at);
    if (described !== undefined) return described;
  }
  return describePlain(call.name);
};

/** One of the commands of a tmux line, which are separated by `;` words; undefined when it starts nothing. */
function tmuxCommand(call: Invocation, at: number): CommandDescription | undefined {
  const sub = call.operands[at]?.value ?? '';
  if (['send-keys', 'send', 'send-key'].includes(sub)) return typedKeys(call, at + 1);
  if (!TMUX_STARTS.includes(sub)) return undefined;
  const reading = readOptions(call.operands, at + 1, { grammar: TMUX_NEW_OPTIONS, stop: true });
  const starts = sub.startsWith('new-s') || sub === 'new';
  const effect = starts && !isOn(reading, 'd') ? {} : LEAVES;
  const end = tmuxEnd(call, reading.rest);
  if (reading.rest >= end) return undefined;
  if (end - reading.rest > 1) return { kind: 'wrapper', name: call.name, from: reading.rest, to: end, effect };
  return shellWord(call, reading.rest, effect);
}

const ENTER = new Set(['Enter', 'C-m', 'C-M', 'KPEnter', 'C-j']);
const KEY =
  /^(?:[CMS]-.{1,6}|\^.|Escape|Space|Tab|BTab|BSpace|Up|Down|Left|Right|Home|End|PageUp|PageDown|PgUp|PgDn|NPage|PPage|IC|DC|F\d{1,2})$/;

/** `tmux send-keys -t web 'npm run dev' Enter`: what is typed and entered, as lines for the shell that may sit there. */
function typedKeys(call: Invocation, start: number): CommandDescription | undefined {
  const reading = readOptions(call.operands, start, { grammar: optionGrammar('t: N: c:'), stop: true });
  let text = '';
  let line = '';
  for (const { value } of call.operands.slice(reading.rest, tmuxEnd(call, reading.rest))) {
    if (value === undefined) return undefined;
    if (ENTER.has(value)) {
      text += `${line}\n`;
      line = '';
    } else if (value === 'Space') line += ' ';
    else line = KEY.test(value) ? '' : line + value;
  }
  if (text.trim() === '') return undefined;
  const source = { kind: 'text', text } as const;
  return {
    kind: 'script',
    name: call.name,
    dialect: 'bash',
    source,
    inCaller: false,
    effect: { ...LEAVES, typed: true },
  };
}

/** tmux commands are separated by a `;` word. */
function tmuxEnd(call: Invocation, start: number): number {
  for (let index = start; index < call.operands.length; index++) {
    if (call.operands[index]?.value === ';') return index;
  }
  return call.operands.length;
}

const SCREEN_OPTIONS = optionGrammar('c: e: h: p: s: S: t: T: X? Logfile=');

/** `screen -dmS name cmd`: `-d -m` starts detached, `-D -m` starts it in the foreground of the caller. */
export const describeScreen: Describer = (call) => {
  const first = call.operands[call.at + 1]?.value;
  if (first !== undefined && ['-ls', '-list', '-wipe'].includes(first))
    return quickly(call.name, 'it lists the screens');
  const reading = readOptions(call.operands, call.at + 1, { grammar: SCREEN_OPTIONS, stop: true });
  if (isOn(reading, 'X|v|r|x|q')) return quickly(call.name, 'it asks or tells a running screen');
  const effect = isOn(reading, 'm') && isOn(reading, 'd') ? LEAVES : {};
  if (reading.rest >= call.operands.length) return describePlain(call.name);
  return wrapping(call, reading.rest, effect);
};

/** at and batch read a shell script from standard input, or take a file with -f, and run it later. */
export const describeAt: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: optionGrammar('f: q: t:'), stop: false });
  if (isOn(reading, 'l|d|r|c|V')) return quickly(call.name, 'it only looks at the queue');
  const file = reading.options.find((option) => option.name === 'f');
  const script = { kind: 'script', name: call.name, dialect: 'sh', inCaller: false, effect: LEAVES } as const;
  if (file?.value != null && call.operands[file.index]?.value === '-f')
    return { ...script, source: { kind: 'file', index: file.index + 1 } };
  return { ...script, source: { kind: 'stdin' } };
};

const SYSTEMD_OPTIONS = optionGrammar(
  'p: u: t? H: M: E: P? property= unit= slice= host= machine= setenv= uid= gid= nice= working-directory= description= service-type= timer-property= on-active= on-boot= on-startup= on-unit-active= on-unit-inactive= on-calendar= path-property= socket-property= background= job-mode=',
);

/** `systemd-run [--scope|--wait|--pipe] [-p RuntimeMaxSec=N] cmd`. */
export const describeSystemdRun: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: SYSTEMD_OPTIONS, stop: true });
  if (isOn(reading, 'help|version|h')) return quickly(call.name, 'it prints its help');
  const waits = isOn(reading, 'wait|pipe|P|t|pty|S|shell');
  const started: WrapperEffect = waits ? { handedOver: true } : LEAVES;
  const place: WrapperEffect = { ...(isOn(reading, 'scope') ? {} : started), externalOnly: true };
  return wrapping(call, reading.rest, { ...place, ...runtimeLimit(reading) });
};

function runtimeLimit(reading: Reading): WrapperEffect {
  let limit: WrapperEffect = {};
  for (const option of reading.options) {
    if (option.name !== 'p' && option.name !== 'property') continue;
    const match = /^RuntimeMaxSec=(.*)$/.exec(option.value?.value ?? '');
    if (match === null) continue;
    const seconds = systemdSeconds(match[1] ?? '');
    if (seconds === undefined) continue;
    const none = seconds === 0 || !Number.isFinite(seconds);
    limit = none
      ? { ineffective: `RuntimeMaxSec=${match[1]} is no limit` }
      : { within: seconds, killAfter: 90, signal: 'TERM' };
  }
  return limit;
}

const START_STOP_OPTIONS = optionGrammar(
  'x: n: p: u: g: s: a: c: r: d: N: I: P: k: R: O: exec= name= pidfile= user= group= signal= startas= chuid= chroot= chdir= nicelevel= iosched= procsched= umask= retry= output= ppid= pid= notify-timeout=',
);

/** `start-stop-daemon --start --background --exec X -- args`: X with args. */
export const describeStartStop: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: START_STOP_OPTIONS, stop: true });
  if (!isOn(reading, 'S|start')) return quickly(call.name, 'it starts nothing');
  const program = optionValue(reading, 'a|startas') ?? optionValue(reading, 'x|exec');
  const words = [program, ...call.operands.slice(reading.rest)].map((operand) => operand?.value);
  const effect = isOn(reading, 'b|background') ? LEAVES : {};
  const text = quoteWords(words);
  if (text === undefined) return describePlain(call.name);
  return { kind: 'script', name: call.name, dialect: 'sh', source: { kind: 'text', text }, inCaller: false, effect };
};

const DAEMONIZE_OPTIONS: Readonly<Record<string, string>> = {
  daemonize: 'c: e: o: p: l: u: E:',
  daemon:
    'n: X: P: F: u: L: A: M: m: O: E: o: p: T: t: c: name= command= pidfile= user= chdir= stdout= stderr= output= env= respawn?',
};

/** `daemonize cmd`, `daemon -- cmd` (libslack, FreeBSD). */
export const describeDaemonize: Describer = (call) => {
  const options = DAEMONIZE_OPTIONS[call.name];
  if (options === undefined) return undefined;
  const reading = readOptions(call.operands, call.at + 1, { grammar: optionGrammar(options), stop: true });
  if (isOn(reading, 'help|version|stop|running|list')) return quickly(call.name, 'it starts nothing');
  return wrapping(call, reading.rest, {
    ...LEAVES,
    ...(isOn(reading, 'f|foreground') ? { returnsAtOnce: false } : {}),
  });
};

const SCRIPT_OPTIONS = optionGrammar(
  'c: E: B: I: O: T: m: o: t? F? command= echo= log-in= log-out= log-io= log-timing= logging-format= output-limit= timing? return? ',
);

/** script(1): `script -qec TEXT file` of util-linux, `script -q file cmd args` of macOS. */
export const describeScriptRecorder: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: SCRIPT_OPTIONS });
  if (isOn(reading, 'h|V|help|version')) return quickly(call.name, 'it prints its help');
  const text = reading.options.find((option) => option.name === 'c' || option.name === 'command');
  if (text !== undefined) return describeOptionText(call, text, {});
  const words = reading.words;
  const command = words[1];
  if (command === undefined)
    return { kind: 'script', name: call.name, dialect: 'sh', source: { kind: 'stdin' }, inCaller: false, effect: {} };
  return wrapping(call, command, {});
};
