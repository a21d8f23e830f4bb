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
