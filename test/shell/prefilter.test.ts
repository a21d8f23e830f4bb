/** Proves which texts the prefilter lets pass without analysis, and which spellings it never does. */
import { describe, expect, it } from 'vitest';
import { makePrefilter } from '../../src/shell/prefilter.ts';

const mayNeedJudging = makePrefilter({ words: ['sleep', 'timeout', 'env', 'python3', 'docker-compose', 'nc.openbsd'] });

describe('passes', () => {
  it.each([
    '',
    'ls -la',
    'ls -la | grep sleep',
    'grep -rn "timeout" src && echo done',
    'echo "$HOME" $(pwd) `date`',
    'cd "$DIR" && ls 2>&1',
    'mkdir -p a/b; touch a/b/c || true',
    'A=1 B=x/y ls',
    '[ -f x ] && echo yes',
    '[[ $a == b ]] || echo no',
    'if [ -d x ]; then ls x; fi',
    '! grep x y',
    '{ ls; pwd; } > out',
    '(ls; pwd)',
    'ls \\\n  -la',
    'cat <<EOF\nplain words\nEOF',
    '# sleep in a comment\nls',
    'ls |& grep x',
    'ls # sleep',
    'sleepy --now',
    'rm -rf node_modules\r\n',
    'echo [ a ] {b,c} *.txt ~',
  ])('%j', (text) => {
    expect(mayNeedJudging(text)).toBe(false);
  });
});

describe('judges', () => {
  it.each([
    'sleep 5',
    '  sleep 5',
    'ls; sleep 5',
    'ls|sleep 5',
    'ls &&sleep 5',
    'ls\nsleep 5',
    '(sleep 5)',
    '{ sleep 5; }',
    '$(sleep 5)',
    'echo "$(sleep 5)"',
    'echo `sleep 5`',
    'diff <(sleep 5) x',
    '! sleep 5',
    'if sleep 5; then ls; fi',
    'if ls; then sleep 5; fi',
    'A=1 sleep 5',
    'A=1 B=2 sleep 5',
    'A="x y" sleep 5',
    '> out sleep 5',
    '2>out sleep 5',
    'time -p sleep 5',
    '[[ -f x ]] sleep 5',
    'if (( 1 )) sleep 5',
    '\\sleep 5',
    "sl''eep 5",
    "'sleep' 5",
    '"sleep" 5',
    's\\leep 5',
    "$'sleep' 5",
    'sl\\\neep 5',
    '$x 5',
    '${x}eep 5',
    '`echo sleep` 5',
    'sl?ep 5',
    '{sleep,5}',
    's{leep,} 5',
    '=sleep 5',
    '/bin/sleep 5',
    './wait.sh',
    '~/bin/wait',
    '. ./x.sh',
    'SLEEP 5',
    'sleep.exe 5',
    'python3.12 -m http.server',
    'nc.openbsd x',
    'docker-compose up',
    'ls &',
    'ls & wait',
    'echo \\&& wait',
    'echo \\>& wait',
    'ls &!',
    'ls &> out',
    'while ls; do pwd; done',
    'ls; until x; do y; done',
    'for x in a; do ls; done',
    'f() { f; }; f',
    'f ( ) { f; }',
    'function f { f; }',
    'eval "$x"',
    'trap "ls" EXIT',
    'exec x',
    'command x',
    'coproc x',
    'case x in y) z;; esac',
    'repeat 3 ls',
    '{sleep 5}',
    'if [[ a ]] {ls} else {sleep 5}',
    'echo a; ``sleep 5',
    'sl`echo eep` 5',
  ])('%j', (text) => {
    expect(mayNeedJudging(text)).toBe(true);
  });

  it('what is too long to look over', () => {
    expect(mayNeedJudging('x'.repeat(40_000))).toBe(true);
  });
});
