/** Proves the size budgets: 250 lines a file (data tables exempt by name). */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');
const MOST_LINES = 250;
/** tables of data, as long as what they list */
const TABLES = /^lifetime\/programs\/tables\/|^lifetime\/rules\.ts$|^shell\/ast\.ts$/;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

it('keeps every file within its budget of lines', () => {
  const long = files
    .filter((file) => !TABLES.test(file))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
  expect(long).toEqual([]);
});

it('names no file after a drawer', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|manager)\.tsx?$/.test(file))).toEqual([]);
});
