/** ssh and its relatives, su and its relatives: the words after the host or user are shell text. */

import type { Describer } from './call.ts';
import { quickly, shellText, shellWord, wrapping } from './call.ts';
import type { CommandDescription, WrapperEffect } from './describe.ts';
import type { Invocation } from './invocation.ts';
import type { OptionGrammar, Reading } from './option-reader.ts';
import { isOn, optionGrammar, optionValue, readOptions } from './option-reader.ts';
import { describeOptionText } from './option-text.ts';

const SSH_OPTIONS = optionGrammar('B: b: c: D: E: e: F: I: i: J: L: l: m: O: o: P: p: Q: R: S: W: w:');

/** `ssh [options] host [options] words...`: the words joined by blanks are shell text over there. */
export const describeSsh: Describer = (call) => {
  const before = readOptions(call.operands, call.at + 1, { grammar: SSH_OPTIONS, stop: true });
  const after = readOptions(call.operands, before.rest + 1, { grammar: SSH_OPTIONS, stop: true });
  const reading: Reading = { ...after, options: [...before.options, ...after.options] };
  if (isOn(reading, 'V|Q|G|O')) return quickly(call.name, 'it only asks');
  const hasWords = after.rest < call.operands.length;
  if (isOn(reading, 'N|W') && !hasWords) return tunnel(call, isOn(reading, 'f'));
  const effect: WrapperEffect = isOn(reading, 'f')
    ? { elsewhere: true, returnsAtOnce: true, detaches: true }
    : { elsewhere: true };
  if (hasWords) return shellText(call, after.rest, effect);
  if (before.rest >= call.operands.length) return quickly(call.name, 'it is given no host');
  return { kind: 'script', name: call.name, dialect: 'bash', source: { kind: 'stdin' }, inCaller: false, effect };
};

function tunnel(call: Invocation, forks: boolean): CommandDescription {
  return {
    kind: 'program',
    name: call.name,
    bound: { kind: 'endless' },
    role: 'server',
    stated: false,
    reason: 'ssh -N keeps the connection open until it is stopped',
    remedy: '',
    ...(forks ? { returnsAtOnce: true } : {}),
  };
}

const SU: Readonly<Record<string, OptionGrammar>> = {
  su: optionGrammar('c: g: G: s: w: T: command= session-command= group= supp-group= shell= whitelist-environment='),
  runuser: optionGrammar(
    'c: u: g: G: s: w: T: command= session-command= user= group= supp-group= shell= whitelist-environment=',
  ),
  sg: optionGrammar('c:'),
};

/** `su user -c TEXT`, `runuser -u user -- cmd`, `sg group -c TEXT`: options may follow the user. */
export const describeSu: Describer = (call) => {
  const grammar = SU[call.name];
  if (grammar === undefined) return undefined;
  const reading = readOptions(call.operands, call.at + 1, { grammar });
  if (isOn(reading, 'help|version|h|V')) return quickly(call.name, 'it prints its help');
  const text = reading.options.find((option) => ['c', 'command', 'session-command'].includes(option.name));
  const effect: WrapperEffect = {};
  if (text !== undefined) return describeOptionText(call, text, effect);
  if (call.name === 'runuser' && optionValue(reading, 'u|user') !== undefined) {
    const own = readOptions(call.operands, call.at + 1, { grammar, stop: true });
    return wrapping(call, own.rest, { externalOnly: true });
  }
  if (call.name === 'sg') return shellWord(call, call.at + 2, effect);
  return { kind: 'script', name: call.name, dialect: 'bash', source: { kind: 'stdin' }, inCaller: false, effect };
};

/** `vagrant ssh name -c TEXT`. */
export const describeVagrant: Describer = (call) => {
  if (call.operands[call.at + 1]?.value !== 'ssh') return undefined;
  const reading = readOptions(call.operands, call.at + 2, { grammar: optionGrammar('c: command=') });
  const text = reading.options.find((option) => option.name === 'c' || option.name === 'command');
  if (text === undefined) return quickly(call.name, 'an interactive session ends with its input');
  return describeOptionText(call, text, { elsewhere: true });
};

/** `wsl [-d distribution] [-u user] [--] words`, `wsl -e words`. */
export const describeWsl: Describer = (call) => {
  const grammar = optionGrammar('d: u: distribution= user= cd=');
  const reading = readOptions(call.operands, call.at + 1, { grammar, stop: true });
  if (isOn(reading, 'l|list|shutdown|status|version|help|t|terminate')) return quickly(call.name, 'it only asks');
  if (isOn(reading, 'e|exec')) return wrapping(call, reading.rest, { elsewhere: true, externalOnly: true });
  return shellText(call, reading.rest, { elsewhere: true });
};
