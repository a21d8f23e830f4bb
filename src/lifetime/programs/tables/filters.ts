/** Filters: how much of their input they need decides how a pipeline ends. */

import type { Outcome, ProgramRow } from '../program-row.ts';
import { finite, words } from '../program-row.ts';
import { HELP } from './outcomes.ts';

const TO_THE_END: Outcome = { bound: 'finite', input: 'all', reason: 'it reads its input to the end' };
const ENOUGH: Outcome = { bound: 'finite', input: 'some', reason: 'it stops once it has seen enough' };

export const filters: readonly ProgramRow[] = [
  {
    names: ['head', 'ghead'],
    files: 0,
    options: 'n: c: lines= bytes=',
    cases: [
      { value: ['n|c|lines|bytes', /^-/], is: TO_THE_END },
      { has: 'c|bytes', is: { ...ENOUGH, role: 'quick', stated: true } },
    ],
    otherwise: { ...ENOUGH, role: 'quick' },
    catches: [],
    spares: ['head -c 5 /dev/zero', 'head -5 /dev/urandom', 'head -n 3', 'head -3 x', 'head -n -5 x'],
  },
  {
    files: 1,
    filesShift: 'e|f|regexp|file',
    names: words(`
      grep egrep fgrep zgrep ggrep rg ag ack ugrep
    `),
    options:
      'e: f: m: A: B: C: d: D: g: t: T: j: M: E: max-count= regexp= file= after-context= before-context= context= glob= type= include= exclude= exclude-dir= color? colour? label=',
    cases: [
      { has: 'q|quiet|silent|m|max-count', is: ENOUGH },
      { has: 'r|R|recursive|dereference-recursive', is: finite('it reads a tree of files') },
    ],
    otherwise: TO_THE_END,
    catches: [],
    spares: ['grep -q x', 'grep -m1 x', 'grep x', 'grep -rn FIXME .'],
  },
  {
    files: 1,
    filesShift: 'e|f|expression|file',
    names: ['sed', 'gsed'],
    options: 'e: f: i? l: s? E? n? expression= file= in-place?',
    cases: [
      { first: /(?:^|[;{}\s\d/$])[qQ]\s*\d*\s*(?:[;}]|$)/, is: ENOUGH },
      { value: ['e|expression', /(?:^|[;{}\s\d/$])[qQ]\s*\d*\s*(?:[;}]|$)/], is: ENOUGH },
    ],
    otherwise: TO_THE_END,
    catches: [],
    spares: ['sed 5q', 'sed -n "/x/{p;q}"', 'sed s/a/b/'],
  },
  {
    files: 1,
    filesShift: 'f|file',
    names: ['awk', 'gawk', 'mawk', 'nawk'],
    options: 'F: v: f: i: field-separator= assign= file=',
    cases: [
      { first: /\bexit\b/, is: ENOUGH },
      {
        first: /^\s*BEGIN\s*\{[^}]*\}\s*$/,
        is: { bound: 'finite', input: 'none', reason: 'it has only a BEGIN block' },
      },
    ],
    otherwise: TO_THE_END,
    catches: [],
    spares: ["awk 'NR==3{exit}'", "awk '{print $1}'"],
  },
  {
    names: words(`
      sort uniq cut paste fold fmt rev column expand unexpand pr gunzip zcat bunzip2 unxz lz4 iconv shuf more bat
      most bc csvcut mlr pygmentize split csplit
    `),
    files: 0,
    options:
      'o: k: t: T: S: d: f: c: n: w: l: b: output= key= field-separator= delimiter= fields= characters= bytes= width= from-code= to-code= language=',
    cases: [HELP],
    otherwise: TO_THE_END,
    catches: [],
    spares: ['sort -u', 'sort -t , -k 2 a.csv', 'cut -d: -f1'],
  },
  {
    names: words(`
      diff sdiff diff3 colordiff wdiff comm join
    `),
    files: 0,
    options: 'U: C: I: F: x: X: S: W: L: D: t: j: 1: 2: a: v: e: o: unified? context? label= exclude= width=',
    cases: [HELP, { has: 'r|recursive', is: finite('it reads two trees of files') }],
    otherwise: TO_THE_END,
    catches: [],
    spares: ['diff a.txt b.txt', 'diff -r a b', 'comm -12 a.txt b.txt', 'join -t, a.csv b.csv'],
  },
  {
    names: ['cp', 'gcp'],
    files: 0,
    options: 't: S: target-directory= suffix=',
    cases: [HELP, { has: 'r|R|a|recursive|archive', is: finite('it copies a tree of files') }],
    otherwise: TO_THE_END,
    catches: [],
    spares: ['cp a.txt b.txt', 'cp -a /dev/zero dev/'],
  },
  {
    names: ['cmp'],
    files: 0,
    options: 'i: n: ignore-initial= bytes=',
    cases: [HELP],
    otherwise: { bound: 'finite', role: 'quick', input: 'some', stated: true, reason: 'it stops at a difference' },
    catches: [],
    spares: ['cmp a.bin b.bin'],
  },
  {
    names: words(`
      tr tee sponge ts pee col mapfile readarray patch mail
    `),
    cases: [HELP],
    otherwise: TO_THE_END,
    catches: [],
    spares: ['tee out.txt', 'tr a b', 'mapfile -t lines'],
  },
  {
    names: ['jq', 'gojq', 'yq', 'xq'],
    files: 1,
    filesShift: 'f|from-file',
    options: 'f: L: from-file= indent=',
    cases: [HELP, { has: 'n|null-input', is: { bound: 'finite', input: 'none', reason: 'it reads no input' } }],
    otherwise: TO_THE_END,
    catches: [],
    spares: ['jq -r .x', 'jq . a.json', 'jq -n 1'],
  },
];
