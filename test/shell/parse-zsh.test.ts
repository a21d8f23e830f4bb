/** Proves that the forms of zsh become the same trees as the long forms, at their own places. */
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../src/shell/parse.ts';
import { openGrammar } from './open-grammar.ts';
import { printScript } from './print-tree.ts';

const grammar = await openGrammar();

function tree(text: string): string {
  const script = parseScript(text, 'zsh', grammar);
  return `${script.status === 'complete' ? '' : `${script.status}: `}${printScript(script)}`;
}

type Row = readonly [text: string, tree: string];

const GROUPS: readonly (readonly [string, readonly Row[]])[] = [
  [
    'short loops',
    [
      ['repeat 5 { a; b }', '(repeat 5 {(a) (b)})'],
      ['repeat $n; do a; done', '(repeat $n {(a)})'],
      ['repeat 3 a && b; c', '(repeat 3 {((a) && (b))}) (c)'],
      ['repeat 2 { repeat 3 { a } }', '(repeat 2 {(repeat 3 {(a)})})'],
      ['while (( n++ < 9 )) { a; b }', '(while (arith ((n++) < 9)) do {(a) (b)})'],
      ['until [[ -f x ]] { a }', '(until (test (-f x)) do {(a)})'],
      ['while [[ a ]] && (( b )) { c }', '(while ((test a) && (arith b)) do {(c)})'],
      ['while a; do b; done', '(while (a) do {(b)})'],
      ['for x (a b) { c }', '(for x in [a b] {(c)})'],
      ['for x (a b) c $x; d', '(for x in [a b] {(c $x)}) (d)'],
      ['for x (a b) for y (c d) e; f', '(for x in [a b] {(for y in [c d] {(e)})}) (f)'],
      ['for x in a b; c', '(for x in [a b] {(c)})'],
      ['for x in a b; { c }', '(for x in [a b] {(c)})'],
      ['for x (a b) c && d | e &', '(for x in [a b] {((c) && ((d) | (e)))})&'],
      ['for k v (a 1 b 2) { c }', '(for k,v in [a 1 b 2] {(c)})'],
      ['for ((i=0; i<3; i++)) a', '(for (((i = 0);(i < 3);(i++))) {(a)})'],
      ['for ((;;)) { a }', '(for ((;;)) {(a)})'],
      ['for x in *.c(N); do a; done', '(for x in [glob:*·.c·glob:(N)] {(a)})'],
      ['foreach x (a b)\nc\nend', '(for x in [a b] {(c)})'],
      ['foreach x (a b); c; end; d', '(for x in [a b] {(c)}) (d)'],
      ['select x (a b) { c }', '(select x in [a b] {(c)})'],
      ['for x (a)\n{\n b\n}', '(for x in [a] {(b)})'],
    ],
  ],
  [
    'short conditions',
    [
      ['if [[ a ]] { b } else { c }', '(if (test a) then {(b)} else {(c)})'],
      [
        'if (( a )) { b } elif [[ c ]] { d } else { e }; f',
        '(if (arith a) then {(b)} if (test c) then {(d)} else {(e)}) (f)',
      ],
      ['if [[ a ]] b; c', '(if (test a) then {(b)}) (c)'],
      ['if [[ a ]] { b }\nc', '(if (test a) then {(b)}) (c)'],
      ['if [[ a ]]; then b; else { c } fi', '(if (test a) then {(b)} else {(group {(c)})})'],
      ['if a; then b; elif [[ c ]]; then d; fi', '(if (a) then {(b)} if (test c) then {(d)})'],
      ['case x { a) b ;; *) c ;; }', '(case x a) {(b)};; glob:*) {(c)};;)'],
      ['case x in (a|b)*) c ;| (d) e ;; esac', '(case x (a|b)·glob:*) {(c)};;& d) {(e)};;)'],
    ],
  ],
  [
    'functions and blocks',
    [
      ['() { a } b c', '(anonymous {(a)} b c)'],
      ['() { a } > f', '(anonymous {(a)} >f)'],
      ['function { a } b', '(anonymous {(a)} b)'],
      ['f() { a }; function g { b }; h() c', '(function f (group {(a)})) (function g (group {(b)})) (function h (c))'],
      ['f() { }; while a; do; done', '(function f (group {})) (while (a) do {})'],
      ['{ a } always { b }', '(group {(a)} always {(b)})'],
      ['a && { b } always { c } || d', '(((a) && (group {(b)} always {(c)})) || (d))'],
      ['{ a } | { b; c }', '((group {(a)}) | (group {(b) (c)}))'],
      ['coproc { a }; time { b }; ! { c }', '(coproc (group {(a)})) (time (group {(b)})) (! (group {(c)}))'],
    ],
  ],
  [
    'jobs',
    [
      ['a &!', '(a)&!'],
      ['a &| b', '(a)&! (b)'],
      ['{ a } &! b', '(group {(a)})&! (b)'],
      ['a & b', '(a)& (b)'],
    ],
  ],
  [
    'words',
    [
      [
        'ls *(.om[1,3]) **/*.c (a|b).c x<1-9>y',
        '(ls glob:*(.om[1,3]) glob:*·glob:*·/·glob:*·.c glob:(a|b)·.c x·glob:<1-9>·y)',
      ],
      [
        'echo $#a ${#a} $a[1] ${a[-1]} "$a[(r)x]" $+x ${+x} ${(f)x} ${x:t} $x:h ${${x%a}#b}',
        '(echo $a length $a length $a[1] $a[-1] "$a[(r)x] $x other $x other $x other $x : t $x other·:h $ other $x % a·#b)',
      ],
      ['diff =(a) <(b)', '(diff <((a)) <((b)))'],
      ['echo {1..$n} a^b x~y =cmd', '(echo {1..·$n·} a^b x~y =cmd)'],
      ['nocorrect noglob tail -f x', '(nocorrect noglob tail -f x)'],
      [
        'a=(1 2) b[2]=(x y); typeset -A m=(k v); integer n=0; float f=1.5',
        '(a:=[1 2] b[2]:=[x y]) (declare:typeset -A m:=[k v]) (declare:integer n:=0) (declare:float f:=1.5)',
      ],
      ['(( n > 6.5 )); echo $(( 1.5 * 2 ))', '(arith (n > 6.5)) (echo $(((1.5 * 2))))'],
      ['[[ $a == (b|c)* && $n = <1-5> ]]', '(test (($a == (b|c)·glob:*) && ($n = glob:<1-5>)))'],
      ['a >! b >>| c &>| d', '(a >b >>c &>d)'],
      ['repeat 3 do a; done; echo repeat always', '(repeat 3 {(a)}) (echo repeat always)'],
    ],
  ],
];

describe.each(GROUPS)('%s', (_, rows) => {
  it.each(rows)('%s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});
