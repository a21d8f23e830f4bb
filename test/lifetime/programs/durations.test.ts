import { describe, expect, it } from 'vitest';
import { goSeconds, plainSeconds, sleepSeconds, systemdSeconds } from '../../../src/lifetime/programs/durations.ts';

type Rows = readonly (readonly [text: string, seconds: number | undefined])[];

describe('sleepSeconds (measured with GNU sleep 9.1)', () => {
  const rows: Rows = [
    ['0', 0],
    ['5', 5],
    ['5.', 5],
    ['.5', 0.5],
    ['+3', 3],
    ['1e3', 1000],
    ['1E-1m', 6],
    ['0x10', 16],
    ['1.5h', 5400],
    ['2d', 172_800],
    ['inf', Number.POSITIVE_INFINITY],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['infinityd', Number.POSITIVE_INFINITY],
    ['', undefined],
    ['1h2m', undefined],
    ['5x', undefined],
    ['nan', undefined],
    ['-5', undefined],
    ['1d2', undefined],
    ['s', undefined],
  ];
  it.each(rows)('%s', (text, seconds) => {
    expect(sleepSeconds(text)).toBe(seconds);
  });
});

describe('goSeconds', () => {
  const rows: Rows = [
    ['90', 90],
    ['90s', 90],
    ['1m30s', 90],
    ['1h2m3s', 3723],
    ['1.5h', 5400],
    ['250ms', 0.25],
    ['-1s', -1],
    ['7d', 604_800],
    ['x', undefined],
    ['5y', undefined],
    ['', undefined],
  ];
  it.each(rows)('%s', (text, seconds) => {
    expect(goSeconds(text)).toBe(seconds);
  });
});

describe('systemdSeconds', () => {
  const rows: Rows = [
    ['900', 900],
    ['15min', 900],
    ['1h 30min', 5400],
    ['2 h', 7200],
    ['infinity', Number.POSITIVE_INFINITY],
    ['', undefined],
    ['5 parsecs', undefined],
  ];
  it.each(rows)('%s', (text, seconds) => {
    expect(systemdSeconds(text)).toBe(seconds);
  });
});

describe('plainSeconds', () => {
  const rows: Rows = [
    ['5', 5],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['5s', undefined],
    ['-1', undefined],
    ['', undefined],
  ];
  it.each(rows)('%s', (text, seconds) => {
    expect(plainSeconds(text)).toBe(seconds);
  });
});
