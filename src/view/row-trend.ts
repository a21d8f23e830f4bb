/** The CPU trend of one process: bounded samples, drawn as a sparkline. */

/** `share` of one core over the scan that ended at `atMs`; null: not known. */
export type Sample = { readonly atMs: number; readonly share: number | null };

const WINDOW_MS = 120_000;
/** More scans than this in two minutes are thinned out, so that a short period cannot make a history long. */
const MOST_SAMPLES = 64;
const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** The samples with one more, without those that the window has left behind. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.atMs - last.atMs < WINDOW_MS / MOST_SAMPLES) return samples;
  const oldest = sample.atMs - WINDOW_MS;
  const first = samples.findIndex(({ atMs }) => atMs > oldest);
  if (first === -1) return [sample];
  return [...samples.slice(Math.max(first, samples.length - (MOST_SAMPLES - 1))), sample];
}

/**
 * A sparkline of `width` columns over the last two minutes, newest on the right. One full bar is one core (or the
 * highest sample, when that is more). Buckets are aligned to the clock, so bars move but never change once drawn.
 */
export function sparkline(samples: readonly Sample[], width: number, nowMs: number): string {
  if (width <= 0) return '';
  const bucketMs = WINDOW_MS / width;
  const lastBucket = Math.floor(nowMs / bucketMs);
  const sums = new Map<number, { total: number; count: number }>();
  for (const { atMs, share } of samples) {
    if (share === null) continue;
    const bucket = Math.floor(atMs / bucketMs);
    const sum = sums.get(bucket) ?? { total: 0, count: 0 };
    sums.set(bucket, { total: sum.total + share, count: sum.count + 1 });
  }
  const means = Array.from({ length: width }, (_, column) => {
    const sum = sums.get(lastBucket - width + 1 + column);
    return sum === undefined ? null : sum.total / sum.count;
  });
  const full = Math.max(1, ...means.map((mean) => mean ?? 0));
  return carriedOver(means)
    .map((mean) => (mean === null ? ' ' : barOf(mean / full)))
    .join('');
}

/** A scan period longer than a bucket leaves holes: what held before and after them holds in them. */
function carriedOver(means: readonly (number | null)[]): readonly (number | null)[] {
  let held: number | null = null;
  return means.map((mean) => {
    held = mean ?? held;
    return held;
  });
}

function barOf(part: number): string {
  return BARS[Math.min(BARS.length - 1, Math.max(0, Math.round(part * (BARS.length - 1))))] ?? ' ';
}
