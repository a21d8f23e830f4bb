import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The kernel's id of this boot from `<root>/sys/kernel/random/boot_id`; null when it cannot be read. */
export function readBootId(root: string): string | null {
  try {
    const text = readFileSync(`${root}/sys/kernel/random/boot_id`, 'latin1').trim();
    return text === '' ? null : text;
  } catch {
    return null;
  }
}

/** A value that every boot draws anew, by platform; a start time alone would move with every correction of the clock. */
const BOOT_VARIABLES: Readonly<Record<string, string>> = { darwin: 'kern.bootsessionuuid', freebsd: 'kern.boot_id' };

/** The boot's id where there is no /proc, from sysctl; null when the platform has none. */
export function readSysctlBootId(platform: string): string | null {
  const variable = BOOT_VARIABLES[platform];
  if (variable === undefined) return null;
  try {
    const text = execFileSync('sysctl', ['-n', variable], {
      encoding: 'utf8',
      timeout: 5000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim() === '' ? null : text.trim();
  } catch {
    return null;
  }
}

/** Linux's USER_HZ on every architecture that Node runs on; the kernel's own word is preferred. */
const USUAL_TICKS = 100;
const AT_CLKTCK = 17n;

export type Ticks = { readonly perSecond: number; readonly from: 'auxv' | 'assumed' };

/**
 * Clock ticks a second, as the kernel told this process at its start: the AT_CLKTCK entry of `<root>/self/auxv`, pairs of
 * native words (getauxval(3)). Assumed to be 100 where that cannot be read, and said so.
 */
export function readTicksPerSecond(root: string): Ticks {
  try {
    const bytes = readFileSync(`${root}/self/auxv`);
    for (let offset = 0; offset + 16 <= bytes.length; offset += 16) {
      if (bytes.readBigUInt64LE(offset) !== AT_CLKTCK) continue;
      const value = Number(bytes.readBigUInt64LE(offset + 8));
      if (value > 0 && value <= 10_000) return { perSecond: value, from: 'auxv' };
    }
  } catch {
    // falls through: assumed
  }
  return { perSecond: USUAL_TICKS, from: 'assumed' };
}

/** Seconds since boot, time asleep included, from `<root>/uptime`; null when it cannot be read. */
export function readUptime(root: string): number | null {
  try {
    const seconds = Number.parseFloat(readFileSync(`${root}/uptime`, 'latin1'));
    return Number.isFinite(seconds) ? seconds : null;
  } catch {
    return null;
  }
}
