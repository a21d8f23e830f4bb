/** A hundred years: what is longer has no date that a clock could show. */
const LONGEST_SECONDS = 36_525 * 86_400;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** How a duration is spelled. */
export const DURATION_TEXT = /^(\d+(\.\d+)?|(\d+(\.\d+)?[smhd])+)$/;

/**
 * Reads a duration as people write it in flags and policy files: `90`, `90s`, `15m`, `1.5h`, `2d`, `1h30m`.
 * @returns seconds (0 to a hundred years), or undefined when the text is none.
 */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim();
  if (!DURATION_TEXT.test(trimmed)) return undefined;
  let seconds = 0;
  for (const [, amount = '', unit = 's'] of trimmed.matchAll(/(\d+(?:\.\d+)?)([smhd]?)/g)) {
    seconds += Number(amount) * (UNIT_SECONDS[unit] ?? 1);
  }
  return seconds <= LONGEST_SECONDS ? seconds : undefined;
}

/** Formats seconds for people, two units at the most: `45s`, `15m`, `21h 25m`, `3d 4h`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'for ever';
  if (seconds < 0) return `-${formatDuration(-seconds)}`;
  if (seconds < 60) return `${seconds < 10 && !Number.isInteger(seconds) ? seconds.toFixed(1) : Math.floor(seconds)}s`;
  const whole = Math.floor(seconds);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'm'],
    [whole % 60, 's'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount}${unit}`)
    .join(' ');
}
