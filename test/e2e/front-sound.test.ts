/**
 * Proves by generated commands that the shell front is sound: what it is silent about, the analysis has no finding for, in
 * any dialect, however a word is spelled and however the payload is escaped. Script files lie where the commands name them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Analyzer, openAnalyzer } from '../../src/flow/analyzer.ts';
import { programRows } from '../../src/lifetime/programs/program-index.ts';
import { temporaryFolder } from '../ledger/temporary-ledger.ts';
import { bashPayload, handsOver, SHELLS } from './front-shells.ts';

const DIALECTS = ['bash', 'sh', 'zsh'] as const;

/** A folder with endless scripts in it, as `run`, `x.sh` and `scripts/run`. */
async function analyzerWithScripts(): Promise<Analyzer> {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'scripts'));
  const script = '#!/bin/sh\nwhile :; do sleep 1; done\n';
  for (const name of ['run', 'x.sh', 'scripts/run']) writeFileSync(join(cwd, name), script, { mode: 0o755 });
  return openAnalyzer({ cwd });
}

/** Commands that the front is silent about although the analysis finds something. */
function missed(analyzer: Analyzer, commands: readonly string[], payloads: readonly string[]): readonly string[] {
  const answers = handsOver(['sh'], payloads);
  return commands.filter((text, at) => {
    return answers[at] === false && DIALECTS.some((shell) => analyzer.analyze({ text, shell }).findings.length > 0);
  });
}

describe('the front', () => {
  it('hands over whatever the tables catch and the analysis reports', async () => {
    const analyzer = await analyzerWithScripts();
    const commands = programRows.flatMap(({ catches, spares }) => [...catches, ...spares]);
    expect(
      missed(
        analyzer,
        commands,
        commands.map((command) => bashPayload(command)),
      ),
    ).toEqual([]);
  });

  it('hands over generated commands in which the analysis finds something', async () => {
    const analyzer = await analyzerWithScripts();
    const rows = generated(MANY, 20261130);
    const commands = rows.map(({ text }) => text);
    expect(
      missed(
        analyzer,
        commands,
        rows.map(({ payload }) => payload),
      ),
    ).toEqual([]);
    // The commands must be worth the question.
    const found = commands.filter((text) => analyzer.analyze({ text }).findings.length > 0).length;
    expect(found / commands.length).toBeGreaterThan(0.3);
  });

  it.skipIf(SHELLS.some(({ isMissing }) => isMissing))('decides alike in every shell about generated commands', () => {
    const payloads = generated(400, 7).map(({ payload }) => payload);
    const [first, ...others] = SHELLS.map(({ argv }) => handsOver(argv, payloads));
    for (const other of others) expect(other).toEqual(first);
  });
});

const MANY = process.env.LIFETIME_WATCH_LANE === 'deep' ? 100_000 : 3000;

function generated(numRuns: number, seed: number): readonly { readonly text: string; readonly payload: string }[] {
  return fc
    .sample(fc.tuple(commandText, escaping), { numRuns, seed })
    .map(([text, rewrite]) => ({ text, payload: rewrite(bashPayload(text)) }));
}

/** One way to write a word, so that it is not the same text. */
const spelling = fc.constantFrom<(word: string) => string>(
  (word) => word,
  (word) => word,
  (word) => `"${word}"`,
  (word) => `'${word}'`,
  (word) => `\\${word}`,
  (word) => `${word.slice(0, 2)}""${word.slice(2)}`,
  (word) => `${word.slice(0, 2)}''${word.slice(2)}`,
  (word) => `${word.slice(0, 1)}\\${word.slice(1)}`,
  (word) => `${word.slice(0, 2)}\\\n${word.slice(2)}`,
  (word) => `'${word.slice(0, 2)}'"${word.slice(2)}"`,
  (word) => `"${word.slice(0, 2)}"${word.slice(2)}`,
  (word) => `$'${word}'`,
  (word) => `$'\\x${word.charCodeAt(0).toString(16)}${word.slice(1)}'`,
  (word) => `{${word},}`,
  (word) => `${word.slice(0, 1)}{${word.slice(1)},}`,
  (word) => `/usr/bin/${word}`,
  (word) => `$(echo ${word})`,
  (word) => `\`printf ${word}\``,
  (word) => `\${UNSET:-${word}}`,
);

