/** A finding while the analysis is still going on: an outer limit may settle it, a wait may change what it is. */
import type { Bound, FindingKind, Place, Role, Span } from '../../policy/finding.ts';
import type { Remedy } from '../remedies/remedy.ts';
import type { RuleCode } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export type Found = {
  readonly kind: FindingKind;
  readonly rule: RuleCode;
  readonly source: SourceText;
  readonly span: Span;
  readonly bound: Bound;
  readonly place: Place;
  readonly role: Role;
  readonly prevents?: FindingKind;
  readonly reason: string;
  readonly derivation: readonly string[];
  readonly remedy: Remedy;
  /** signals that do not end the shell that it runs in, because they are trapped or ignored there */
  readonly trapped: readonly string[];
  /** it has left the process group or session: what limits the shell around it does not reach it */
  readonly detached: boolean;
  /** the children of the shells around that it runs in, innermost first */
  readonly inside?: readonly number[];
  /** it ends when nobody reads what it prints any more, also when it has nothing to print */
  readonly noticesReader?: boolean;
  /** a loop whose proof failed on numbers that are only known in relation to an outer loop */
  readonly uncertain: boolean;
};

/** Findings of waits and limits are reported wherever they stand; the others depend on what becomes of the process. */
export function staysWithText(found: Found): boolean {
  return (
    found.kind === 'long-sleep' ||
    found.kind === 'long-bound' ||
    found.kind === 'long-poll' ||
    found.kind === 'pattern-kill'
  );
}
