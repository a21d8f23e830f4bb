/** Files that have no end, or end only when somebody acts: zero(4), random(4), full(4), tty(4). */
export const ENDLESS_DEVICE = /^\/dev\/(?:zero|u?random|full)$/;
export const TERMINAL = /^\/dev\/(?:tty|console|pts\/\d+|ttys?\w+)$/;
/** Nothing but zeros comes out of these, and so never the end of a line: zero(4), full(4). */
export const LINELESS_DEVICE = /^\/dev\/(?:zero|full)$/;
