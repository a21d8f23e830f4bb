/** `A=1 name arg ...`: expands, assigns, redirects and runs what the words name. */

import type { SimpleCommand } from '../../shell/ast.ts';
import type { Scene } from '../scene.ts';
import { sceneWith } from '../scene.ts';
import { embeddedText, textAt } from '../source-text.ts';
import { assign, setVariable, spendTime, withShell } from '../state/change.ts';
import { variableWith } from '../state/copy.ts';
import { lasting } from '../state/cost.ts';
import { eitherWay, type Flow, failing, mapFlow, succeeding } from '../state/flow.ts';
import type { State } from '../state/state.ts';
import { expandWords } from '../words/expand.ts';
import type { Call } from '../words/field.ts';
import { asked } from './asked.ts';
import { assignOne } from './assignments.ts';
import { neverEnds, readToEnd } from './beside.ts';
import { SPECIAL } from './call.ts';
import { openForGood, withRedirects } from './redirects.ts';

/** The ways in which the command can end. */
export function runSimple(scene: Scene, command: SimpleCommand, state: State): Flow {
  const alias = aliasOf(scene, command, state);
  if (alias !== undefined) return runAlias(scene, { command, ...alias }, state);
  const { fields, state: expanded } = expandWords(scene, command.words, state);
  const [name] = fields;
  if (name === undefined) return assignOnly(scene, command, expanded);
  if (name.text === 'exec' && fields.length === 1) return openForGood(scene, command.redirects, expanded);
  const call: Call = { fields, span: command.span, finds: 'everything' };
  const flow = withRedirects(scene, command.redirects, {
    state: prefixed(scene, command, expanded),
    leavesInput: LEAVES_INPUT.has(name.text),
    run: (inside) => scene.world.run.call(scene, call, inside),
  });
  const told = scene.tested ? asked(scene, command.span, flow) : flow;
  const keeps = scene.source.dialect === 'sh' && SPECIAL.has(name.text);
  return command.assignments.length === 0 || keeps
    ? told
    : mapFlow(told, (after) => withoutPrefixes(command, expanded, after));
}

/** The state with the assignments in front of the command made. */
function prefixed(scene: Scene, { assignments }: SimpleCommand, state: State): State {
  let after = state;
  for (const one of assignments) after = exportOne(assignOne(scene, one, after), one.name);
  return after;
}

function withoutPrefixes({ assignments }: SimpleCommand, before: State, state: State): State {
  let after = state;
  for (const { name } of assignments) after = setVariable(after, name, before.variables.get(name));
  return after;
}

/** What reads nothing of its input, or no more than a line. */
const LEAVES_INPUT = new Set(':|true|false|echo|printf|read|test|[|cd|export|kill|wait'.split('|'));

/** Somewhere inside a word, where it may run or not: `${x:-$(cmd)}`. */
const SUBSTITUTION = /\$\((?!\()|`/;

/** Without a name the status is that of the last substitution, or success. */
function assignOnly(scene: Scene, command: SimpleCommand, state: State): Flow {
  const words = [...command.words, ...command.assignments.flatMap(({ value }) => value ?? [])];
  const runs = words.some(({ parts }) => parts.some((part) => part.kind === 'command-substitution'));
  return withRedirects(scene, command.redirects, {
    state,
    run: (inside) => {
      const assigned = command.assignments.reduce(
        (after, one) => assignOne(scene, one, after),
        printInput(scene, command, inside),
      );
      if (!runs) {
        return SUBSTITUTION.test(textAt(scene.source, command.span)) ? eitherWay(assigned) : succeeding(assigned);
      }
      if (assigned.status === 'ok') return succeeding(assigned);
      return assigned.status === 'failed' ? failing(assigned) : eitherWay(assigned);
    },
  });
}

/** `$(< file)`: the whole of it. */
function printInput(scene: Scene, { assignments, redirects }: SimpleCommand, state: State): State {
  const input = redirects.length > 0 && assignments.length === 0 ? state.io.inputs.get('0') : undefined;
  if (input === undefined || state.io.output.kind !== 'captured' || !neverEnds(input)) return state;
  return spendTime(readToEnd(scene, input, state), lasting({ kind: 'endless' }, true));
}

function exportOne(state: State, name: string): State {
  const variable = state.variables.get(name);
  if (variable === undefined) return assign(state, name, undefined);
  return variable.clock ? state : setVariable(state, name, variableWith(variable, { exported: true }));
}

type Alias = { readonly name: string; readonly text: string };

/** bash expands aliases in scripts only when told to, and no shell on the line that defines them. */
function aliasOf(scene: Scene, command: SimpleCommand, state: State): Alias | undefined {
  if (state.shell.aliases.size === 0) return undefined;
  const { dialect } = scene.source;
  if (dialect === 'zsh' || (dialect === 'bash' && !state.shell.options.expandAliases)) return undefined;
  const [part, ...others] = command.words[0]?.parts ?? [];
  if (part?.kind !== 'literal' || part.quoted || others.length > 0) return undefined;
  const alias = state.shell.aliases.get(part.value);
  if (alias === undefined) return undefined;
  const sameLine =
    alias.source === scene.source && !scene.source.text.slice(alias.definedAt.end, command.span.start).includes('\n');
  return sameLine ? undefined : { name: part.value, text: alias.text };
}

function runAlias(scene: Scene, alias: Alias & { readonly command: SimpleCommand }, state: State): Flow {
  const { command, name, text } = alias;
  const after = command.words[0]?.span.end ?? command.span.end;
  const rest = textAt(scene.source, { start: after, end: command.span.end });
  const source = embeddedText(scene.source, command.span, { text: `${text}${rest}`, dialect: scene.source.dialect });
  const aliases = new Map(state.shell.aliases);
  aliases.delete(name);
  const flow = scene.world.run.text(
    sceneWith(scene, { depth: scene.depth + 1 }),
    source,
    withShell(state, { aliases }),
  );
  return mapFlow(flow, (end) => withShell(end, { aliases: state.shell.aliases }));
}
