/** Says for people why nothing ends a loop. */
import type { RuleCode } from '../rules.ts';
import type { Scene } from '../scene.ts';
import { textAt } from '../source-text.ts';
import type { Decision, State, Stream } from '../state/state.ts';
import type { AnyPass } from './any-pass.ts';
import { type Context, changeOf } from './change-in-pass.ts';
import type { Loop } from './shape.ts';

export type Explanation = { readonly rule: RuleCode; readonly reason: string; readonly derivation: readonly string[] };

type Explained = { readonly loop: Loop; readonly any: AnyPass; readonly leaves: boolean };

/** The rule, the reason in one sentence, and the steps behind it. */
export function explainLoop(scene: Scene, explained: Explained, state: State): Explanation {
  const { loop, any, leaves } = explained;
  const noted = [...notes(scene, explained, state)];
  const derivation = [...noted];
  const input = endlessInput(scene, any, state);
  if (input !== undefined) {
    return { rule: 'LW104', reason: `this loop ends only with its input, and \`${input}\` does not end`, derivation };
  }
  const reopened = reopenedInput(scene, any);
  if (reopened !== undefined) {
    scene.world.absorbed.add(reopened.id);
    const reason = `every pass opens \`${shorten(reopened.label)}\` again and reads its beginning, so its end never comes`;
    return { rule: 'LW104', reason, derivation };
  }
  if (!leaves) {
    return { rule: 'LW102', reason: 'nothing inside leaves this loop, and its condition never changes', derivation };
  }
  const ways = endings(loop, any);
  if (state.children.own.length > 0 && /\bkill\s+-0\b|\bps\s+-p\b|\/proc\//.test(loop.condition?.text ?? '')) {
    derivation.unshift(BETTER_WAIT);
  }
  const reason = `this loop ends only when ${ways.join(', or when ')}; nothing inside makes that happen`;
  const search = selfMatch([loop.condition?.text ?? '', ...ways].join('\n'));
  if (search === undefined) return { rule: noted.length > 0 ? 'LW106' : 'LW101', reason, derivation };
  return {
    rule: 'LW103',
    reason: `\`${search}\` searches command lines and finds the shell that waits here as well, so it never comes up empty`,
    derivation: [reason, BETTER_SEARCH, ...derivation],
  };
}

const BETTER_WAIT = 'better: put the limit in front of the job that is started here, and `wait` for it';
const BETTER_SEARCH =
  'better: `wait` for a child, `timeout <seconds> tail --pid=<pid> -f /dev/null` for another process, or a pattern that does not match itself, such as `[n]ame`';

/** `pgrep -f x` and `ps | grep x` match their own command line; `[x]yz` does not. */
function selfMatch(text: string): string | undefined {
  const pgrep = /\bpgrep\b[^|;&\n)]*\s-\w*f\b[^|;&\n)`]*/.exec(text)?.[0].trim();
  if (pgrep !== undefined) return /\[\w\]/.test(pgrep) ? undefined : shorten(pgrep);
  const ps = /\bps\b[^|\n]*\|[^|\n]*\bgrep\b[^|;&\n)`]*/.exec(text)?.[0].trim();
  if (ps === undefined || /\[\w\]/.test(ps) || /grep\s+-v\s+['"]?grep/.test(text)) return undefined;
  return shorten(ps);
}

function endlessInput(scene: Scene, { pass, symbols }: AnyPass, state: State): string | undefined {
  for (const id of pass.back.flatMap((back) => back.path.consumed)) {
    const stream = id < symbols.firstStream ? [...state.io.inputs.values()].find((one) => one.id === id) : undefined;
    if (stream === undefined || (stream.supply === 'finite' && !scene.world.growing.has(id))) continue;
    scene.world.absorbed.add(id);
    return stream.label;
  }
  return undefined;
}

/** An input that was opened in the pass itself. */
export function reopenedInput(scene: Scene, { pass, symbols }: AnyPass): Stream | undefined {
  const ids = pass.back.flatMap((back) => back.path.consumed.filter((id) => id >= symbols.firstStream));
  return ids.map((id) => scene.world.streams.get(id)).find((stream) => stream !== undefined);
}

/** What has to happen for the loop to be left. */
function endings(loop: Loop, { pass }: AnyPass): readonly string[] {
  const said = new Set<string>();
  const { condition } = loop;
  if (condition !== undefined && pass.outside.length > 0) {
    said.add(`\`${shorten(condition.text)}\` ${condition.until ? 'succeeds' : 'fails'}`);
  }
  for (const state of [...pass.broke, ...pass.jumps.map((jump) => jump.state)]) {
    if (state.path.decision !== null) said.add(sayDecision(state.path.decision));
  }
  if (said.size === 0) said.add('something outside ends it');
  return [...said].slice(0, 3);
}

function sayDecision({ text, succeeded }: Decision): string {
  const verb = text.startsWith('case ') ? 'matches' : 'succeeds';
  return `\`${shorten(text)}\` ${succeeded ? verb : 'fails'}`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}

/** Counters that do not count, deadlines that are none, limits of something else. */
function* notes(scene: Scene, { loop, any }: Explained, state: State): Generator<string> {
  const context: Context = { scene, symbols: any.symbols, entry: state, all: any.pass.back };
  for (const [name, symbol] of any.symbols.numbers) {
    if (name === '#' || !any.pass.back.some((back) => moves(context, symbol, back))) continue;
    const tested = any.pass.back.some((back) => isTested(back, symbol));
    if (!tested) yield `\`${name}\` counts, but no test that could leave the loop looks at it`;
    else yield `\`${name}\` is tested, but not every way to the next pass moves it towards a limit that it must reach`;
  }
  const body = textAt(scene.source, loop.span);
  const inner = /\b(g?timeout)\s+(?:-\S+\s+)*(\d\S*)\s+(\S+)/.exec(body);
  if (inner !== null) yield `\`${inner[1]} ${inner[2]}\` bounds each ${inner[3]}, not the loop around it`;
}

function moves(context: Context, symbol: number, back: State): boolean {
  const change = changeOf(context, { terms: [[symbol, 1]], low: 0, high: 0 }, back);
  return change.terms.length === 0 && Number.isFinite(change.low) && (change.low !== 0 || change.high !== 0);
}

function isTested(back: State, symbol: number): boolean {
  for (let at = back.path.constraints; at !== null; at = at.rest) {
    if (at.first.form.terms.some(([one]) => one === symbol)) return true;
  }
  return false;
}
