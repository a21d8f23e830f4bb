/** The offset basis and the prime of 32-bit FNV-1a, as published by its authors. */
export const BASIS = 0x811c9dc5;
export const PRIME = 0x01000193;

/** 32-bit FNV-1a over UTF-16 code units. Another basis gives another hash of the same text. */
export function fnv1a(text: string, basis: number = BASIS): number {
  let hash = basis;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
}
