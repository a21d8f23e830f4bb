/**
 * Proves that the shell front is sound (whatever it is silent about, the full hook is silent about, too), that three shells
 * decide alike, and that everyday commands do pay nothing. What it hands over needlessly costs time, not correctness.
 */
import { describe, expect, it } from 'vitest';
import { openAnalyzer } from '../../src/flow/analyzer.ts';
import { hosts } from '../../src/hosts/registry.ts';
import { programRows } from '../../src/lifetime/programs/program-index.ts';
import { goldenPayloads } from '../hosts/golden-payload.ts';
import { bashPayload, handsOver, SHELLS, scriptHandsOver } from './front-shells.ts';

const caught = programRows.flatMap(({ catches }) => catches);
const spared = programRows.flatMap(({ spares }) => spares);

const everyday = [
  'ls -la',
  'pwd',
  'git status',
  'git diff --stat HEAD~1',
  'git log --oneline -n 20',
  'git add -A && git commit -m "fix the parser"',
  'npm test',
  'npm run build',
  'npm run lint -- --fix',
  'npx tsc --noEmit',
  'npx vitest run test/parser.test.ts',
  'cat README.md',
  'cat package.json | head -50',
  'grep -rn "TODO" src/ | wc -l',
  'rg -n "export function" src',
  'find . -name "*.ts" -not -path "*/node_modules/*" | head -20',
  'sed -n 1,80p src/index.ts',
  'cd packages/app && npm run build 2>&1 | tail -20',
  'mkdir -p src/parser && touch src/parser/index.ts',
  'python3 scripts/convert.py --in data.json',
  'python -m pytest tests/test_api.py -x -q',
  'go test ./internal/parser/...',
  'cargo check',
  'make lint',
  'ls src | sort | uniq -c',
  'rm -rf dist && npm run build',
  'tail -n 50 build.log',
  'docker ps',
  'kubectl get pods',
  'which node; node --version',
  'jq .version package.json',
  'wc -l src/*.ts',
];

describe.each(SHELLS)('the front in $name', ({ argv: shell, isMissing }) => {
  it.skipIf(isMissing)('is silent about everyday commands', () => {
    const answers = handsOver(
      shell,
      everyday.map((command) => bashPayload(command)),
    );
    expect(everyday.filter((_, at) => answers[at])).toEqual([]);
  });

  it.skipIf(isMissing)('decides early as it would with all its tables', () => {
    const some = [...caught, ...spared].filter((_, at) => at % 40 === 0);
    const payloads = [...some, ...everyday].map((command) => bashPayload(command));
    const answers = scriptHandsOver(shell, payloads);
    expect(answers).toEqual(handsOver(shell, payloads));
    expect(new Set(answers).size).toBe(2);
  });

  it.skipIf(isMissing)(
    'is silent about nothing that a host tells, but harmless commands and what is not ours',
    async () => {
      const analyzer = await openAnalyzer();
      const told = hosts.flatMap((host) =>
        host.id === 'omp' ? [] : goldenPayloads(host.id).map((row) => ({ host, ...row })),
      );
      const answers = handsOver(
        shell,
        told.map(({ payload }) => JSON.stringify(payload)),
      );
      const silent = told.filter((_, at) => !answers[at]);
      const wrong = silent.filter(({ host, payload }) => {
        const event = host.decode(payload);
        if ('problem' in event || event.what.kind === 'ignore') return false;
        if (event.what.kind !== 'command' || event.what.background) return true;
        return analyzer.analyze({ text: event.what.command }).findings.length > 0;
      });
      expect(wrong.map(({ host, name }) => `${host.id}: ${name}`)).toEqual([]);
      expect(silent.length).toBeGreaterThan(10);
    },
  );
});

it.skipIf(SHELLS.some(({ isMissing }) => isMissing))('decides alike in every shell', () => {
  const payloads = [...caught, ...spared, ...everyday].map((command) => bashPayload(command));
  const [first, ...others] = SHELLS.map(({ argv }) => handsOver(argv, payloads));
  for (const other of others) expect(other).toEqual(first);
  const needless = spared.filter((_, at) => first?.[caught.length + at]);
  expect(needless.length / spared.length).toBeLessThan(0.45);
});
