/** Files that have no end, or end only when somebody acts: zero(4), random(4), full(4), tty(4). */
export const ENDLESS_DEVICE = /^\/dev\/(?:zero|u?random|full)$/;
export const TERMINAL = /^\/dev\/(?:tty|console|pts\/\d+|ttys?\w+)$/;
