/** Loops over input: the input ends, or it does not. */
import { describe, it } from 'vitest';
import { allowed, check, denied } from './analyzing.ts';

const zsh = { shell: 'zsh' } as const;

describe('input that ends', () => {
  it.each([
    allowed('while read -r l; do echo "$l"; done < list.txt', 'a file'),
    allowed('while read -r l; do echo "$l"; done < "$LIST"', 'a file that is named at run time'),
    allowed('cat list.txt | while read -r l; do echo "$l"; sleep 1; done', 'a pipe'),
    allowed('git ls-files | grep -v vendor | while IFS= read -r f; do wc -l "$f"; done', 'a longer pipe'),
    allowed('while read -r a b; do echo "$b"; done <<EOF\n1 2\n3 4\nEOF', 'a here-document'),
    allowed('while read -r l; do echo "$l"; done <<< "$TEXT"', 'a here-string'),
    allowed('while read -r l; do echo "$l"; done < <(git log --oneline)', 'a process that ends'),
    allowed('exec 5< list.txt; while read -r -u 5 l; do echo "$l"; done; exec 5<&-', 'a descriptor of its own'),
    allowed('while read -r l <&3; do ssh "$l" uptime; done 3< hosts.txt', 'descriptor 3'),
    allowed('while true; do read -r l || break; echo "$l"; done < list.txt', 'the end of the file breaks'),
    allowed('while true; do if ! read -r l; then break; fi; echo "$l"; done < list.txt', 'the same in an if'),
    allowed('until ! read -r l; do echo "$l"; done < list.txt', 'until not'),
    allowed('while IFS= read -r l || [[ -n $l ]]; do echo "$l"; done < list.txt', 'a last line without newline'),
    allowed('while read -r l && [ -n "$l" ]; do echo "$l"; done < list.txt', 'a line must not be empty'),
    allowed('while read -r l; do [ -z "$l" ] && continue; echo "$l"; done < list.txt', 'empty lines are skipped'),
    allowed('find . -print0 | while IFS= read -r -d "" f; do echo "$f"; done', 'NULs'),
    allowed('ls | while read -r f; do while read -r l; do echo "$l"; done < "$f"; done', 'nested'),
    allowed('{ read -r head; while read -r l; do echo "$l"; done; } < list.csv', 'a group reads'),
    allowed('show() { while read -r l; do echo "$l"; done; }; show < list.txt', 'a function reads'),
    allowed('seq 5 | (while read -r n; do echo "$n"; done)', 'a subshell reads'),
    allowed('timeout 30 tail -f app.log | while read -r l; do echo "$l"; done', 'a follow under a limit'),
    allowed(
      'tail -n 50 app.log | while read -r l; do case $l in *ERR*) break ;; esac; done',
      'a tail that does not follow',
    ),
    allowed('printf "%s\\n" a b c | while read -r x; do echo "$x"; done', 'what the shell prints'),
    allowed('while read -r l; do echo "$l" >> out.txt; done < list.txt', 'another file grows'),
    allowed('select x in a b; do break; done <<< 1', 'a menu that is left at once'),
    allowed('for l in $(cat list.txt); do echo "$l"; done', 'a list of words'),
    allowed('mapfile -t lines < list.txt; for l in "${lines[@]}"; do echo "$l"; done', 'lines of a file'),
    allowed('yes | head -n 5 | while read -r y; do echo "$y"; done', 'an endless producer that is cut'),
    allowed('while read -r l; do print -- $l; done < list.txt', 'zsh', zsh),
  ])('$why: $text', check);
});

describe('input that does not end', () => {
  it.each(
    [
      ['a follow', 'tail -f app.log | while read -r l; do echo "$l"; done'],
      ['a follow that is filtered', 'tail -F app.log | grep --line-buffered ERR | while read -r l; do echo "$l"; done'],
      ['a follow in a process', 'while read -r l; do echo "$l"; done < <(tail -f app.log)'],
      ['a journal', 'journalctl -f -u app | while read -r l; do echo "$l"; done'],
      ['events', 'docker events | while read -r e; do echo "$e"; done'],
      ['yes', 'yes | while read -r y; do echo "$y"; done'],
      ['random bytes', 'while read -r -n 1 c; do echo "$c"; done < /dev/urandom'],
      ['a terminal', 'while read -r l; do echo "$l"; done < /dev/tty'],
      ['nobody knows', 'while read -r l; do echo "$l"; done'],
      ['opened again in every pass', 'while read -r l < list.txt; do echo "$l"; done'],
      ['opened again as a process', 'while read -r l < <(git log); do echo "$l"; done'],
      ['opened again as a text', 'while read -r l <<< "$TEXT"; do echo "$l"; done'],
      ['its end is not looked at', 'while :; do read -r l; echo "$l"; done < list.txt'],
      ['its end goes on', 'until read -r l; do echo waiting; done < /dev/null'],
      ['a pipe of both ends', 'mkfifo p; exec 4<>p; while read -r l <&4; do echo "$l"; done'],
      ['a named pipe', 'mkfifo p; while read -r l; do echo "$l"; done < p'],
      ['a file that the loop makes longer', 'while read -r l; do echo "$l" >> list.txt; done < list.txt'],
      ['a timed read of a follow', 'while true; do read -r -t 5 l && echo "$l"; done < <(tail -f app.log)'],
      ['a loop that prints', 'while :; do date; sleep 9; done | while read -r d; do echo "$d"; done'],
      ['a menu', 'select x in a b; do echo "$x"; done < <(yes 1)'],
      ['a co-process', 'coproc tail -f app.log; while read -r l <&"${COPROC[0]}"; do echo "$l"; done'],
    ].map(([why = '', text = '']) => denied('unbounded-loop', text, why)),
  )('$why: $text', check);
});

