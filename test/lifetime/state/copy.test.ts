/** Proves that copies differ in the parts that were given and in nothing else, and that states are copied in no other way. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  childrenWith,
  ioWith,
  pathWith,
  shellWith,
  stateWith,
  variableWith,
} from '../../../src/lifetime/state/copy.ts';
import { costWith, NO_COST } from '../../../src/lifetime/state/cost.ts';
import { flowWith, NOWHERE } from '../../../src/lifetime/state/flow.ts';
import { initialState } from '../../../src/lifetime/state/state.ts';

const state = initialState();
const variable = { text: 'a', elements: null, counted: true, exported: true, integer: false, clock: false };

it.each([
  ['state', state, stateWith(state, { clock: null, status: 'failed' }), { clock: null, status: 'failed' }],
  ['shell', state.shell, shellWith(state.shell, { traps: new Map() }), { traps: new Map() }],
  ['input and output', state.io, ioWith(state.io, { fifos: new Set(['f']) }), { fifos: new Set(['f']) }],
  ['children', state.children, childrenWith({ ...state.children, last: 3 }, { last: undefined }), { last: undefined }],
  ['path', state.path, pathWith(state.path, { opaque: true }), { opaque: true }],
  ['variable', variable, variableWith(variable, { text: undefined }), { text: undefined }],
  ['cost', NO_COST, costWith(NO_COST, { kind: 'endless' }), { kind: 'endless' }],
  ['flow', NOWHERE, flowWith(NOWHERE, { ok: [state] }), { ok: [state] }],
] as const)('a %s', (_, before, after, parts) => {
  expect(after).toEqual({ ...before, ...parts });
  expect(after).not.toBe(before);
});

it('no state is copied by a spread, which would give it a layout of its own', () => {
  const root = join(import.meta.dirname, '../../../src/lifetime');
  const spread = /\{\s*\.\.\.(?:state|scene|end|outer|entered|head|NOWHERE)(?:\.(?:io|path|shell|children))?\s*[,}]/;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(50);
  const copying = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.filter((line) => spread.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  expect(copying).toEqual([]);
});
