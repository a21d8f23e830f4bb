/** What is being done about a process, in a few words: the action column. */
import { assertNever } from '../errors.ts';
import { type Cell, cell } from './cell.ts';
import { shortDuration } from './row-duration.ts';
import type { ActionStep, Track } from './watch-model.ts';

/** One process: its end, the step of an action on it, its pause or grant, or what policy does. */
export function actionCell(track: Track, nowMs: number): Cell {
  const { left, step, suspect } = track;
  if (step !== null && (left === null || step.kind !== 'freezing')) return stepCell(step, nowMs);
  if (left !== null) return left.how === 'ended' ? cell('ended', 'dim') : cell('off the list', 'dim');
  if (suspect.processState === 'T') return cell('paused', 'accent');
  if (suspect.grantedSeconds !== null) return cell(`granted ${shortDuration(suspect.grantedSeconds)}`, 'accent');
  if (suspect.state === 'near') return cell(`due in ${shortDuration(-suspect.pastSeconds)}`, 'dim');
  if (suspect.state === 'pending') return cell('next scan', 'warning');
  const { action, armedAction } = suspect;
  if (action === 'leave') return cell('leave', 'dim');
  return cell(action === armedAction ? action : `${action} (${armedAction})`, action === 'flag' ? 'warning' : 'alarm');
}

/** A folded group: the steps of its members counted, or what policy does about the worst. */
export function groupActionCell(tracks: readonly Track[], nowMs: number): Cell {
  const gone = tracks.filter(({ step, left }) => step?.kind === 'gone' || left?.how === 'ended').length;
  const troubled = tracks.find(({ step }) => step?.kind === 'survived' || step?.kind === 'refused');
  if (troubled !== undefined) return actionCell(troubled, nowMs);
  if (gone === tracks.length) return cell('all gone', 'good');
  const acting = tracks.find(({ step }) => step !== null && step.kind !== 'gone');
  if (gone > 0) return cell(`${gone}/${tracks.length} gone`, acting === undefined ? 'dim' : 'warning');
  const worst = tracks.reduce((a, b) => (b.suspect.pastSeconds > a.suspect.pastSeconds ? b : a));
  return actionCell(acting ?? worst, nowMs);
}

/** Whether the action is one that a narrow screen must show although it has no action column. */
export function isActing(track: Track): boolean {
  return track.step !== null || track.left !== null || track.suspect.processState === 'T';
}

function stepCell(step: ActionStep, nowMs: number): Cell {
  switch (step.kind) {
    case 'freezing':
      return cell('freezing', 'warning');
    case 'terminating':
      return cell(`TERM, KILL ${Math.max(0, Math.ceil((step.killAtMs - nowMs) / 1000))}s`, 'warning');
    case 'killing':
      return cell('KILL sent', 'alarm');
    case 'gone':
      return cell('gone', 'good');
    case 'survived':
      return cell('SURVIVED', 'alarm');
    case 'refused':
      return cell(/\bEPERM\b/.test(step.detail) ? 'EPERM' : 'refused', 'alarm');
    case 'unknown':
      return cell('unknown', 'alarm');
    default:
      return assertNever(step);
  }
}
