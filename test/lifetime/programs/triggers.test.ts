// A command that the tables catch always holds one of the triggers; everyday commands hold none.
import { describe, expect, it } from 'vitest';
import { describeCommand } from '../../../src/lifetime/programs/describe-command.ts';
import { programRows } from '../../../src/lifetime/programs/program-index.ts';
import { triggerWords } from '../../../src/lifetime/programs/trigger-words.ts';
import { operandsOf } from './words.ts';

const triggers = new Set(triggerWords());

function triggered(text: string): boolean {
  const words = text
    .split(/[\s"';&|()=]+/)
    .flatMap((word) => [word, ...word.split('/'), word.replace(/\.(?:exe|cmd)$/, '')]);
  return words.some((word) => triggers.has(word));
}

function passesOn(example: string): boolean {
  const found = describeCommand(operandsOf(example), { dialect: 'bash' });
  if (found.kind !== 'wrapper' && found.kind !== 'script') return false;
  return Object.keys(found.effect).every((key) => ['externalOnly', 'elsewhere', 'replaces'].includes(key));
}

describe('triggerWords', () => {
  it('are there for every example that a row catches, unless the row only passes on what it is given', () => {
    const silent = programRows.flatMap((row) => row.catches.filter((example) => !triggered(example)));
    expect(silent.filter((example) => !passesOn(example))).toEqual([]);
  });

  it('are sorted and given once', () => {
    const words = triggerWords();
    expect([...new Set(words)].sort()).toEqual(words);
  });

  const everyday = [
    'ls -la',
    'grep -rn x src',
    'sed -n 1,5p a',
    'echo hi',
    'find . -name x',
    'python3 app.py',
    'node build.js',
    'env',
    'head -5 x',
    'jq . a.json',
    'mkdir -p a && cd a',
    'sort a | uniq -c',
  ];
  it.each(everyday)('leave alone: %s', (text) => {
    expect(triggered(text)).toBe(false);
  });

  const judged = [
    'tail -f x',
    'sleep 5',
    'timeout 9000 make',
    'npm run dev',
    'git clone x',
    'bash wait.sh',
    'curl -m 9000 http://h',
    'docker logs -f x',
    'cat /dev/zero',
    'node --watch x.js',
    'python3 -m http.server',
    'pkill -f node',
    'nohup x',
    'xargs tail -f',
    '/usr/bin/tail -f x',
  ];
  it.each(judged)('name: %s', (text) => {
    expect(triggered(text)).toBe(true);
  });
});
