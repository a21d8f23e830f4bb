/** Dialogs: sheets below the list, so that the row that they speak of stays in sight. */
import { formatIdentity } from '../../lineage/identity.ts';
import { cell, type Line, neutralize } from '../../view/cell.ts';
import { shortDuration } from '../../view/row-duration.ts';
import { cutToWidth } from '../../view/text-width.ts';
import type { Target } from '../../view/watch-model.ts';
import type { Mode } from '../state.ts';
import type { FrameLine } from './frame-line.ts';
import { rule } from './rule.ts';

type Confirm = Extract<Mode, { kind: 'confirm' }>;
type Grant = Extract<Mode, { kind: 'grant' }>;

/** Asks before ending: names pid, start, command and tree of everything that would be signalled. */
export function confirmSheet(
  mode: Confirm,
  killGraceSeconds: number,
  width: number,
  height: number,
): readonly FrameLine[] {
  const { targets } = mode;
  const what = targets.length === 1 ? 'End this process?' : `End these ${targets.length} processes?`;
  const room = Math.max(1, height - 2);
  const lines = targets.length === 1 ? single(targets[0], width) : several(targets, width, room);
  const how = `Freeze, verify, TERM, ${shortDuration(killGraceSeconds)} later KILL. Neighbours stay.`;
  return [
    { cells: rule(what, [], width, true) },
    ...lines.slice(0, height - 2).map((cells) => ({ cells })),
    { cells: [cell(` ${cutToWidth(how, width - 2)}`, 'dim')] },
  ];
}

/** Asks for how long and why. */
export function grantSheet(mode: Grant, width: number): readonly FrameLine[] {
  const [first] = mode.targets;
  const more = mode.targets.length > 1 ? ` and ${mode.targets.length - 1} like it` : '';
  const named =
    first === undefined
      ? ''
      : `${formatIdentity(first.identity)}${more}  ${neutralize(first.command.slice(0, width * 2))}`;
  return [
    { cells: rule('Grant more time', [], width, true) },
    { cells: [cell(` ${cutToWidth(named, width - 2)}`)] },
    { cells: field('for', mode.duration, mode.field === 'duration', width) },
    { cells: field('why', mode.why, mode.field === 'why', width) },
    { cells: mode.problem === null ? [] : [cell(` ${cutToWidth(mode.problem, width - 2)}`, 'alarm')] },
  ];
}

function field(label: string, value: string, active: boolean, width: number): Line {
  const shown = [...value].slice(-(width - 10)).join('');
  // The cursor is a colour; the mark is there without colours, too.
  return [
    cell(`${active ? '▸' : ' '}${label}  `, active ? 'title' : 'dim'),
    cell(shown),
    cell(active ? ' ' : '', 'selected'),
  ];
}

function single(target: Target | undefined, width: number): readonly Line[] {
  if (target === undefined) return [];
  const pids = target.tree.map(({ pid }) => pid);
  const tree = pids.length <= 1 ? 'nothing below it' : `and ${pids.length - 1} below: ${pids.slice(1).join(' ')}`;
  return [
    [
      cell(` ${formatIdentity(target.identity)}`, 'strong'),
      cell(`  started ${shortDuration(target.ageSeconds)} ago, ${cutToWidth(tree, width - 40)}`),
    ],
    [cell(` ${cutToWidth(neutralize(target.command.slice(0, width * 4)), width - 2)}`, 'warning')],
  ];
}

function several(targets: readonly Target[], width: number, room: number): readonly Line[] {
  const [first] = targets;
  const command = neutralize((first?.command ?? '').slice(0, width * 4));
  const names = targets.map(
    ({ identity, tree }) => `${formatIdentity(identity)}${tree.length > 1 ? `+${tree.length - 1}` : ''}`,
  );
  const lines: string[] = [];
  let rest = names;
  while (rest.length > 0 && lines.length < room - 1) {
    let take = rest.length;
    while (take > 1 && rest.slice(0, take).join(' ').length > width - 14) take -= 1;
    const last = lines.length === room - 2 && take < rest.length;
    lines.push(` ${rest.slice(0, take).join(' ')}${last ? `  and ${rest.length - take} more` : ''}`);
    rest = rest.slice(take);
  }
  return [[cell(` ${cutToWidth(command, width - 2)}`, 'warning')], ...lines.map((text): Line => [cell(text)])];
}
