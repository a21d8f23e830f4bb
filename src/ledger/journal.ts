import { KnownError } from '../errors.ts';
import type { EntryBody } from './entry.ts';
import { type LedgerSource, openLedger } from './ledger.ts';

export type Journaled =
  | { readonly kind: 'recorded'; readonly ids: readonly string[] }
  /** not written, and why; a command goes ahead all the same */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Records entries in order and closes the ledger again; for whoever comes by once, as a hook does. What keeps a record
 * from being written is an outcome, not an exception.
 * @param source gives what `openLedger` needs; called here so that a folder that cannot be used is an outcome too
 */
export function journal(source: () => LedgerSource, bodies: readonly EntryBody[]): Journaled {
  try {
    const ledger = openLedger(source());
    try {
      return { kind: 'recorded', ids: bodies.map((body) => ledger.record(body)) };
    } finally {
      ledger.close();
    }
  } catch (error) {
    if (error instanceof KnownError) return { kind: 'failed', reason: error.message };
    throw error;
  }
}
