/** The real grammar for tests; a failure to load fails the test that asked. */
import type { Grammar } from '../../src/shell/grammar.ts';
import { loadGrammar } from '../../src/system/grammar.ts';

let opened: Promise<Grammar> | undefined;

export function openGrammar(): Promise<Grammar> {
  opened ??= loadGrammar().then((loaded) => {
    if (!loaded.ok) throw new Error(loaded.problem);
    return loaded.grammar;
  });
  return opened;
}
