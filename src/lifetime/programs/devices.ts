/** Files that have no end, or end only when somebody acts. */

/** `endless`: reading it never ends; `terminal`: reading it waits for somebody to type; undefined for any other file. */
export function deviceKind(path: string): 'endless' | 'terminal' | undefined {
  if (ENDLESS_DEVICE.test(path)) return 'endless';
  return TERMINAL.test(path) ? 'terminal' : undefined;
}

/** zero(4), random(4), full(4) */
export const ENDLESS_DEVICE = /^\/dev\/(?:zero|u?random|full)$/;
export const TERMINAL = /^\/dev\/(?:tty|console|pts\/\d+|ttys?\w+)$/;
