/** Proves the tree that each construct of bash becomes. Rows are text and printed tree (`print-tree.ts`). */
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../src/shell/parse.ts';
import { openGrammar } from './open-grammar.ts';
import { printScript } from './print-tree.ts';

const grammar = await openGrammar();

function tree(text: string): string {
  const script = parseScript(text, 'bash', grammar);
  return `${script.status === 'complete' ? '' : `${script.status}: `}${printScript(script)}`;
}

type Row = readonly [text: string, tree: string];

const GROUPS: readonly (readonly [string, readonly Row[]])[] = [
  [
    'lists and jobs',
    [
      ['a; b & c', '(a) (b)& (c)'],
      ['a &\nb\n\nc;', '(a)& (b) (c)'],
      ['a && b || c && d', '((((a) && (b)) || (c)) && (d))'],
      ['a | b | c || d && e | f', '((((a) | (b) | (c)) || (d)) && ((e) | (f)))'],
      ['a |& b', '((a) | (b))'],
      ['! a | b && ! c', '((! (a) | (b)) && (! (c)))'],
      ['! ! a', '((a))'],
      ['!', '(! ())'],
      ['a && b < f && c', '(((a) && (b <f)) && (c))'],
      ["a; # not ' a quote\nb", '(a) (b)'],
      ['a \\\n  b\\\nc', '(a b·c)'],
      ['a\r\nb \r\n', '(a) (b)'],
      ['python3 -m http.server &!', '(python3 -m http.server)& (! ())'],
    ],
  ],
  [
    'time and coproc',
    [
      ['time -p sleep 5', '(time (sleep 5))'],
      ['time', '(time)'],
      ['a | b; time { a; } | c', '((a) | (b)) (time (group {(a)}) | (c))'],
      ['coproc tail -f x', '(coproc (tail -f x))'],
      ['coproc P { cat; }', '(coproc P (group {(cat)}))'],
      ['coproc while :; do a; done', '(coproc (while (:) do {(a)}))'],
    ],
  ],
  [
    'redirects',
    [
      ['a > f 2>&1 < g >> h', '(a >f 2>&1 <g >>h)'],
      ['a &> f; b &>> f; c >& f', '(a &>f) (b &>>f) (c >&f)'],
      ['exec 3<>f {fd}> g 4>&-', '(exec 3<>f {fd}>g 4>&-)'],
      ['> f', '(>f)'],
      ['2>f a b >|g c', '(a b c 2>f >|g)'],
      ['a 2 > f', '(a 2 >f)'],
      ['{ a; } > f 2>&1 && b', '((group {(a)} >f 2>&1) && (b))'],
      ['while a; do b; done < f | c', '((while (a) do {(b)} <f) | (c))'],
      ['[[ a ]] > f; (( 1 )) 2> g', '(test a >f) (arith 1 2>g)'],
      ['a <<< $x b', '(a b <<<$x)'],
    ],
  ],
  [
    'here-documents',
    [
      ['cat <<EOF\nhi $x\nEOF\nb', '(cat <<"hi "·"$x·"\\n") (b)'],
      ["cat <<'EOF' > f\nhi $x\nEOF", '(cat <<raw:"hi $x\\n" >f)'],
      ['cat <<\\EOF | b && c\n$(x)\nEOF\nd', '(((cat <<raw:"$(x)\\n") | (b)) && (c)) (d)'],
      ['cat <<EOF &\nhi\nEOF\nb', '(cat <<"hi\\n")& (b)'],
      ['cat <<-EOF\n\thi\n\t\tthere\n\tEOF\nb', '(cat <<-"hi\\nthere\\n") (b)'],
      ["a <<A b <<'B'\n1 $(c)\nA\n2 $(d)\nB\ne", '(a b <<"1 "·"$((c))·"\\n" <<raw:"2 $(d)\\n") (e)'],
      ['a <<E\nE\nb', '(a <<∅) (b)'],
      ['a <<E\nnever ends', '(a <<"never ends")'],
      ['x=$(cat <<E\nbody\nE\n) b', '(x:=$((cat <<"body\\n")) b)'],
      ['while read l; do a; done <<E\n1\n2\nE', '(while (read l) do {(a)} <<"1\\n2\\n")'],
      ['a <<E\n\\$x \\\\ "q" \'r\' `b`\nE', `(a <<"$x \\\\ \\"q\\" 'r' "·"$((b))·"\\n")`],
    ],
  ],
  [
    'assignments and declarations',
    [
      ["A=1 B='x y' cmd arg", '(A:=1 B:="x y" cmd arg)'],
      ['A= B+=2', '(A:=∅ B+=2)'],
      ['a[1]=x a[$i]+=y', '(a[1]:=x a[$i]+=y)'],
      ["a=(1 'b c' $(d)\n # comment\n e) f", '(a:=[1 "b c" $((d)) e] f)'],
      ['a=() b', '(a:=[] b)'],
      [
        'export A=1 B -p; local -r x=$y; declare -a z=(1 2)',
        '(declare:export B -p A:=1) (declare:local -r x:=$y) (declare:declare -a z:=[1 2])',
      ],
      ['readonly x; typeset -i n=0', '(declare:readonly x) (declare:typeset -i n:=0)'],
      ['export -f foo', '(declare:export -f foo)'],
      ['env A=1 b', '(env A=1 b)'],
      ['x=*.c y={a,b} z=~/f', '(x:=*.c y:={a,b} z:=~/f)'],
      ["let n++ 'm += 2'", '(let n++ "m += 2")'],
      ['x= done', '(x:=∅ done)'],
    ],
  ],
  [
    'loops',
    [
      ['while a; b; do c & done', '(while (a) (b) do {(c)&})'],
      ['until a\ndo\nb\ndone', '(until (a) do {(b)})'],
      ['for x in a b; do c; done', '(for x in [a b] {(c)})'],
      [
        'for x; do c; done; for x do c; done; for x in; do c; done',
        '(for x in @ {(c)}) (for x in @ {(c)}) (for x in [] {(c)})',
      ],
      ['for x\nin a b\ndo c; done', '(for x in [a b] {(c)})'],
      ['for ((i = 0; i < 5; i++)); do a; done', '(for (((i = 0);(i < 5);(i++))) {(a)})'],
      ['for ((;;)) do a; done', '(for ((;;)) {(a)})'],
      ['for ((i=0, j=9; i<j; i++, j--)) { a; }', '(for ((((i = 0), (j = 9));(i < j);((i++), (j--)))) {(a)})'],
      ['for x in a; { b; }', '(for x in [a] {(b)})'],
      ['select x in a b; do c; done; select x; do c; done', '(select x in [a b] {(c)}) (select x in @ {(c)})'],
      ['while (a) do b; done', '(while (subshell {(a)}) do {(b)})'],
    ],
  ],
  [
    'conditions',
    [
      ['if a; then b; fi', '(if (a) then {(b)})'],
      [
        'if a; then b; elif c; then d; elif e; then f; else g; fi > h',
        '(if (a) then {(b)} if (c) then {(d)} if (e) then {(f)} else {(g)} >h)',
      ],
      ['if ! a; then b & fi', '(if (! (a)) then {(b)&})'],
      ['if { a; } then b; fi', '(if (group {(a)}) then {(b)})'],
      [
        "case $x in a|b) c;; (d*) e;& 'f g') ;;& *) h; esac",
        '(case $x a|b) {(c)};; d·glob:*) {(e)};& "f g") {};;& glob:*) {(h)};;)',
      ],
      ['case x in esac', '(case x)'],
      ['case $1 in\n  # comment\n  -v) v=1 ;;\n  *) f=$1\nesac', '(case $1 -v) {(v:=1)};; glob:*) {(f:=$1)};;)'],
      ['x=$(case $y in a) echo 1;; esac)', '(x:=$((case $y a) {(echo 1)};;)))'],
      ['case in in in) a;; esac', '(case in in) {(a)};;)'],
    ],
  ],
  [
    'groups and functions',
    [
      ['{ a; b & }', '(group {(a) (b)&})'],
      [
        '(a; b); ( (c) ); ((a); b)',
        '(subshell {(a) (b)}) (subshell {(subshell {(c)})}) (subshell {(subshell {(a)}) (b)})',
      ],
      [
        'f() { a; }; g () ( b ); function h { c; }; function i() { d; }',
        '(function f (group {(a)})) (function g (subshell {(b)})) (function h (group {(c)})) (function i (group {(d)}))',
      ],
      ['f()\n{\n a\n}\nf', '(function f (group {(a)})) (f)'],
      ['f() if a; then b; fi', '(function f (if (a) then {(b)}))'],
      ['f() { a; } > g', '(function f (group {(a)} >g))'],
      ['a-b() { c; }', '(function a-b (group {(c)}))'],
    ],
  ],
  [
    'tests',
    [
      ['[[ -f x && ( $a == b* || ! -z $c ) ]]', '(test ((-f x) && (($a == b·glob:*) || (! (-z $c)))))'],
      ['[[ $n -lt 8 ]] || break', '((test ($n -lt 8)) || (break))'],
      ['[[ $x =~ ^(a|b c)+$ ]] && y', '((test ($x =~ ^(a|b c)+$)) && (y))'],
      ['[[ a < b || a > b ]]', '(test ((a < b) || (a > b)))'],
      ['[[ $x ]]; [[ ! $x ]]; [[ -n ]]', 'partial: (test $x) (test (! $x)) (test unknown)'],
      ['[[ a &&\n b ]]', '(test (a && b))'],
      ['[[ $x != @(a|b) ]]', '(test ($x != glob:@(a|b)))'],
      ['[ -f x -a ! -d y ]', '([ -f x -a ! -d y ])'],
      ['echo [[ a && b ]]', '((echo [[ a) && (b ]]))'],
    ],
  ],
  [
    'arithmetic',
    [
      ['((n++)); (( --n )); (( n ))', '(arith (n++)) (arith (--n)) (arith n)'],
      [
        'echo $((1 + 2 * 3 - 4)) $(( (1 + 2) * 3 )) $((2 ** 3 ** 2))',
        '(echo $((((1 + (2 * 3)) - 4))) $((((1 + 2) * 3))) $(((2 ** (3 ** 2)))))',
      ],
      [
        'echo $((n=n+1)) $((n+=2)) $((n<<=1)) $((a=b=c))',
        '(echo $(((n = (n + 1)))) $(((n += 2))) $(((n <<= 1))) $(((a = (b = c)))))',
      ],
      [
        'echo $((a<b?1:2)) $((a && b || !c)) $((a == b, c != d))',
        '(echo $((((a < b) ? 1 : 2))) $((((a && b) || (!c)))) $((((a == b), (c != d)))))',
      ],
      ['echo $((~x & 0xff | 010 ^ 2#101))', '(echo $(((((~x) & 255) | (8 ^ 5)))))'],
      [
        'echo $(($n + ${m} + ${k:-5} + $# + $1)) $((a[i] + b[1]))',
        '(echo $((((((n + m) + word:"$k :- "5") + #) + 1))) $(((a[i] + b[1]))))',
      ],
      [
        'echo $(( $(a) + `b` )) $((n++ + --m)) $(($((1+1))))',
        '(echo $(((word:"$((a)) + word:$((b))))) $((((n++) + (--m)))) $(((1 + 1))))',
      ],
      ['n=$[n+1]', '(n:=$(((n + 1))))'],
      ['(( $n++ ))', 'partial: (arith unknown)'],
      ['(( a[i]++ ))', '(arith unknown)'],
      ['((a) || (b))', '(subshell {((subshell {(a)}) || (subshell {(b)}))})'],
      ['echo $( (a) )', '(echo $((subshell {(a)})))'],
      ['(( ))', '(arith 0)'],
    ],
  ],
  [
    'parameters',
    [
      ['echo $x ${x} "$x" $1 ${12} $@ "$*" $# $? $$ $! $- $0', '(echo $x $x "$x $1 $12 $@ "$* $# $? $$ $! $- $0)'],
      ['echo ${x:-5} ${x-a b} ${x:="$y"} ${x:+z} ${x:?m}', '(echo $x :- 5 $x - a b $x := "$y $x :+ z $x :? m)'],
      [
        'echo ${x%?} ${x##*/} ${x/a/b} ${x//a} ${x^^} ${x,} ${x:1:2} ${x@Q}',
        '(echo $x % glob:? $x ## glob:*·/ $x / a/b $x // a $x ^^ $x , $x : 1:2 $x @Q)',
      ],
      [
        'echo ${#x} ${#} ${#a[@]} ${a[@]} ${a[*]} ${a[$i]} ${!x} ${!a[@]}',
        '(echo $x length $# $a[@] length $a[@] $a[*] $a[$i] $x other $a[@] other)',
      ],
      ['echo "${x:-"a b"}" "${x:-\'q\'}" ${x:-\'q\'}', `(echo "$x :- "a b" "$x :- "'q'" $x :- "q")`],
      ['echo $ a$ "$" $% $[', 'partial: (echo $ a$ "$" $% $[)'],
    ],
  ],
  [
    'words',
    [
      [`echo a'b c'"d $e"\\f $'g\\n\\x41\\u00e9\\101' $"h" '' "" `, '(echo a·"b c"·"d "·"$e·"f" "g\\nAéA" "h" "" "")'],
      ["echo 'a\\b' \\' a\\ b \\\\", `(echo "a\\\\b" "'" a·" "·b "\\\\")`],
      ['echo "a \\" \\$ \\\\ \\n"', '(echo "a \\" $ \\\\ \\\\n")'],
      [
        'echo $(a; b | c) `d` "$(e "f")" "`g \\"h\\"`" `i \\`j\\``',
        '(echo $((a) ((b) | (c))) $((d)) "$((e "f")) "$((g "h")) $((i $((j)))))',
      ],
      ['diff <(a) >(b)', '(diff <((a)) >((b)))'],
      [
        'echo {1..5} {a..e..2} {a,b}{c,d} {a,{b,c}} x{,y} {a} {a,b {}',
        '(echo {1..5} {a..e..2} {a,b}·{c,d} {a,{b,c}} x·{∅,y} {a} {a,b {})',
      ],
      ["echo {1..$n} '{a,b}' \\{a,b} a{b", '(echo {1..·$n·} "{a,b}" "{"·a,b} a{b)'],
      [
        'echo * a?b [a-z]*.c [!x] a[ ] @(a|b) !(c) ~ ~/x',
        '(echo glob:* a·glob:?·b glob:[a-z]·glob:*·.c glob:[!x] a[ ] glob:@(a|b) glob:!(c) ~ ~/x)',
      ],
      ["echo a#b \\# 'c' # d", '(echo a#b "#" "c")'],
      ['echo do done if { } ! [ ]', '(echo do done if { } ! [ ])'],
      ['echo a=b --x=y a+=c', '(echo a=b --x=y a+=c)'],
      [
        "find . -name '*.x' -exec rm {} \\; -o \\( -type f \\)",
        '(find . -name "*.x" -exec rm {} ";" -o "(" -type f ")")',
      ],
    ],
  ],
];

describe.each(GROUPS)('%s', (_, rows) => {
  it.each(rows)('%s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});
