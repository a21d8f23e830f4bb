/** Proves that assets/ holds the very files of the installed grammar packages, licences included. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error a plain script without types
import { GRAMMAR_FILES } from '../scripts/copy-grammar.mjs';

it.each(GRAMMAR_FILES as [string, string][])('%s is assets/%s', (from, to) => {
  expect(readFileSync(`assets/${to}`).equals(readFileSync(`node_modules/${from}`))).toBe(true);
});
