/** Fixed waits and the programs that stop another one after a time. */

import type { Describer } from './call.ts';
import { quickly, wrapping } from './call.ts';
import type { CommandDescription, WrapperEffect } from './describe.ts';
import { plainSeconds, sleepSeconds } from './durations.ts';
import type { Invocation } from './invocation.ts';
import type { Reading } from './option-reader.ts';
import { isOn, optionGrammar, optionValue, readOptions } from './option-reader.ts';

/** Signals that do not end a program by default, whatever it does about the others (signal(7)). */
const HARMLESS = new Set([
  '0',
  'EXIT',
  'CONT',
  '18',
  'CHLD',
  'CLD',
  '17',
  'WINCH',
  '28',
  'URG',
  '23',
  'STOP',
  '19',
  'TSTP',
  '20',
  'TTIN',
  '21',
  'TTOU',
  '22',
  'NULL',
]);
/** Signals that nothing can ignore. */
const CERTAIN = new Set(['KILL', '9']);

/** `sleep 5`, `sleep 1m 30s`, `usleep 500000`. */
export const describeSleep: Describer = (call) => {
  const words = call.operands.slice(call.at + 1).filter((operand, index) => !(index === 0 && operand.value === '--'));
  let total: number | undefined = 0;
  for (const { value } of words) {
    if (value === undefined) {
      total = undefined;
      continue;
    }
    const seconds = call.name === 'usleep' ? scaled(plainSeconds(value), 1e-6) : sleepSeconds(value);
    if (seconds === undefined) return { kind: 'sleep', seconds: undefined, valid: false };
    if (total !== undefined) total += seconds;
  }
  return { kind: 'sleep', seconds: total, valid: words.length > 0 };
};

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor;
}

const TIMEOUT_OPTIONS = optionGrammar('k: s: kill-after= signal= foreground? preserve-status? verbose?');

/** timeout(1) of GNU: `timeout [-k N] [-s SIG] DURATION COMMAND`. */
export const describeTimeout: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: TIMEOUT_OPTIONS, stop: true });
  if (isOn(reading, 'help|version')) return quickly(call.name, 'it prints its help');
  const duration = call.operands[reading.rest];
  if (duration === undefined || reading.rest + 1 >= call.operands.length) {
    return quickly(call.name, 'without a command it is a usage error and bounds nothing');
  }
  const effect = timeoutEffect(reading, duration.value);
  if (effect === undefined)
    return quickly(call.name, `${duration.value} is no duration: a usage error, nothing is run`);
  return wrapping(call, reading.rest + 1, effect);
};

/** busybox: `timeout [-s SIG] [-k SECS] SECS PROG` now, `timeout -t SECS PROG` before 1.30. */
export function describeBusyboxTimeout(call: Invocation): CommandDescription | undefined {
  const grammar = optionGrammar('k: s: t:');
  const reading = readOptions(call.operands, call.at + 1, { grammar, stop: true });
  const old = optionValue(reading, 't');
  if (old === undefined) return describeTimeout(call, { dialect: 'sh' });
  const effect = timeoutEffect(reading, old.value);
  if (effect === undefined) return quickly(call.name, `${old.value} is no duration: a usage error, nothing is run`);
  return wrapping(call, reading.rest, effect);
}

/** Undefined when the duration is none (timeout then runs nothing). */
function timeoutEffect(reading: Reading, duration: string | undefined): WrapperEffect | undefined {
  if (duration === undefined) return { externalOnly: true, withinUnknown: true };
  const seconds = sleepSeconds(duration);
  if (seconds === undefined) return undefined;
  if (seconds === 0) return { externalOnly: true, ineffective: 'a duration of 0 switches the limit off' };
  if (!Number.isFinite(seconds)) return { externalOnly: true, ineffective: 'an infinite duration is no limit' };
  const reach = isOn(reading, 'f|foreground') ? { childOnly: true } : {};
  return { externalOnly: true, ...reach, ...signalEffect(reading, seconds) };
}

function signalEffect(reading: Reading, seconds: number): WrapperEffect {
  const signal = signalName(optionValue(reading, 's|signal'));
  const kill = optionValue(reading, 'k|kill-after');
  const killAfter = kill?.value === undefined ? undefined : sleepSeconds(kill.value);
  const kills = killAfter !== undefined && killAfter > 0 && Number.isFinite(killAfter);
  if (CERTAIN.has(signal)) return { within: seconds };
  if (HARMLESS.has(signal)) {
    if (kills) return { within: seconds + killAfter };
    return { ineffective: `${signal} does not end a program` };
  }
  return kills ? { within: seconds, signal, killAfter } : { within: seconds, signal };
}

function signalName(operand: { readonly value: string | undefined } | undefined): string {
  if (operand === undefined) return 'TERM';
  if (operand.value === undefined) return 'unknown';
  return operand.value.toUpperCase().replace(/^SIG/, '');
}

const CHILD = { childOnly: true, externalOnly: true } as const;

/** timelimit(1): `timelimit -t WARN -T KILL command`; without -t it warns after 3600 s. */
export const describeTimelimit: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: optionGrammar('t: T: s: S:'), stop: true });
  const warn = optionValue(reading, 't');
  const kill = optionValue(reading, 'T');
  if (warn !== undefined && warn.value === undefined)
    return wrapping(call, reading.rest, { withinUnknown: true, ...CHILD });
  const within = warn?.value === undefined ? 3600 : plainSeconds(warn.value);
  if (within === undefined) return quickly(call.name, 'its limit is no number: nothing is run');
  const killAfter = kill?.value === undefined ? 120 : (plainSeconds(kill.value) ?? 120);
  return wrapping(call, reading.rest, { within, signal: 'TERM', killAfter, ...CHILD });
};
