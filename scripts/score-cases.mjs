// Scores the analyzer on a file of cases (JSON lines: id, family, kind, shell, text | argv, background, expected), per
// family and per verdict, next to a plain regex guard of the kind that is in use today.
// usage: npm run score -- [cases.jsonl]
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = process.argv[2] ?? join(root, 'test', 'fixtures', 'cases.jsonl');
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));

const batch = spawnSync(process.execPath, [join(root, 'dist', 'cli.js'), 'explain', '--batch'], {
  input: rows
    .map((row) =>
      JSON.stringify({
        id: row.id,
        kind: row.kind,
        text: row.text,
        argv: row.argv,
        shell: row.shell,
        background: row.background,
      }),
    )
    .join('\n'),
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (batch.status !== 0) throw new Error(`explain --batch: exit ${batch.status}\n${batch.stderr}`);
const answers = new Map(
  batch.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((answer) => [answer.id, answer]),
);

const scored = rows.map((row) => {
  const answer = answers.get(row.id);
  const verdict = answer?.verdict ?? `error: ${answer?.error}`;
  const kinds = (answer?.findings ?? []).map((finding) => finding.kind);
  const kindRight = row.finding === undefined || row.finding === null || kinds.includes(row.finding);
  return {
    row,
    verdict,
    kinds,
    kindRight,
    right: verdict === row.expected,
    baseline: row.kind === 'argv' ? null : regexGuard(row),
  };
});

printTable('family', (entry) => entry.row.family);
printTable('expected', (entry) => `${entry.row.kind} ${entry.row.expected}`);
for (const { row, verdict, kinds, right } of scored.filter((entry) => !entry.right || !entry.kindRight)) {
  const want = `${row.expected}${row.finding ? ` (${row.finding})` : ''}`;
  process.stdout.write(
    `${row.id}: expected ${want}, got ${verdict} (${kinds.join(', ')})${right ? ' - kind only' : ''}\n    ${JSON.stringify(row.text ?? row.argv)}\n    ${row.why}\n`,
  );
}

function printTable(title, key) {
  const groups = Map.groupBy ? Map.groupBy(scored, key) : groupBy(scored, key);
  process.stdout.write(`${title.padEnd(24)} rows  right  kind  regex guard\n`);
  for (const [name, entries] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    const judged = entries.filter((entry) => entry.baseline !== null);
    const guard =
      judged.length === 0 ? '-' : `${judged.filter((entry) => entry.baseline === entry.row.expected).length}`;
    const line = [
      entries.length,
      entries.filter((entry) => entry.right).length,
      entries.filter((entry) => entry.kindRight).length,
      guard,
    ];
    process.stdout.write(`${name.padEnd(24)} ${line.map((cell) => String(cell).padStart(5)).join(' ')}\n`);
  }
  const right = scored.filter((entry) => entry.right).length;
  process.stdout.write(
    `${'all'.padEnd(24)} ${String(scored.length).padStart(5)} ${String(right).padStart(5)}  (${((100 * right) / scored.length).toFixed(1)} %)\n\n`,
  );
}

function groupBy(entries, key) {
  const groups = new Map();
  for (const entry of entries) groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry]);
  return groups;
}

/** A guard over the text alone: loops without a visible limit, follows, long sleeps, slow commands. */
function regexGuard({ text, background }) {
  const limited = /\btimeout\s+\d|-lt|-le|-gt|-ge|SECONDS|\bread\b|\bseq\b/.test(text);
  if (/\b(while|until)\b[\s\S]*\bdo\b/.test(text) && !limited) return 'deny';
  if (/\b(tail\s+-[a-zA-Z0-9]*[fF]|watch\s|journalctl.*-f)\b/.test(text) && !limited) return 'deny';
  const sleep = text.match(/\bsleep\s+(\d+)/);
  if (sleep !== null && Number(sleep[1]) > 120) return 'deny';
  if (background && !limited) return 'deny';
  if (/\b(npm (ci|install)|pip install|apt(-get)? install|git clone|docker pull)\b/.test(text)) return 'nudge';
  if (/[^&>|]&\s*($|[^&>\d])/.test(text) && !/\bwait\b/.test(text)) return 'nudge';
  return 'allow';
}
