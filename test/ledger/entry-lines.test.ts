import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/ledger/entry.ts';
import { checksum, encodeEntry, isTornTail, readLine } from '../../src/ledger/entry-lines.ts';
import { decodeEntry } from '../../src/ledger/entry-shapes.ts';

const head = { v: 1, id: 'i', at: '2026-01-02T03:04:05.000Z', session: 's', host: 'h' } as const;
const note = (reason: string): Entry => ({ ...head, kind: 'fail-open', reason });
const line = (reason: string) => encodeEntry(note(reason)).slice(0, -1);
const sealed = (json: object) => {
  const text = JSON.stringify(json).slice(0, -1);
  return `${text},"sum":"${checksum(text)}"}`;
};

describe('a line', () => {
  it('is read back as it was, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (reason) => {
        const text = encodeEntry(note(reason));
        expect(/^[\x20-\x7e]*\n$/.test(text)).toBe(true);
        expect(readLine(text.slice(0, -1))).toEqual({ entries: [note(reason)], torn: 0, damage: null });
      }),
    );
  });

  it('begins where no text can begin', () => {
    expect(encodeEntry(note('{"v":1,"id":')).lastIndexOf('{"v":')).toBe(0);
  });

  it('is damaged by any changed bit', () => {
    const whole = line('x');
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const at = bit >> 3;
      const flipped = String.fromCharCode(whole.charCodeAt(at) ^ (1 << (bit & 7)));
      const changed = whole.slice(0, at) + flipped + whole.slice(at + 1);
      const read = changed.split('\n').map(readLine);
      expect(read.some(({ damage }) => damage !== null)).toBe(true);
    }
  });
});

describe('glued records', () => {
  it('are told apart after every possible tear', () => {
    const [torn, whole] = [line('one'), line('two')];
    for (let cut = 1; cut < torn.length; cut += 1) {
      const read = readLine(torn.slice(0, cut) + whole);
      expect(read, torn.slice(0, cut)).toEqual({ entries: [note('two')], torn: 1, damage: null });
    }
  });

  it('are both kept when only the line break between them is missing', () => {
    expect(readLine(line('one') + line('two')).entries).toEqual([note('one'), note('two')]);
  });

  it('survive two tears in a row', () => {
    const [one, two] = [line('one'), line('two')];
    for (const cut of [1, 3, 5, 9, 40]) {
      const read = readLine(one.slice(0, cut) + two.slice(0, cut) + line('three'));
      expect([read.entries, read.damage]).toEqual([[note('three')], null]);
    }
  });

  it('are damage when the first was whole but does not check out', () => {
    const broken = line('one').replace('one', 'two');
    expect(readLine(broken + line('three'))).toMatchObject({ entries: [], damage: 'the checksum does not fit' });
  });
});

it.each([
  ['an empty line', ''],
  ['a torn piece with a line break of its own', line('x').slice(0, 30)],
  ['something else', '# comment'],
  ['trailing text', `${line('x')} `],
  ['a byte order mark', `\u00ef\u00bb\u00bf${line('x')}`],
  ['a carriage return', `${line('x')}\r`],
  ['zero bytes', '\0'.repeat(64)],
  ['zero bytes before a record', `${'\0'.repeat(64)}${line('x')}`],
  ['UTF-16', [...line('x')].join('\0')],
  ['a newer version', sealed({ ...note('x'), v: 2 })],
  ['an unknown kind', sealed({ ...note('x'), kind: 'gift' })],
  ['a field of another type', sealed({ ...head, kind: 'bind', action: 'a', agent: 7, aliases: [] })],
  ['half a place', sealed({ ...head, kind: 'budget', agents: 0.5, mode: 'guard' })],
  ['a missing head', sealed({ v: 1, kind: 'session-end', reason: 'x' })],
  ['an entry without its checksum', JSON.stringify(note('x'))],
])('%s is damage', (_what, text) => {
  expect(readLine(text).damage).not.toBeNull();
});

it.each([
  ['nothing yet', '', true],
  ['a write under way', line('x').slice(0, 20), true],
  ['a whole record without its line break', line('x'), true],
  ['garbage', 'garbage', false],
  ['zero bytes', '\0\0', false],
  ['a record that does not check out', line('x').replace('x', 'y'), false],
])('%s at the end of the file may be a torn write: %s', (_what, tail, torn) => {
  expect(isTornTail(tail)).toBe(torn);
});

describe('entries of version 0', () => {
  const old = { ...head, v: 0 };

  it.each([
    [
      { kind: 'reserve', action: 'a', places: 2 },
      { completion: 'unknown', parent: null, budget: null, mode: 'watch' },
    ],
    [{ kind: 'bind', action: 'a', agent: 'k' }, { aliases: [] }],
    [{ kind: 'agent-stop', agent: 'k' }, { confirmed: false }],
    [{ kind: 'settle', action: 'a', result: 'joined' }, { agents: [] }],
    [
      { kind: 'session-start', agent: null },
      { cwd: null, sid: null },
    ],
  ])('%j is completed so that no place gets free', (body, added) => {
    expect(readLine(sealed({ ...old, ...body })).entries).toEqual([{ ...head, ...body, ...added }]);
  });

  it('keep what they do say', () => {
    expect(decodeEntry({ ...old, kind: 'agent-stop', agent: 'k', confirmed: true })).toMatchObject({ confirmed: true });
  });
});
