/** Proves which shell a program, a first line or a text is taken for. */
import { describe, expect, it } from 'vitest';
import { guessForeignShell, recognizeShebang, recognizeShell } from '../../src/shell/dialects/recognize.ts';

const is = (dialect: string) => ({ kind: 'dialect', dialect });
const foreign = (name: string) => ({ kind: 'foreign', name });
const unknown = { kind: 'unknown' };

describe('recognizeShell', () => {
  it.each([
    ['bash', is('bash')],
    ['/usr/local/bin/bash', is('bash')],
    ['C:\\Program Files\\Git\\bin\\bash.exe', is('bash')],
    ['-zsh', is('zsh')],
    ['zsh-5.9', is('zsh')],
    ['/bin/sh', is('sh')],
    ['dash', is('sh')],
    ['ksh93', is('bash')],
    ['fish', foreign('fish')],
    ['pwsh', foreign('PowerShell')],
    ['powershell.exe', foreign('PowerShell')],
    ['tcsh', foreign('csh')],
    ['python3', unknown],
    ['toString', unknown],
    ['', unknown],
  ])('%s', (program, expected) => {
    expect(recognizeShell(program)).toEqual(expected);
  });
});

describe('recognizeShebang', () => {
  it.each([
    ['#!/bin/bash -e\na', is('bash')],
    ['#! /bin/sh\n', is('sh')],
    ['#!/usr/bin/env zsh', is('zsh')],
    ['#!/usr/bin/env -S A=1 bash -e', is('bash')],
    ['#!/usr/bin/env fish', foreign('fish')],
    ['#!/usr/bin/python3', unknown],
    ['#!', unknown],
    ['a\n#!/bin/sh', undefined],
  ])('%j', (text, expected) => {
    expect(recognizeShebang(text)).toEqual(expected);
  });
});

describe('guessForeignShell', () => {
  it.each([
    ['while ($true) { Start-Sleep 5 }', 'PowerShell'],
    ['$env:A = 1; Get-Process', 'PowerShell'],
    ['while true; sleep 5; end', 'fish'],
    ['for x in a b\n  echo $x\nend', 'fish'],
    ['if true; then echo end', undefined],
  ])('%s', (text, expected) => {
    expect(guessForeignShell(text)).toBe(expected);
  });
});
