/** Durations as programs read them: text -> seconds, or undefined when the text is none. */

const SLEEP = /^\+?(?:(\d+\.?\d*|\.\d+)(?:e([+-]?\d+))?|(0x[0-9a-f]+))([smhd]?)$/i;
const UNIT_SECONDS: Record<string, number> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** One operand of sleep(1) or the duration of timeout(1): GNU's decimals, exponents and units, `inf`, `infinity`. */
export function sleepSeconds(text: string): number | undefined {
  if (/^\+?inf(?:inity)?[smhd]?$/i.test(text)) return Number.POSITIVE_INFINITY;
  const match = SLEEP.exec(text);
  if (match === null) return undefined;
  const unit = UNIT_SECONDS[match[4] ?? ''];
  if (unit === undefined) return undefined;
  const number = match[3] === undefined ? Number(`${match[1]}e${match[2] ?? '0'}`) : Number.parseInt(match[3], 16);
  return number * unit;
}

const GO_PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h|d|w)/y;
const GO_UNIT: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};

/** Go's duration (`1h2m30s`, `90s`, `1.5h`), a bare number being seconds; negative ones come out negative. */
export function goSeconds(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const body = text.replace(/^[+-]/, '');
  if (/^\d+\.?\d*$/.test(body)) return sign * Number(body);
  let total = 0;
  GO_PART.lastIndex = 0;
  while (GO_PART.lastIndex < body.length) {
    const match = GO_PART.exec(body);
    if (match === null) return undefined;
    total += Number(match[1]) * (GO_UNIT[match[2] ?? ''] ?? Number.NaN);
  }
  return body === '' ? undefined : sign * total;
}

const SPAN_PART = /\s*(\d+\.?\d*)\s*([a-z]*)/y;
const SPAN_UNIT: Record<string, number> = {
  '': 1,
  us: 1e-6,
  usec: 1e-6,
  ms: 1e-3,
  msec: 1e-3,
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  hours: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  w: 604_800,
  week: 604_800,
  weeks: 604_800,
};

/** A systemd time span (`900`, `15min`, `1h 30min`, `infinity`). */
export function systemdSeconds(text: string): number | undefined {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  let total = 0;
  SPAN_PART.lastIndex = 0;
  if (text.trim() === '') return undefined;
  while (SPAN_PART.lastIndex < text.trimEnd().length) {
    const match = SPAN_PART.exec(text);
    const unit = SPAN_UNIT[match?.[2] ?? ''];
    if (match === null || unit === undefined) return undefined;
    total += Number(match[1]) * unit;
  }
  return total;
}

/** A plain decimal number of seconds, as most programs' own limits are. */
export function plainSeconds(text: string): number | undefined {
  return /^\d+\.?\d*$|^\.\d+$/.test(text) ? Number(text) : undefined;
}