/** The body waits for ever in its first pass; `PRODUCER | while read -r l`, or `LOOP` where the loop is to stand. */
const reading = (producer: string, body: string) => {
  const loop = `while read -r l; do ${body}; done`;
  return producer.includes('LOOP') ? producer.replace('LOOP', loop) : `${producer} | ${loop}`;
};

const ENDLESS = ['while :; do sleep 1; done', 'until [ -f /never ]; do sleep 1; done'];

describe('a loop in the body of one that reads what may be there', () => {
  const producers: readonly (readonly [string, string])[] = [
    ['a program', 'make'],
    ['its errors as well', 'make 2>&1'],
    ['its errors through |&', 'make |& cat'],
    ['its errors alone', 'make 2>&1 >/dev/null'],
    ['its errors and its output, exchanged', 'make 3>&1 1>&2 2>&3'],
    ['the errors of a group that prints to them', '{ make >&2; } 2>&1'],
    ['without its errors', 'cat a 2>/dev/null'],
    ['two programs', '{ make; make; }'],
    ['two programs in a subshell', '(cat a; cat b)'],
    ['two files', 'cat a b'],
    ['two texts without an end of line', 'printf %s "$A$B"'],
    ['a program after a line', '{ echo start; make; }'],
    ['a program before a line', '{ make; echo end; }'],
    ['more than the line that was taken', '{ make; echo end; } | { read -r first; LOOP; }'],
    ['one of two branches', 'if test -f a; then make 2>&1; else cat a b; fi'],
    ['a branch that prints elsewhere', '{ if test -f a; then exec >/dev/null; fi; make; }'],
    ['a function', 'both() { make; make; }; both'],
    ['a loop over files', 'for f in *; do cat "$f"; done'],
    ['a loop over lines', 'while read -r x; do echo "$x"; done < list.txt'],
    ['a limit around it', 'timeout 60 npm test 2>&1'],
    ['a shell around it', "bash -c 'make; make'"],
    ['another machine', "ssh host 'make 2>&1'"],
    ['a text that cannot be read', 'source ./build.sh'],
    ['a trap', "(trap 'make; make' EXIT; true)"],
    ['a child of it', '{ make & make; wait; }'],
    ['standard output by name', 'make >/dev/stdout'],
    ['a descriptor that is told at run time', 'make >&"$FD"'],
    ['the names of signals', 'kill -l'],
    ['a process', 'LOOP < <(make 2>&1)'],
    ['what was written to a file', '{ make; make; } > log; LOOP < log'],
    ['what a loop has written to a file', 'for f in *; do echo "$f"; done > log; LOOP < log'],
    ['errors in a file that was empty', ': > log; make 2> log; LOOP < log'],
  ];
  it.each(
    producers.flatMap(([why, producer]) =>
      ENDLESS.map((body) => denied('unbounded-loop', reading(producer, body), why)),
    ),
  )('$why: $text', check);
});

describe('a loop in the body of one that has nothing to read', () => {
  const producers: readonly (readonly [string, string])[] = [
    ['true', 'true'],
    ['a colon', ':'],
    ['a group of such', '(true; :) 2>/dev/null'],
    ['a loop of such', 'for f in *; do :; done'],
    ['a loop that prints elsewhere', 'for f in *; do cat "$f" > /dev/null; done'],
    ['nothing printed', "printf ''"],
    ['output that is thrown away', 'make >/dev/null 2>&1'],
    ['output that goes to a file', '{ make; make; } > log 2>&1'],
    ['a file of nothing', 'cat /dev/null'],
    ['an input of nothing', 'cat < /dev/null'],
    ['nothing', 'LOOP < /dev/null'],
    ['a process that prints nothing', 'LOOP < <(true)'],
  ];
  it.each(producers.flatMap(([why, producer]) => ENDLESS.map((body) => allowed(reading(producer, body), why))))(
    '$why: $text',
    check,
  );
});

