import { describe, expect, it } from 'vitest';
import { keysOf } from '../../src/ui/key-name.ts';
import { commandFor, KEYS } from '../../src/ui/keys.ts';
import { chooseOutput } from '../../src/ui/terminal.ts';
import { paintLine, themeFor } from '../../src/ui/theme.ts';
import { cell } from '../../src/view/cell.ts';
import { report, suspect } from '../view/suspects.ts';
import { blank, frameText, press, scanned } from './states.ts';

const NO_KEY = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

describe('keys', () => {
  it.each([
    ['up', '', { upArrow: true }, ['up']],
    ['Enter', '\r', { return: true }, ['enter']],
    ['Ctrl-C', 'c', { ctrl: true }, ['ctrl+c']],
    ['Shift-Tab', '', { tab: true, shift: true }, ['shift+tab']],
    ['Esc', '', { escape: true, meta: true }, ['escape']],
    ['F9', '[20~', {}, ['f9']],
    ['a blank', ' ', {}, ['space']],
    ['a held key', 'jjj', {}, ['j', 'j', 'j']],
    ['text with Enter in one chunk', 'ab\r', {}, ['a', 'b', 'enter']],
    ['a wide letter', '完', {}, ['完']],
    ['Alt with a letter', 'k', { meta: true }, []],
  ])('name %s', (_name, input, key, expected) => {
    expect(keysOf(input, { ...NO_KEY, ...key })).toEqual(expected);
  });

  it('have one meaning in each mode', () => {
    const pairs = KEYS.flatMap(({ keys, modes }) => keys.flatMap((key) => modes.map((mode) => `${mode} ${key}`)));
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('of the footer and the help are those that the handler obeys', () => {
    const help = frameText(press(scanned(blank(100, 60), report([suspect(1)])), '?'));
    for (const row of KEYS) {
      for (const mode of row.modes) for (const key of row.keys) expect(commandFor(mode, key)).toBe(row.command);
      if (row.modes.includes('list')) expect(help).toContain(row.help);
    }
    const footer =
      frameText(scanned(blank(250, 40), report([suspect(1)])))
        .split('\n')
        .at(-1) ?? '';
    for (const { label, modes } of KEYS) if (label !== '' && modes.includes('list')) expect(footer).toContain(label);
  });

  it('of the dialog are all that its footer shows', () => {
    const footer =
      frameText(press(scanned(blank(), report([suspect(1)])), 'k'))
        .split('\n')
        .at(-1) ?? '';
    expect(footer.trim()).toBe('y end it  n leave it');
  });
});

describe('the output', () => {
  const terminal = { stdinIsTerminal: true, stdoutIsTerminal: true, env: { TERM: 'xterm' } };
  it.each([
    ['a screen on a terminal', terminal, 'screen'],
    ['lines in a pipe', { ...terminal, stdoutIsTerminal: false }, 'plain'],
    ['lines without a keyboard', { ...terminal, stdinIsTerminal: false }, 'plain'],
    ['lines on a dumb terminal', { ...terminal, env: { TERM: 'dumb' } }, 'plain'],
    ['lines without TERM', { ...terminal, env: {} }, 'plain'],
    ['words for a screen reader', { ...terminal, env: { TERM: 'xterm', INK_SCREEN_READER: 'true' } }, 'screen-reader'],
  ] as const)('is %s', (_name, facts, expected) => {
    expect(chooseOutput(facts)).toBe(expected);
  });
});

describe('the theme', () => {
  it.each([
    [{}, { colors: true, unicode: true }],
    [{ NO_COLOR: '1' }, { colors: false, unicode: true }],
    [{ LANG: 'C' }, { colors: true, unicode: false }],
    [
      { LC_ALL: 'en_US.UTF-8', LANG: 'C' },
      { colors: true, unicode: true },
    ],
  ])('of %o is %o', (env, expected) => {
    expect(themeFor(env, false)).toEqual(expected);
  });

  it('keeps meaning without colours, and columns without Unicode', () => {
    const plain = { colors: false, unicode: false };
    expect(paintLine([cell('over', 'alarm')], plain, 10, false).text).toBe('\u001b[1mover\u001b[0m');
    expect(paintLine([cell('▁▂█ ×3 完')], plain, 10, false)).toEqual({ text: '_.# x3 ??', width: 9 });
    expect(paintLine([cell('─┬─')], plain, 3, false).text).toBe('-+-');
  });

  it('shows the cursor over the whole line', () => {
    const painted = paintLine([cell('ab')], { colors: true, unicode: true }, 5, true);
    expect(painted.width).toBe(5);
    expect(painted.text).toBe('\u001b[7mab\u001b[0m\u001b[7m   \u001b[0m');
  });
});
