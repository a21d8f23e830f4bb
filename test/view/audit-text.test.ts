import { describe, expect, it } from 'vitest';
import { formatOffender } from '../../src/view/audit-text.ts';
import { suspect } from './suspects.ts';

describe('the lines of an offender', () => {
  it('let no text of others act on the terminal', () => {
    const acting = '\u001b]0;x\u0007';
    const { decisive, owner, ...rest } = suspect(7, { command: acting });
    const row = {
      suspect: { ...rest, decisive: { ...decisive, reason: acting }, owner: { ...owner, session: acting } },
      plan: { kind: 'refused', refusal: 'agent', process: rest.identity, reason: acting } as const,
      outcome: { outcome: 'refused', detail: acting },
    };
    expect(formatOffender(row, true)).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
