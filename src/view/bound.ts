import { assertNever } from '../errors.ts';
import { formatDuration } from '../policy/duration.ts';
import type { Bound } from '../policy/finding.ts';

/** A bound in words: `within 2m`, `ends by itself`, `ends only from outside`, `never ends`. */
export function formatBound(bound: Bound): string {
  switch (bound.kind) {
    case 'within':
      return `within ${formatDuration(bound.seconds)}`;
    case 'finite':
      return 'ends by itself';
    case 'conditional':
      return 'ends only if something outside makes it end';
    case 'endless':
      return 'never ends';
    default:
      return assertNever(bound);
  }
}
