/** Texts of sh and the trees that they become, printed by `print-tree.ts`. */
import type { Groups } from './rows.ts';

export const SH_ROWS: Groups = [
  [
    'what dash knows',
    [
      ['a & b', '(a)& (b)'],
      ['for i in 1 2; do a; done', '(for i in [1 2] {(a)})'],
      ['f() a', '(function f (a))'],
      ['x=$((n+1)); y=`a`', '(x:=$(((n + 1)))) (y:=$((a)))'],
      ['a <<E\n$x\nE', '(a <<"$x·"\\n")'],
      ['case a in (b) c;; esac', '(case a b) {(c)};;)'],
      ['! a | b', '(! (a) | (b))'],
    ],
  ],
  [
    'what dash does not',
    [
      ['a &> f', '(a)& (>f)'],
      ['echo {1..3} {a,b}', '(echo {1..3} {a,b})'],
      ['[[ -f x ]] && a', '(([[ -f x ]]) && (a))'],
      ['time a', '(time a)'],
      ['function f { a; }', 'partial: (function f { a) (unknown)'],
      ['let n++; ((n++))', '(let n++) (subshell {(subshell {(n++)})})'],
      ['a |& b', 'partial: (unknown) (b)'],
      ['select x in a; do b; done', 'partial: (select x in a) (unknown) (unknown)'],
      ['coproc a', '(coproc a)'],
      ['a[1]=x b', '(a·glob:[1]·=x b)'],
      ["echo $'a' $[1]", '(echo $·"a" $·glob:[1])'],
      ['cat <(a)', 'partial: (unknown)'],
      ['x=(a b)', 'partial: (unknown)'],
      ['for ((;;)); do a; done', 'partial: (unknown) (unknown) (unknown)'],
      ['a <<< b', 'partial: (unknown)'],
      ['repeat 3 { a }', '(repeat 3 { a })'],
    ],
  ],
];
