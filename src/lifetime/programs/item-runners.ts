/** Programs that run another one for each item: xargs, find -exec, fd -x, parallel; and watch, which repeats it. */

import type { Describer } from './call.ts';
import { quickly, wrapping } from './call.ts';
import type { CommandDescription, WrapperEffect } from './describe.ts';
import { plainSeconds } from './durations.ts';
import type { Invocation } from './invocation.ts';
import { isOn, optionGrammar, optionValue, readOptions } from './option-reader.ts';
import { quoteWords } from './option-text.ts';
import { describePlain } from './read-row.ts';

const PER_ITEM: WrapperEffect = { perItem: true, externalOnly: true };

const XARGS_OPTIONS = optionGrammar(
  'a: d: E: e? I: i? J: L: l? n: P: R: S: s: arg-file= delimiter= eof? replace? max-lines? max-args= max-procs= max-chars= process-slot-var=',
);

/** xargs of GNU and BSD. */
export const describeXargs: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: XARGS_OPTIONS, stop: true });
  if (isOn(reading, 'help|version|show-limits')) return quickly(call.name, 'it prints its help');
  if (reading.rest >= call.operands.length) return quickly(call.name, 'without a command it echoes its items');
  return { kind: 'wrapper', name: call.name, from: reading.rest, effect: PER_ITEM };
};

const FIND_RUNS = ['-exec', '-execdir', '-ok', '-okdir'];

/** `find ... -exec cmd {} ;` and its like; several of them run one after the other. */
export const describeFind: Describer = (call) => {
  const commands: { readonly from: number; readonly to: number }[] = [];
  for (let index = call.at + 1; index < call.operands.length; index++) {
    if (!FIND_RUNS.includes(call.operands[index]?.value ?? '')) continue;
    const to = commandEnd(call, index + 1);
    if (to > index + 1) commands.push({ from: index + 1, to });
    index = to;
  }
  const first = commands[0];
  if (first === undefined) return describePlain(call.name);
  const text = commands.length > 1 ? textOf(call, commands) : undefined;
  if (text === undefined) return { kind: 'wrapper', name: call.name, ...first, effect: PER_ITEM };
  return {
    kind: 'script',
    name: call.name,
    dialect: 'sh',
    source: { kind: 'text', text },
    inCaller: false,
    effect: PER_ITEM,
  };
};

function textOf(
  call: Invocation,
  commands: readonly { readonly from: number; readonly to: number }[],
): string | undefined {
  const texts = commands.map(({ from, to }) =>
    quoteWords(call.operands.slice(from, to).map((operand) => operand.value)),
  );
  return texts.includes(undefined) ? undefined : texts.join('; ');
}

function commandEnd(call: Invocation, start: number): number {
  for (let index = start; index < call.operands.length; index++) {
    const word = call.operands[index]?.value;
    if (word === ';' || (word === '+' && call.operands[index - 1]?.value === '{}')) return index;
  }
  return call.operands.length;
}

/** `fd pattern -x cmd`, `fd -X cmd`. */
export const describeFd: Describer = (call) => {
  for (let index = call.at + 1; index < call.operands.length; index++) {
    const word = call.operands[index]?.value;
    if (word !== undefined && ['-x', '-X', '--exec', '--exec-batch'].includes(word))
      return wrapping(call, index + 1, PER_ITEM);
  }
  return describePlain(call.name);
};

const PARALLEL_OPTIONS = optionGrammar(
  'j: P: a: n: N: I: L: S: C: X? d: s: jobs= arg-file= delay= timeout= joblog= results= halt= retries= memfree= load= colsep= sshlogin= tmpdir= workdir= wd= delimiter= max-args= max-replace-args= basefile= env= block= pipepart? tagstring= progress? termseq= shellquote?',
);

/** GNU parallel: the words up to `:::` are shell text, given to a shell for each item; `--timeout` limits each. */
export const describeParallel: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: PARALLEL_OPTIONS, stop: true });
  if (isOn(reading, 'help|version|citation|dry-run|dryrun')) return quickly(call.name, 'it runs nothing');
  const end = separator(call, reading.rest);
  if (reading.rest >= end) return parallelItems(call, end);
  const limit = optionValue(reading, 'timeout');
  const within = limit?.value === undefined ? undefined : plainSeconds(limit.value);
  const effect = within === undefined || within === 0 ? { perItem: true } : { perItem: true, within };
  const dealt = dealtItems(call, reading.rest, end);
  if (dealt !== undefined) {
    const text = { kind: 'text', text: dealt } as const;
    return { kind: 'script', name: call.name, dialect: 'bash', source: text, inCaller: false, effect };
  }
  const source = { kind: 'operand', index: reading.rest, joined: true, end } as const;
  return { kind: 'script', name: call.name, dialect: 'bash', source, inCaller: false, effect };
};

