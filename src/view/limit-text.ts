/** The limit of a process in words: what states its own end is held to that, and to a grace beyond it. */
import type { Suspect } from '../lineage/scan-report.ts';
import { limitDuration } from './row-duration.ts';

type Limit = Suspect['limit'];
/** a suspect as far as its limit goes */
type Held = { readonly limit: Limit; readonly decisive: Pick<Suspect['decisive'], 'bound'> };

const SHORT = { age: 'age', cpu: 'cpu', bound: 'own', orphan: 'orph' } as const satisfies Record<Limit['kind'], string>;

/** For a column: `age 15m`, `own 90s+1m`. */
export function shortLimit(held: Held): string {
  const [own, grace] = partsOf(held);
  return `${SHORT[held.limit.kind]} ${limitDuration(own)}${grace > 0 ? `+${limitDuration(grace)}` : ''}`;
}

/** For a sentence: `age 15m`, `its own bound 90s and 1m of grace`. */
export function formatLimit(held: Held): string {
  const [own, grace] = partsOf(held);
  const name = held.limit.kind === 'bound' ? 'its own bound' : held.limit.kind;
  return `${name} ${limitDuration(own)}${grace > 0 ? ` and ${limitDuration(grace)} of grace` : ''}`;
}

/** What it states itself, and what it may run on: seconds. */
function partsOf({ limit: { kind, seconds }, decisive: { bound } }: Held): readonly [number, number] {
  if (kind !== 'bound' || bound.kind !== 'within' || bound.seconds > seconds) return [seconds, 0];
  return [bound.seconds, seconds - bound.seconds];
}