describe('what a loop has printed in the passes before', () => {
  it.each([
    denied('unbounded-loop', 'x=$(for f in *; do echo "$f"; done); while [ -n "$x" ]; do sleep 1; done', 'files'),
    denied('unbounded-loop', 'x=$(while read -r l; do echo "$l"; done < a); until [ -z "$x" ]; do :; done', 'lines'),
    allowed('x=$(for f in *; do :; done); while [ -n "$x" ]; do sleep 1; done', 'nothing'),
  ])('$why: $text', check);
});

describe('pipelines', () => {
  it.each([
    allowed('yes | head -n 1', 'head ends yes'),
    allowed('yes n | rm -ri old', 'the reader ends by itself'),
    allowed('cat /dev/urandom | tr -dc a-z | head -c 12', 'a filter between'),
    allowed('while :; do echo x; done | head -n 3', 'the shell itself writes'),
    allowed('(while :; do printf "%s\\n" a; sleep 1; done) | head -n 3', 'in parentheses'),
    allowed('yes | sed 5q', 'sed stops'),
    allowed('seq 100000 | tail -n 1', 'a long list ends'),
    allowed('timeout 20 tail -f a.log | sort', 'a follow under a limit'),
    denied('endless-command', 'yes | sort | head -n 1', 'sort waits for the end'),
    denied('endless-command', 'tail -f a.log | head -n 5', 'nobody promises five more lines'),
    denied('endless-command', 'tail -f a.log | grep -m 1 ready', 'nobody promises the line'),
    denied('endless-command', 'tail -f a.log | tee copy.log', 'tee goes on'),
    denied('endless-command', 'tail -f a.log | awk "/x/ { print; exit }"', 'nobody promises the line'),
    denied('endless-command', 'yes | cat', 'nobody leaves'),
    denied('endless-command', 'echo start | cat - <(tail -f a.log)', 'a follow as an argument'),
    denied('unbounded-loop', 'while :; do date; sleep 1; done | head -n 3', 'only date notices that head is gone'),
    denied('unbounded-loop', 'while :; do sleep 1; done | head -n 1', 'nothing is written'),
    denied(
      'unbounded-loop',
      'while :; do nc -z 127.0.0.1 80 && echo up; sleep 1; done | head -n 1',
      'it is written only when the port is open',
    ),
    denied('unbounded-loop', 'while :; do echo x; done | wc -l', 'wc waits for the end'),
    denied('unbounded-loop', 'while :; do echo x; sleep 1; done > log.txt | head -n 3', 'nothing reaches the pipe'),
    denied('unbounded-loop', 'seq 9 | while :; do sleep 1; done', 'the input is not read'),
    denied('long-sleep', 'sleep 500 | cat', 'a wait in front'),
    denied('long-sleep', 'echo x | (sleep 500; cat)', 'a wait behind'),
    denied('long-sleep', 'cat <(sleep 500)', 'a wait beside'),
    denied('long-sleep', 'date | tee >(sleep 500)', 'a wait at the other end'),
    denied('unbounded-loop', 'until nc -z h 80; do sleep 1; done | cat', 'a loop in front'),
    denied('unbounded-loop', 'cat f | until nc -z h 80; do sleep 1; done', 'a loop behind'),
    denied('unbounded-loop', '! until nc -z h 80; do sleep 1; done', 'negated'),
    denied('unbounded-loop', 'time until nc -z h 80; do sleep 1; done', 'timed'),
  ])('$why: $text', check);
});

