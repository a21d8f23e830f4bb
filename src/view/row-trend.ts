/** The CPU trend of one process: bounded samples, drawn as a sparkline. */

/**
 * `share` of one core over the scan that ended at `atMs`; null: not known. Between two samples that are alike it was the
 * same: most processes do nothing for a long time, and two samples tell that.
 */
export type Sample = { readonly atMs: number; readonly share: number | null };

const WINDOW_MS = 120_000;
/** More scans than this in two minutes are thinned out, so that a short period cannot make a history long. */
const MOST_SAMPLES = 64;
const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** The samples with one more, without those that the window has left behind. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last === undefined) return [sample];
  if (sample.atMs - last.atMs < WINDOW_MS / MOST_SAMPLES) return samples;
  const before = samples.at(-2);
  const goesOn = last.share === sample.share && before?.share === sample.share;
  const oldest = sample.atMs - WINDOW_MS;
  // A scan asks this of hundreds, and most of them have done the same since they were first seen.
  if (goesOn && samples.length === 2 && before.atMs > oldest) return [before, sample];
  const kept = withoutOld(samples, oldest);
  if (goesOn && kept.length > 1) return [...kept.slice(0, -1), sample];
  return [...kept.slice(-(MOST_SAMPLES - 1)), sample];
}

/**
 * Adds the samples of one scan to many histories. What was one list stays one: hundreds of processes that have done the
 * same since they were first seen share theirs.
 */
export function createSampler(atMs: number): (samples: readonly Sample[], share: number | null) => readonly Sample[] {
  const grown = new Map<readonly Sample[], readonly Sample[]>();
  return (samples, share) => {
    const known = grown.get(samples);
    if (known !== undefined && (known === samples || known.at(-1)?.share === share)) return known;
    const next = addSample(samples, { atMs, share });
    grown.set(samples, next);
    return next;
  };
}

/** No samples yet. */
export const NO_SAMPLES: readonly Sample[] = [];

/** What went on when the window began, goes on from its beginning. */
function withoutOld(samples: readonly Sample[], oldest: number): readonly Sample[] {
  const first = samples.findIndex(({ atMs }) => atMs > oldest);
  if (first === 0) return samples;
  if (first === -1) return [];
  const [before, after] = [samples[first - 1], samples[first]];
  const isOne = before !== undefined && before.share === after?.share;
  return isOne ? [{ ...before, atMs: oldest + 1 }, ...samples.slice(first)] : samples.slice(first);
}

/** The samples of several processes as those of one: their sum at each time that one of them has a sample of. */
export function sumSamples(histories: readonly (readonly Sample[])[]): readonly Sample[] {
  const alike = new Map<readonly Sample[], number>();
  for (const samples of histories) alike.set(samples, (alike.get(samples) ?? 0) + 1);
  const times = new Set<number>();
  for (const samples of alike.keys()) for (const { atMs } of samples) times.add(atMs);
  const sums = [...times].sort((a, b) => a - b).map((atMs) => ({ atMs, share: null as number | null }));
  for (const [samples, count] of alike) {
    let index = 0;
    for (const sum of sums) {
      while ((samples[index + 1]?.atMs ?? Number.POSITIVE_INFINITY) <= sum.atMs) index++;
      const share = shareAt(samples[index], samples[index + 1], sum.atMs);
      if (share !== null) sum.share = (sum.share ?? 0) + share * count;
    }
  }
  return sums;
}

function shareAt(here: Sample | undefined, next: Sample | undefined, atMs: number): number | null {
  if (here === undefined || here.atMs > atMs) return null;
  return here.atMs === atMs || here.share === next?.share ? here.share : null;
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
  const before = samples.findLast(({ atMs }) => Math.floor(atMs / bucketMs) <= lastBucket - width);
  return carriedOver(means, before?.share ?? null)
    .map((mean) => (mean === null ? ' ' : barOf(mean / full)))
    .join('');
}

/** A scan period longer than a bucket leaves holes: what held before and after them holds in them. */
function carriedOver(means: readonly (number | null)[], before: number | null): readonly (number | null)[] {
  let held = before;
  return means.map((mean) => {
    held = mean ?? held;
    return held;
  });
}

function barOf(part: number): string {
  return BARS[Math.min(BARS.length - 1, Math.max(0, Math.round(part * (BARS.length - 1))))] ?? ' ';
}
