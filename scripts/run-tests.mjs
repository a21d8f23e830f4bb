// Runs vitest for the lane in LIFETIME_WATCH_LANE and closes with `N passed, N failed[, N skipped]`, counted from the
// reporter's own JSON. With CI set a skipped test is a failure: a tool that the tests need is missing there.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'lifetime-watch-tests-'));
const report = join(folder, 'report.json');
const extra = process.argv.slice(2).filter((argument) => argument !== '--deep');
const run = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config=test/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...extra,
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);

const counts = readCounts();
rmSync(folder, { recursive: true, force: true });
const inCi = process.env.CI === 'true';
for (const name of counts.skippedNames) process.stdout.write(`skipped: ${name}\n`);
const failed = counts.failed + (inCi ? counts.skipped : 0) + (run.status !== 0 && counts.failed === 0 ? 1 : 0);
const tail = counts.skipped > 0 && !inCi ? `, ${counts.skipped} skipped` : '';
process.stdout.write(`${counts.passed} passed, ${failed} failed${tail}\n`);
process.exitCode = failed > 0 || counts.passed === 0 ? 1 : 0;

/** A run that wrote no report has failed as a whole; a file that could not be loaded counts as one failure. */
function readCounts() {
  let json;
  try {
    json = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, skippedNames: [] };
  }
  const broken = json.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const skippedNames = json.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'pending' || test.status === 'skipped')
      .map((test) => test.fullName),
  );
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + broken,
    skipped: skippedNames.length,
    skippedNames,
  };
}