describe('processes beside a command', () => {
  it.each([
    denied('endless-command', 'cat <(yes)', 'read to an end that never comes'),
    denied('unbounded-loop', 'cat <(while :; do echo a; sleep 1; done)', 'a loop that prints, read to the end'),
    denied('endless-command', 'wc -l <(yes)', 'an option stands in front'),
    denied('unbounded-loop', 'sort <(while :; do echo a; sleep 1; done)', 'sort waits for the end'),
    denied('endless-command', 'grep x <(tail -f app.log)', 'a follow'),
    denied('endless-command', 'paste <(yes) list.txt', 'one of two files'),
    denied('endless-command', 'diff <(yes) list.txt', 'a comparison reads both'),
    denied('endless-command', 'jq . <(yes 1)', 'after a word that is no file'),
    denied('endless-command', 'sort --files0-from=<(yes)', 'in the middle of a word'),
    denied('endless-command', 'cat =(yes)', 'a file that is never finished', zsh),
    denied('endless-command', 'mapfile -t a < <(yes)', 'a builtin that reads to the end'),
    denied('endless-command', 'source <(yes :)', 'a text that is never all read'),
    denied('endless-command', 'yes : | bash', 'the same from a pipe'),
    denied('endless-command', 'f() { cat "$1"; }; f <(yes)', 'handed to a function'),
    denied('endless-command', 'xargs -a <(yes) echo', 'the items'),
    denied('endless-command', 'grep -f <(yes) list.txt', 'the patterns'),
    denied('unbounded-loop', 'grep -m1 ready <(while :; do echo a; sleep 1; done)', 'nobody promises the line'),
    denied('endless-command', 'grep x /dev/zero', 'a device among the files'),
    denied('endless-command', 'sort /dev/urandom', 'a device'),
    denied('endless-command', 'wc -l /dev/zero', 'a flag is no option with a value'),
    denied('endless-command', 'head -5 /dev/zero', 'no line ever ends in it'),
    denied('endless-command', 'head -1 < /dev/zero', 'the same as input'),
    denied('endless-command', 'sed 1q /dev/full', 'a line never comes'),
    denied('endless-command', 'cp /dev/zero big.bin', 'a copy of it'),
    denied('endless-command', 'x=$(< <(yes))', 'a substitution reads it all'),
    denied('endless-command', "read -r -d '' x < <(yes)", 'what ends it may never come'),
    allowed('head -5 <(yes)', 'it stops, and yes notices'),
    allowed('head -1 <(while :; do echo a; sleep 1; done)', 'the loop notices when it writes again'),
    allowed('sed 3q <(yes)', 'it stops'),
    allowed("awk 'NR==3{exit}' <(yes)", 'it stops'),
    allowed('read -r x < <(yes)', 'a line is enough'),
    allowed('mapfile -n 3 a < <(yes)', 'three lines are enough'),
    allowed("IFS= read -r -d '' x < <(git log)", 'it ends with its input'),
    allowed('x=$(< list.txt)', 'a file'),
    allowed('cp -a /dev/zero dev/', 'the device itself is copied'),
    allowed('echo <(yes)', 'nobody reads it'),
    allowed('exec 3< <(yes)', 'it ends with the shell'),
    allowed('cat <(yes | head -3)', 'it is cut in there'),
    allowed('cat <(timeout 5 yes)', 'it has a limit in there'),
    allowed('timeout 5 cat <(yes)', 'it is gone with its reader'),
    allowed('diff <(sort a.txt) <(sort b.txt)', 'both end'),
    allowed('xxd -l 16 <(yes)', 'so many bytes'),
    allowed('yes | od -N 8', 'so many bytes of a pipe'),
    allowed('head -c 5 /dev/zero', 'so many bytes of a device'),
    allowed('head -5 /dev/urandom', 'lines come by chance'),
    allowed("grep -a -m1 '[a-z]' /dev/urandom", 'so does every letter'),
    allowed("grep -ao '[a-z]' /dev/urandom | head -n 12", 'and it is cut'),
    allowed('fold -w 10 /dev/urandom | head -n 1', 'fold passes on what it reads'),
    allowed('cat /dev/urandom | tr -dc a-z | fold -w 32 | head -n 1', 'the same in a pipe'),
    allowed('cmp /dev/zero disk.img', 'it stops at a difference'),
    allowed("timeout 60 bash -c 'grep -q ready <(tail -f app.log)'", 'tail notices when grep has seen enough'),
  ])('$why: $text', check);
});

describe('processes beside a command that are left behind', () => {
  it.each([
    denied('endless-command', 'head -1 < <(echo a; sleep infinity)', 'it never writes again'),
    denied('endless-command', 'echo <(sleep infinity)', 'nobody reads it'),
    denied('unbounded-loop', 'read -r x < <(while :; do date; sleep 1; done)', 'only date notices'),
    denied('unbounded-loop', 'sleep 100 > >(while :; do sleep 1; done)', 'it does not read'),
    denied('unbounded-loop', 'tee >(while :; do sleep 1; done) < list.txt', 'a word that is written to'),
    denied('unbounded-loop', 'exec > >(while :; do sleep 1; done); echo a', 'opened for good'),
    denied('unbounded-background', 'echo a > >(tail -f app.log)', 'it follows something else'),
    denied(
      'ineffective-bound',
      "timeout 9 bash -c 'echo a > >(while :; do sleep 1; done)'",
      'the limit is over before it',
    ),
    denied(
      'ineffective-bound',
      "timeout 9 bash -c 'head -1 < <(echo a; sleep infinity)'",
      'the limit is over before it',
    ),
    denied('unbounded-loop', 'timeout 9 cat <(while :; do sleep 1; done)', 'it does not run under the limit'),
    allowed('exec > >(tee -a app.log) 2>&1; make', 'it ends with its input'),
    allowed('make 2> >(grep -v warning >&2)', 'it ends with its input'),
    allowed('tee >(while read -r l; do echo "$l"; done > b.txt) < a.txt', 'a loop over its input'),
    allowed('echo a > >(sleep 30); kill $!', 'it is ended'),
  ])('$why: $text', check);
});