/** More items than these are not spelled out. */
const MOST_ITEMS = 20;

/** The command for each of the items behind a single `:::`, where all the words are known. */
function dealtItems(call: Invocation, from: number, end: number): string | undefined {
  const template = call.operands.slice(from, end).map((operand) => operand.value);
  const items = call.operands.slice(end + 1).map((operand) => operand.value);
  if (call.operands[end]?.value !== ':::' || items.length === 0 || items.length > MOST_ITEMS) return undefined;
  if ([...template, ...items].some((word) => word === undefined || /^:::[:+]?\+?$/.test(word))) return undefined;
  const text = template.join(' ');
  // behind a whole text the item would stand as one more word of its last command
  const whole = template.length === 1 && /\s/.test(text);
  const one = (item: string) => (whole || text.includes('{}') ? text.replaceAll('{}', item) : `${text} ${item}`);
  return items.map((item) => `(${one(item ?? '')}\n)`).join('\n');
}

/** Without a command the items are commands themselves: the words after `:::`, or the lines of its input. */
function parallelItems(call: Invocation, end: number): CommandDescription {
  const script = {
    kind: 'script',
    name: call.name,
    dialect: 'bash',
    inCaller: false,
    effect: { perItem: true },
  } as const;
  if (end >= call.operands.length) return { ...script, source: { kind: 'stdin' } };
  if (call.operands[end]?.value !== ':::') return describePlain(call.name);
  const items = call.operands.slice(end + 1).map((operand) => operand.value);
  const text = items.filter((item) => item !== undefined).join('\n');
  return { ...script, source: { kind: 'text', text } };
}

function separator(call: Invocation, start: number): number {
  for (let index = start; index < call.operands.length; index++) {
    if (/^:::[:+]?\+?$/.test(call.operands[index]?.value ?? '')) return index;
  }
  return call.operands.length;
}

const WATCH_OPTIONS = optionGrammar('n: q: s: interval= equexit= shotsdir= d? differences?');
const WATCH_DEFAULT_SECONDS = 2;

/** `watch [-n SECS] words`: repeats `sh -c "words"`; with -x it runs the words themselves. */
export const describeWatch: Describer = (call) => {
  const reading = readOptions(call.operands, call.at + 1, { grammar: WATCH_OPTIONS, stop: true });
  if (isOn(reading, 'h|v|help|version')) return quickly(call.name, 'it prints its help');
  const from = reading.rest;
  if (from >= call.operands.length) return quickly(call.name, 'without a command it is a usage error');
  const stated = optionValue(reading, 'n|interval')?.value;
  const interval = stated === undefined ? WATCH_DEFAULT_SECONDS : plainSeconds(stated);
  const until = watchEnd(isOn(reading, 'g|chgexit'), optionValue(reading, 'q|equexit') !== undefined);
  const effect: WrapperEffect = {
    repeats: true,
    ...(interval === undefined ? {} : { interval }),
    ...(until === undefined ? {} : { repeatsUntil: until }),
  };
  return watched(call, from, { effect, words: isOn(reading, 'x|exec') });
};

function watchEnd(onChange: boolean, onSame: boolean): string | undefined {
  if (onChange) return 'watch -g ends when the output changes';
  return onSame ? 'watch -q ends when the output stays the same' : undefined;
}

function watched(
  call: Invocation,
  from: number,
  how: { readonly effect: WrapperEffect; readonly words: boolean },
): CommandDescription {
  const why = { reason: 'watch repeats its command until it is stopped', remedy: '' };
  if (how.words)
    return { kind: 'wrapper', name: call.name, from, effect: { ...how.effect, externalOnly: true }, ...why };
  const source = { kind: 'operand', index: from, joined: true } as const;
  return { kind: 'script', name: call.name, dialect: 'sh', source, inCaller: false, effect: how.effect, ...why };
}
