/**
 * How many closed launches, ended children, aliases and resuming calls an account remembers. What is older is forgotten,
 * which can only count too much: a late word about it is taken for something new. It keeps a session of any length cheap.
 */
export const REMEMBERED = 4096;

/** Adds to a memory and forgets the oldest beyond what is remembered. */
export function remember<K, V>(memory: Map<K, V>, key: K, value: V): void {
  memory.set(key, value);
  if (memory.size > REMEMBERED) forgetOldest(memory);
}

/** The same for a set. */
export function rememberIn<K>(memory: Set<K>, key: K): void {
  memory.add(key);
  if (memory.size > REMEMBERED) forgetOldest(memory);
}

function forgetOldest<K>(memory: Pick<Map<K, unknown>, 'delete'> & { keys(): IterableIterator<K> }): void {
  const [oldest] = memory.keys();
  if (oldest !== undefined) memory.delete(oldest);
}
