/**
 * Ids for launches of hosts that give their calls none. Places are alike, so that it is enough to know *which kind of*
 * launch a result belongs to: the same words before and after give the same prefix, and whoever records the launch adds
 * a number of its own.
 */

/** `anonymous:<hash>` of what the call says. */
export function anonymousAction(...words: readonly string[]): string {
  return `${prefix}${hashText(words.join('\u0000'))}`;
}

/** Whether an action id names only a kind of launch and still needs a number. */
export function isAnonymous(action: string): boolean {
  return action.startsWith(prefix) && !action.includes('#');
}

const prefix = 'anonymous:';

/** FNV-1a over UTF-16 code units: short, and good enough to tell a session's few launches apart. */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
