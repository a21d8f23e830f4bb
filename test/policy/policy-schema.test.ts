/** Proves that the published schema is the one that the parser itself uses. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error a plain script without types
import { policySchema } from '../../scripts/publish-schema.mjs';

it('assets/policy.schema.json is up to date', async () => {
  expect(readFileSync('assets/policy.schema.json', 'utf8')).toBe(await policySchema());
});
