/** Proves that the folders under src/ import only what their layer may, that pure layers touch no platform, and that no files import each other in a circle. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');
const PURE = ['shell', 'lifetime', 'lineage', 'policy', 'delegation', 'hosts', 'view'];

/** layer -> what it may import besides itself and errors.ts; `a/b` names one file of a layer */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shell: ['policy/finding'],
  lifetime: ['shell', 'policy/finding'],
  lineage: ['shell', 'lifetime', 'policy/finding'],
  policy: ['lineage'],
  delegation: [],
  hosts: ['delegation', 'policy', 'shell'],
  view: ['shell', 'lifetime', 'lineage', 'policy', 'delegation', 'hosts', 'ledger/entry'],
  system: ['shell', 'lineage', 'policy', 'hosts'],
  ledger: ['delegation', 'system'],
  flow: ['shell', 'lifetime', 'lineage', 'policy', 'delegation', 'hosts', 'view', 'system', 'ledger'],
  ui: ['view', 'flow', 'shell', 'lifetime', 'lineage', 'policy', 'delegation', 'hosts', 'ledger/entry'],
  commands: ['shell', 'lifetime', 'lineage', 'policy', 'delegation', 'hosts', 'view', 'system', 'ledger', 'flow', 'ui'],
};

type Import = { readonly from: string; readonly to: string };

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file))
  .sort();

const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(root, from), 'utf8');
  const found = [...text.matchAll(/(?:from|import\()\s*'([^']+)'|^import '([^']+)'/gm)];
  return found.map(([, a, b]) => ({ from, to: resolve(from, a ?? b ?? '') }));
});

/** relative imports as paths below src/, packages as they are */
function resolve(from: string, specifier: string): string {
  return specifier.startsWith('.') ? relative(root, normalize(join(root, dirname(from), specifier))) : specifier;
}

function layerOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : '';
}

describe('the import matrix', () => {
  it('sees the sources', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(imports.length).toBeGreaterThan(20);
  });

  it.each(Object.keys(MAY_IMPORT))('%s imports only what its layer may', (layer) => {
    const allowed = MAY_IMPORT[layer] ?? [];
    const offending = imports.filter(({ from, to }) => {
      if (layerOf(from) !== layer || !/\.tsx?$/.test(to)) return false;
      const target = to.replace(/\.tsx?$/, '');
      if (target === 'errors' || layerOf(to) === layer) return false;
      return !allowed.some((entry) => target === entry || target.startsWith(`${entry}/`));
    });
    expect(offending).toEqual([]);
  });

  it.each(PURE)('%s is pure: no platform module, clock, environment or randomness', (layer) => {
    const offending = imports.filter(
      ({ from, to }) => layerOf(from) === layer && /^node:|^(ink|react|ps-list|pidusage)$/.test(to),
    );
    expect(offending).toEqual([]);
    const impure = /\bDate\.now\b|\bnew Date\(\)|\bprocess\.|\bMath\.random\b|\bsetTimeout\b|\bperformance\./;
    const texts = files.filter(
      (file) => layerOf(file) === layer && impure.test(withoutComments(readFileSync(join(root, file), 'utf8'))),
    );
    expect(texts).toEqual([]);
  });

  it('has no circle of files', () => {
    const graph = new Map(files.map((file) => [file, imports.filter(({ from }) => from === file).map(({ to }) => to)]));
    expect(findCircle(graph)).toEqual([]);
  });

  it('keeps the terminal UI off every path but its own command', () => {
    const eager = imports.filter(({ from, to }) => /^(ink|react)/.test(to) && layerOf(from) !== 'ui');
    expect(eager).toEqual([]);
  });
});

/** Type-only and string mentions in comments are no use of a platform. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/'[^'\n]*'|`[^`]*`/g, "''");
}

function findCircle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
