/** Everything that is known of the selected process, as lines. */

import { formatIdentity } from '../lineage/identity.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { Finding } from '../policy/finding.ts';
import { formatEvidence } from './audit-text.ts';
import { cell, cutLine, type Line, neutralize, type Tone } from './cell.ts';
import { formatLimit } from './limit-text.ts';
import { cpuDuration, cpuPercent, shortDuration } from './row-duration.ts';
import { sparkline } from './row-trend.ts';
import { wrapToWidth } from './text-width.ts';
import type { Track } from './watch-model.ts';

const LABEL = 9;
const COMMAND_LINES = 12;
const LONGEST_COMMAND = 4000;

/** The details of one process, wrapped to `width`. */
export function detailLines(track: Track, width: number, nowMs: number): readonly Line[] {
  const { suspect } = track;
  const finding = suspect.decisive;
  const lines: readonly Line[] = [
    [
      cell(formatIdentity(suspect.identity), 'strong'),
      cell(`  ${finding.kind} ${finding.rule}  `, suspect.state === 'offender' ? 'alarm' : 'plain'),
      cell(track.left === null ? standing(suspect) : leftText(track.left)),
    ],
    ...commandLines(suspect, width),
    ...labelled('why', finding.reason, width),
    ...finding.derivation.flatMap((step) => labelled('', `- ${step}`, width, 'dim')),
    ...(finding.remedy === '' ? [] : labelled('bounded', finding.remedy, width, 'good')),
    ...labelled(
      'owner',
      `${suspect.owner.host} ${suspect.owner.session}: ${formatEvidence(suspect.owner.evidence)}`,
      width,
    ),
    ...labelled('cpu', cpuText(track, nowMs), width),
    ...labelled('tree', suspect.tree.map(formatIdentity).join(' '), width),
    ...(track.left === null
      ? [...labelled('policy', actionText(suspect), width), ...labelled('reap', planText(suspect), width)]
      : []),
    ...stepLines(track, width),
    ...otherFindings(suspect, width),
  ];
  return lines.map((line) => cutLine(line, width));
}

/** `offender, 21h10m past age 15m`; under a grant, what is left of that. */
export function standing(suspect: Suspect): string {
  const limit = formatLimit(suspect);
  if (suspect.grantedSeconds !== null && suspect.pastSeconds < 0) {
    return `granted, ${shortDuration(suspect.grantedSeconds)} left; ${limit} not in force`;
  }
  const distance = shortDuration(Math.abs(suspect.pastSeconds));
  return suspect.pastSeconds >= 0
    ? `${suspect.state}, ${distance} past ${limit}`
    : `allowed, ${distance} left of ${limit}`;
}

/** The command over several lines, the culprit marked. */
function commandLines(suspect: Suspect, width: number): readonly Line[] {
  const command = suspect.command.slice(0, LONGEST_COMMAND);
  const [from, to] = culpritOf(command, suspect.decisive);
  const pieces: readonly (readonly [string, Tone])[] = [
    [neutralize(command.slice(0, from)), 'plain'],
    [neutralize(command.slice(from, to)), 'culprit'],
    [neutralize(command.slice(to)), 'plain'],
  ];
  const lines = wrapToWidth(pieces.map(([text]) => text).join(''), width - LABEL, COMMAND_LINES);
  let position = 0;
  return lines.map((text, index) => {
    const start = position;
    position += text.length;
    return [cell((index === 0 ? 'command' : '').padEnd(LABEL), 'title'), ...toned(text, start, pieces)];
  });
}

/** The parts of a wrapped line in the tones of the pieces that they come from. */
function toned(text: string, start: number, pieces: readonly (readonly [string, Tone])[]): Line {
  let from = 0;
  return pieces.flatMap(([piece, tone]) => {
    const begin = Math.max(0, from - start);
    from += piece.length;
    const end = Math.max(0, from - start);
    const part = text.slice(begin, end);
    return part === '' ? [] : [cell(part, tone)];
  });
}

function culpritOf(command: string, finding: Finding): readonly [number, number] {
  const { start, end } = finding.span;
  if (finding.text !== '' && command.slice(start, end) === finding.text) return [start, end];
  const found = finding.text === '' ? -1 : command.indexOf(finding.text);
  return found < 0 ? [0, 0] : [found, found + finding.text.length];
}

function labelled(label: string, text: string, width: number, tone: Tone = 'plain'): readonly Line[] {
  return wrapToWidth(neutralize(text), Math.max(8, width - LABEL), 6).map((line, index) => [
    cell((index === 0 ? label : '').padEnd(LABEL), 'title'),
    cell(line, tone),
  ]);
}

function cpuText({ suspect, samples }: Track, nowMs: number): string {
  const used = `${cpuDuration(suspect.cpuSeconds)} with its children, ${cpuPercent(suspect.cpuShare)} % now`;
  return `${used}  ${sparkline(samples, 20, nowMs).trimStart()}`;
}

/** What was going to be done about it is over with it. */
function leftText({ how }: NonNullable<Track['left']>): string {
  return how === 'ended' ? 'it has ended' : 'it is off the list';
}

function actionText(suspect: Suspect): string {
  if (suspect.grantedSeconds !== null) return `granted for another ${shortDuration(suspect.grantedSeconds)}`;
  if (suspect.state === 'near') return 'allowed so far';
  if (suspect.held !== undefined) return `${suspect.action}: ${suspect.held}`;
  if (suspect.state === 'pending') return 'past its limit in one scan; acted on when the next one agrees';
  return suspect.action === suspect.armedAction
    ? suspect.action
    : `${suspect.action} while unarmed; ${suspect.armedAction} once armed`;
}

function planText({ tree }: Suspect): string {
  const several = tree.length > 1 ? `${tree.length} processes, the parent first` : 'this process';
  return `would freeze ${several}, look again for new children, check each identity, TERM, wait, KILL what is left`;
}

function stepLines({ step }: Track, width: number): readonly Line[] {
  if (step === null || !('detail' in step) || step.detail === '') return [];
  return labelled(step.kind, step.detail, width, 'alarm');
}

function otherFindings(suspect: Suspect, width: number): readonly Line[] {
  return suspect.findings
    .filter((finding) => finding !== suspect.decisive && finding.kind !== suspect.decisive.kind)
    .flatMap((finding) => labelled('also', `${finding.kind}: ${finding.reason}`, width, 'dim'));
}
