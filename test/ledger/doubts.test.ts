/** Proves how far the damage of a ledger reaches: what may be lost, until when it was written, and what is believed all the same. */
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EntryBody } from '../../src/ledger/entry.ts';
import { followSessions } from '../../src/ledger/follow-sessions.ts';
import { applyRepair, planRepair } from '../../src/ledger/repair.ts';
import { nodeFiles } from '../../src/system/files.ts';
import { temporaryLedger } from './temporary-ledger.ts';

const process = { pid: 100, startTicks: 9, bootId: 'b' };
const grant: EntryBody = { kind: 'grant', process, untilMs: 9000, why: 'it is meant' };
const intent: EntryBody = { kind: 'reap-intent', plan: '7@1/1', process, tree: [process], command: 'x', reason: 'y' };
const outcome: EntryBody = { kind: 'reap-outcome', plan: '7@1/1', outcome: 'gone', detail: '' };
const note: EntryBody = { kind: 'fail-open', reason: 'a reason' };

/** The ledger of these entries after `damage` has met its text. */
function damaged(bodies: readonly EntryBody[], damage: (text: string) => string) {
  const { folder, ledger, paths } = temporaryLedger();
  for (const body of bodies) ledger.record(body);
  writeFileSync(paths.log, damage(readFileSync(paths.log, 'latin1')), 'latin1');
  const sessions = followSessions(nodeFiles, folder, 0);
  const look = () => {
    sessions.read();
    return sessions.doubts().map(({ doubt }) => doubt);
  };
  return { ledger, paths, look, close: sessions.close };
}

const inLine = (number: number, from: string | RegExp, to: string) => (text: string) =>
  text
    .split('\n')
    .map((line, index) => (index === number - 1 ? line.replace(from, to) : line))
    .join('\n');

const rows: readonly (readonly [string, readonly EntryBody[], (text: string) => string, string])[] = [
  ['a byte of a grant', [grant], inLine(1, 'meant', 'mEant'), 'grant'],
  ['the kind of a grant', [grant], inLine(1, '"grant"', '"grXnt"'), 'grant reap'],
  ['a kind that there is not', [grant], inLine(1, '"grant"', '"grunt"'), 'grant reap'],
  ['a byte of an intent', [intent], inLine(1, 'x', 'X'), 'reap'],
  ['a byte of an outcome', [intent, outcome], inLine(2, 'gone', 'gOne'), 'reap'],
  ['a byte of another entry', [grant, note], inLine(2, 'a reason', 'a rEason'), ''],
  ['the line break between two entries', [note, note], (text) => text.replace('\n', ' '), 'grant reap'],
  ['bytes that are no line', [note], (text) => `\0\0\n${text}`, 'grant reap'],
  ['an end that is gone', [note, grant], (text) => `${text.split('\n')[0]}\n`, 'grant reap'],
  ['a line that is gone', [note, grant, note], (text) => text.replace(/\n.*\n/, '\n'), 'grant reap'],
  ['everything', [grant], () => '', 'grant reap'],
  ['a last line that a crash tore', [grant, note], (text) => `${text}${text.slice(0, 40)}`, ''],
  ['nothing', [grant, intent], (text) => text, ''],
];

describe('what is in doubt after damage to', () => {
  it.each(rows)('%s', (_, bodies, damage, expected) => {
    const { look, close } = damaged(bodies, damage);
    const [doubt] = look();
    const lost = doubt === undefined ? [] : [doubt.grant ? 'grant' : '', doubt.reap ? 'reap' : ''];
    expect(lost.filter((word) => word !== '').join(' ')).toBe(expected);
    close();
  });

  it('a log that is gone, or cannot be read, is everything', () => {
    const { look, paths, close } = damaged([grant], (text) => text);
    expect(look()).toEqual([]);
    nodeFiles.remove(paths.log);
    expect(look()).toMatchObject([
      { grant: true, reap: true, writtenByMs: null, what: expect.stringContaining('gone') },
    ]);
    mkdirSync(paths.log);
    expect(look()).toMatchObject([{ grant: true, reap: true, what: 'its log cannot be read' }]);
    rmdirSync(paths.log);
    nodeFiles.remove(paths.witness);
    expect(look()).toEqual([]);
    close();
  });
});

describe('when it was written', () => {
  it('is before the next entry that can be read, else before the file was last written', () => {
    const { ledger, paths, look, close } = damaged([grant], inLine(1, 'meant', 'mEant'));
    expect(look()[0]?.writtenByMs).toBe(nodeFiles.modifiedAt(paths.log));
    ledger.record(note);
    ledger.record(note);
    const [, second = ''] = readFileSync(paths.log, 'latin1').split('\n');
    expect(look()[0]?.writtenByMs).toBe(Date.parse((JSON.parse(second) as { at: string }).at));
    close();
  });

  it('is not known of an end that is missing', () => {
    const { ledger, look, close } = damaged([note, grant], (text) => `${text.split('\n')[0]}\n`);
    ledger.record(note);
    expect(look()[0]?.writtenByMs).toBeNull();
    close();
  });
});

describe('after a repair', () => {
  it('nothing is in doubt, and the plan says that a grant may be lost', () => {
    const { look, paths, close } = damaged([note, grant], inLine(2, 'meant', 'mEant'));
    expect(look()).toHaveLength(1);
    const plan = planRepair({ files: nodeFiles, now: () => 0, newId: () => 'repair' }, paths);
    expect(plan?.losses).toMatchObject([{ line: 2, mayHaveGranted: true, mayHaveTaken: false }]);
    if (plan !== null) applyRepair(nodeFiles, plan);
    expect(look()).toEqual([]);
    close();
  });
});
