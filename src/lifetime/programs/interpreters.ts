/** Interpreters: a module or an installed tool that they run is known by its own name; their inline text is not looked into. */

import type { Describer } from './call.ts';
import { quickly, wrapping } from './call.ts';
import type { CommandDescription } from './describe.ts';
import type { Invocation } from './invocation.ts';
import { isOn, optionGrammar, optionValue, readOptions } from './option-reader.ts';
import { programName } from './program-name.ts';
import { describePlain } from './read-row.ts';

/** Asks the tables for the program called `name` whose own words follow `operands[at]`. */
export type Lookup = (call: Invocation) => CommandDescription;

const PYTHON_OPTIONS = optionGrammar('c: m: W: X: Q: check-hash-based-pycs=');

/** `python -m module args`, `python manage.py runserver`, `python script.py`, `python -c text`. */
export function describePython(call: Invocation, lookup: Lookup): CommandDescription {
  for (let index = call.at + 1; index < call.operands.length; index++) {
    const word = call.operands[index]?.value;
    if (word === undefined || !word.startsWith('-') || word === '-') return scriptOf(call, index, lookup);
    if (/^-[a-zA-Z]*m$/.test(word)) return moduleOf(call, index + 1, lookup);
    if (/^-m./.test(word)) return describePlain(call.name);
    if (/^-[a-zA-Z]*c/.test(word)) return describePlain(call.name);
    if (word === '-V' || word === '--version' || word === '-h' || word === '--help')
      return quickly(call.name, 'it prints its help');
    if (PYTHON_OPTIONS.has(word.slice(1))) index++;
  }
  return describePlain(call.name);
}

/** Modules whose program goes by another name. */
const MODULES: Readonly<Record<string, string>> = {
  jupyterlab: 'jupyter-lab',
  notebook: 'jupyter-notebook',
  django: 'django-admin',
  pytest_watch: 'pytest-watch',
  'watchdog.watchmedo': 'watchmedo',
  'tensorboard.main': 'tensorboard',
};

function moduleOf(call: Invocation, index: number, lookup: Lookup): CommandDescription {
  const module = call.operands[index]?.value;
  if (module === undefined) return describePlain(call.name);
  return lookup({ name: MODULES[module] ?? module, operands: call.operands, at: index });
}

/** `manage.py`, or a tool inside a virtual environment or `node_modules`. */
function scriptOf(call: Invocation, index: number, lookup: Lookup): CommandDescription {
  const word = call.operands[index]?.value;
  if (word === undefined) return describePlain(call.name);
  if (/(?:^|\/)manage\.py$/.test(word)) return lookup({ name: 'manage.py', operands: call.operands, at: index });
  const tool = installedTool(word);
  return tool === undefined ? describePlain(call.name) : lookup({ name: tool, operands: call.operands, at: index });
}

/** The program that a script file inside an installation is: `/x/node_modules/vite/bin/vite.js` is vite. */
function installedTool(path: string): string | undefined {
  const package_ = /(?:^|\/)node_modules\/(?:@[\w.-]+\/)?([\w.-]+)\/(?:[\w./-]+\/)?[\w.-]+\.[cm]?js$/.exec(path);
  if (package_ !== null) return TOOL_OF_PACKAGE[package_[1] ?? ''] ?? package_[1];
  if (/(?:^|\/)(?:node_modules\/\.bin|s?bin)\/[\w.-]+$/.test(path))
    return programName(`/${path}`)?.replace(/\.[cm]?js$/, '');
  return undefined;
}
const TOOL_OF_PACKAGE: Readonly<Record<string, string>> = { typescript: 'tsc', cli: 'ng', '@angular': 'ng' };

const NODE_OPTIONS = optionGrammar(
  'e: p: r: C: eval= print= require= import= loader= experimental-loader= conditions= env-file= inspect-port= max-old-space-size= title= watch-path= test-name-pattern= test-reporter= test-reporter-destination= stack-trace-limit= icu-data-dir= openssl-config= redirect-warnings= unhandled-rejections= input-type= dns-result-order= inspect? inspect-brk? watch?',
);

/** `node --watch x.js`, `node node_modules/.bin/vite`, `node x.js`, `node -e text`. */
export function describeNode(call: Invocation, lookup: Lookup): CommandDescription {
  const reading = readOptions(call.operands, call.at + 1, { grammar: NODE_OPTIONS, stop: true });
  if (isOn(reading, 'v|version|h|help')) return quickly(call.name, 'it prints its help');
  if (isOn(reading, 'watch') || optionValue(reading, 'watch-path') !== undefined) return restarts(call.name);
  if (optionValue(reading, 'e|p|eval|print') !== undefined) return describePlain(call.name);
  return scriptOf(call, reading.rest, lookup);
}

function restarts(name: string): CommandDescription {
  const reason = 'it runs again on each change and never ends';
  return { kind: 'program', name, bound: { kind: 'endless' }, role: 'follow', stated: false, reason, remedy: '' };
}

const RUBY_OPTIONS = optionGrammar('e: r: I: C: E: F? K? T? W? x? 0? external-encoding= internal-encoding=');

/** `ruby -run -e httpd`, `ruby bin/rails s`, `ruby x.rb`. */
export function describeRuby(call: Invocation, lookup: Lookup): CommandDescription {
  const reading = readOptions(call.operands, call.at + 1, { grammar: RUBY_OPTIONS, stop: true });
  if (optionValue(reading, 'e')?.value === 'httpd') return lookup({ name: 'http.server', operands: [], at: 0 });
  if (optionValue(reading, 'e') !== undefined) return describePlain(call.name);
  return scriptOf(call, reading.rest, lookup);
}

/** `perl -e 'alarm N; exec @ARGV' cmd ...` is macOS's timeout; everything else is an ordinary program. */
export const describePerl: Describer = (call) => {
  const text = call.operands[call.at + 2]?.value;
  const flag = call.operands[call.at + 1]?.value;
  if (text === undefined || flag === undefined || !/^-[a-zA-Z]*e$/i.test(flag)) return describePlain(call.name);
  const match = /^\s*alarm[\s(]*(?:(\d+)|shift(?:\s*@ARGV|\(\))?)\)?\s*;\s*exec[\s({]*@ARGV[\s)}]*;?\s*$/.exec(text);
  if (match === null) return describePlain(call.name);
  let from = call.at + 3;
  if (call.operands[from]?.value === '--') from++;
  if (match[1] !== undefined) return alarmed(call, from, match[1]);
  return alarmed(call, from + 1, call.operands[from]?.value);
};

const ALARM = { childOnly: true, externalOnly: true } as const;

function alarmed(call: Invocation, from: number, text: string | undefined): CommandDescription {
  if (text === undefined) return wrapping(call, from, { withinUnknown: true, ...ALARM });
  const seconds = Math.trunc(Number(text));
  if (!Number.isFinite(seconds) || seconds < 0) return describePlain(call.name);
  if (seconds === 0) return wrapping(call, from, { ineffective: 'alarm 0 switches the alarm off', ...ALARM });
  return wrapping(call, from, { within: seconds, signal: 'ALRM', ...ALARM });
}