/** Something that may last, its first word spelled in some way. */
const lasting = fc
  .tuple(
    fc.constantFrom(
      ['sleep', '300'],
      ['sleep', 'infinity'],
      ['tail', '-f', 'log'],
      ['tail', '-n', '1', '-F', 'log'],
      ['watch', 'date'],
      ['yes'],
      ['cat', '/dev/zero'],
      ['npm', 'install'],
      ['npm', 'run', 'dev'],
      ['git', 'clone', 'x'],
      ['yarn'],
      ['yarn', '--cwd', 'web'],
      ['docker', 'compose', 'logs', '-f'],
      ['docker', 'compose', 'up'],
      ['kubectl', 'logs', '-f', 'x'],
      ['journalctl', '-f'],
      ['python3', '-m', 'http.server'],
      ['node', '--watch', 'x.js'],
      ['node_modules/.bin/vite'],
      ['npx', 'vite@5'],
      ['ping', 'x'],
      ['pkill', '-f', 'node'],
      ['timeout', '0', 'ls'],
      ['timeout', '7200', 'make'],
      ['nohup', 'make', '&'],
      ['./x.sh'],
      ['scripts/run'],
      ['bash', 'run'],
      ['.', './run'],
      ['source', 'x.sh'],
      ['sh', '-c', '"sleep 300"'],
      ['eval', '"sleep 300"'],
      ['ssh', 'h', '"tail -f x"'],
      ['find', '.', '-exec', 'tail', '-f', '{}', '\\;'],
      ['xargs', '-n1', 'sleep', '300'],
      ['cat', '<', '/dev/urandom'],
      ['make', 'serve'],
      ['less', '+F', 'x'],
      ['ls'],
    ),
    spelling,
  )
  .map(([[first = '', ...rest], spell]) => [spell(first), ...rest].join(' '));

const wrapper = fc.constantFrom(
  '',
  '',
  '',
  'sudo ',
  'sudo -u x ',
  'env A=1 ',
  'A=1 ',
  'time ',
  'nice -n 5 ',
  'command ',
  'exec ',
  '! ',
  'nohup ',
  'stdbuf -oL ',
  'chroot /x ',
  'if ',
  'then ',
  '< f ',
  '2>/dev/null ',
  'xargs ',
  'npx ',
  '-',
);

/** A whole command around it. */
const frame = fc.constantFrom<(command: string) => string>(
  (c) => c,
  (c) => `${c} &`,
  (c) => `${c}&`,
  (c) => `cd x && ${c}`,
  (c) => `ls; ${c}; ls`,
  (c) => `ls\n${c}\n`,
  (c) => `ls\t|\t${c}`,
  (c) => `(${c})`,
  (c) => `{ ${c}; }`,
  (c) => `$(${c})`,
  (c) => `echo "$(${c})"`,
  (c) => `f() { ${c}; }; f`,
  (c) => `function f { ${c}; }; f`,
  () => 'f() { f; }; f',
  (c) => `X='${c.replaceAll("'", '')}'; $X`,
  (c) => `A=${c.slice(0, 2)}; B='${c.slice(2).replaceAll("'", '')}'; $A$B`,
  (c) => `set -- ${c.slice(0, 3)} '${c.slice(3).replaceAll("'", '')}'; $1$2`,
  (c) => `for x in 1 2 3; do ${c}; done`,
  (c) => `for ((;;)); do ${c}; done`,
  (c) => `for c in '${c.replaceAll("'", '')}'; do $c; done`,
  (c) => `while ! ${c}; do :; done`,
  (c) => `until [ -f x ]; do ${c}; done`,
  (c) => `repeat 9 ${c}`,
  (c) => `if true; then ${c}; fi`,
  (c) => `[ -f x ] && ${c} || true`,
  (c) => `case x in *) ${c} ;; esac`,
  (c) => `cat <<EOF | sh\n${c}\nEOF`,
  (c) => `printf '%s\\n' '${c.replaceAll("'", '')}' > t; bash t`,
  (c) => `coproc ${c}`,
  (c) => `trap '${c.replaceAll("'", '')}' EXIT`,
  (c) => `alias s='${c.replaceAll("'", '')}'\ns`,
  (c) => `echo '${c.replaceAll("'", '')}'`,
  (c) => `mkfifo p; cat p; ${c}`,
  (c) => `read x; ${c}`,
  (c) => `# ${c}\nls`,
  (c) => `git commit -m "${c.replaceAll('"', '')}"`,
  (c) => `ls &&\n  ${c}`,
  (c) => `${c} > out 2>&1`,
  (c) => `${c} # why`,
  (c) => `${c} "$X"`,
  (c) => `ls\n\t${c}\nls`,
  (c) => `xargs -I{} ${c}`,
  (c) => `[[ -f x ]] && { ${c}; } || exit`,
  (c) => `exec 3< <(${c})`,
  (c) => `diff <(${c}) x`,
  (c) => `env -S '${c.replaceAll("'", '')}'`,
  (c) => `sudo -s <<< '${c.replaceAll("'", '')}'`,
  (c) => `export A=1; ${c}`,
  (c) => `printf -v v '${c.replaceAll("'", '')}'; $v`,
  (c) => `(( n = 1 )); ${c}`,
  (c) => `f () ${c}\nf`,
  (c) => `select x in a; do ${c}; done`,
  (c) => `while read -r l; do ${c}; done < f`,
  (c) => `${c}; wait`,
  (c) => `${c} |& cat`,
  (c) => `${c} &!`,
  (c) => `() { ${c}; }`,
);

const commandText = fc.tuple(frame, wrapper, lasting).map(([around, before, command]) => around(before + command));

/** Other ways to write the same JSON on one line. */
const escaping = fc.constantFrom<(json: string) => string>(
  (json) => json,
  (json) => json,
  (json) => json.replaceAll('/', '\\/'),
  (json) => json.replaceAll('&', '\\u0026'),
  (json) => json.replace(/(?<="command":".*)[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  (json) => json.replaceAll('":', '": ').replaceAll(',"', ', "'),
  (json) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).reverse())),
);
