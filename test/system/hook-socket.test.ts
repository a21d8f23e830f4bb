import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KnownError } from '../../src/errors.ts';
import { keepToken, listenOnSocket } from '../../src/system/hook-socket.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hook-socket-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;

describe('the socket', () => {
  it('is for its owner alone, and what others make meanwhile keeps its mode', async () => {
    const server = createServer();
    const listening = listenOnSocket(server, join(folder, 'hook.sock'));
    mkdirSync(join(folder, 'meanwhile'), { mode: 0o700 });
    await listening;
    expect([modeOf('hook.sock'), modeOf('meanwhile')]).toEqual([0o600, 0o700]);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('the token', () => {
  it('is made once, for its owner alone', () => {
    const token = keepToken(join(folder, 'token'));
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(keepToken(join(folder, 'token'))).toBe(token);
    expect(modeOf('token')).toBe(0o600);
  });

  it.each(['missing/token', '.'])('is a mistake of the user where it cannot be kept: %s', (name) => {
    expect(() => keepToken(join(folder, name))).toThrow(KnownError);
  });
});
