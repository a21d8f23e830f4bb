/** PURE: what requests came to, as one message. */

/** What one request came to: what was done, or what stood in the way. */
export type Said = { readonly pid: number | null; readonly tone: 'good' | 'alarm'; readonly text: string };

const MOST_NAMED = 4;

/** One message for requests that were made together: the processes that fared alike are named together. Null: nothing to say. */
export function sayTogether(said: readonly Said[]): { readonly tone: Said['tone']; readonly text: string } | null {
  const alike = new Map<string, Said[]>();
  for (const each of said) alike.set(each.text, [...(alike.get(each.text) ?? []), each]);
  const isAlarm = said.some(({ tone }) => tone === 'alarm');
  // What stood in the way comes first: the end of a long message may be cut.
  const groups = [...alike.values()].sort(([a], [b]) => rankOf(a) - rankOf(b));
  return said.length === 0 ? null : { tone: isAlarm ? 'alarm' : 'good', text: groups.map(groupText).join('; ') };
}

function rankOf(said: Said | undefined): number {
  return said?.tone === 'alarm' ? 0 : 1;
}

function groupText(group: readonly Said[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const pids = group.flatMap(({ pid }) => (pid === null ? [] : [pid]));
  if (pids.length === 0) return first.text;
  const more = pids.length > MOST_NAMED ? ` and ${pids.length - MOST_NAMED} more` : '';
  return `${pids.slice(0, MOST_NAMED).join(', ')}${more}${first.tone === 'alarm' ? ':' : ''} ${first.text}`;
}
