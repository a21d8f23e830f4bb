/** Durations for columns: short, of a steady width, coarser the longer they are. */

/** Seconds as `45s`, `12m03s`, `21h25m`, `3d04h`; never longer than seven columns below 1000 days. */
export function shortDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'ever';
  const whole = Math.floor(Math.abs(seconds));
  const sign = seconds < 0 ? '-' : '';
  if (whole < 60) return `${sign}${whole}s`;
  if (whole < 3600) return `${sign}${Math.floor(whole / 60)}m${two(whole % 60)}s`;
  if (whole < 86_400) return `${sign}${Math.floor(whole / 3600)}h${two(Math.floor((whole % 3600) / 60))}m`;
  return `${sign}${Math.floor(whole / 86_400)}d${two(Math.floor((whole % 86_400) / 3600))}h`;
}

/** A limit as people write one: `90s`, `15m`, `1h`, `1h30m`; the exact number, not a measured one. */
export function limitDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'ever';
  if (seconds < 10 && !Number.isInteger(seconds)) return `${Number(seconds.toFixed(2))}s`;
  const whole = Math.round(seconds);
  if (whole < 60 || (whole < 600 && whole % 60 !== 0)) return `${whole}s`;
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60}m` : shortDuration(whole);
  if (whole < 86_400) return whole % 3600 === 0 ? `${whole / 3600}h` : shortDuration(whole);
  return whole % 86_400 === 0 ? `${whole / 86_400}d` : shortDuration(whole);
}

/** CPU seconds with the digits that matter: `0.42s`, `12.3s`, `83m12s`, `21h05m`. */
export function cpuDuration(seconds: number | null): string {
  if (seconds === null) return '-';
  if (seconds < 10) return `${seconds.toFixed(2)}s`;
  if (seconds < 60) return `${seconds.toFixed(1)}s`;
  if (seconds < 6000) return `${Math.floor(seconds / 60)}m${two(Math.floor(seconds % 60))}s`;
  return shortDuration(seconds);
}

/** A share of one core as a percentage: `0.4`, `98.2`, `398`. */
export function cpuPercent(share: number | null): string {
  if (share === null) return '-';
  const percent = share * 100;
  return percent < 99.95 ? percent.toFixed(1) : String(Math.round(percent));
}

/** The time of day, `10:42:07`, of milliseconds since the epoch; `offsetMinutes` as `Date#getTimezoneOffset` gives it. */
export function clockTime(atMs: number, offsetMinutes: number): string {
  return new Date(atMs - offsetMinutes * 60_000).toISOString().slice(11, 19);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
