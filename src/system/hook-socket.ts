/** Listening where only this user may ask: sockets with their file modes, tokens in files of their own. */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type ListenOptions } from 'node:net';
import { KnownError } from '../errors.ts';

/** The kernel's limit for the path of a socket, without its closing zero. */
const LONGEST_PATH = 103;

/**
 * Listens on a Unix socket of mode 0600. A socket that nobody answers at is left over and is replaced.
 * @throws KnownError when somebody answers there, when something else lies there, or when the path is too long
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > LONGEST_PATH) throw new KnownError(`${path}: is too long for a socket`);
  const present = lstatSync(path, { throwIfNoEntry: false });
  if (present !== undefined) {
    if (!present.isSocket()) throw new KnownError(`${path}: expected a socket or nothing, found something else`);
    if (await isAnswered(path)) throw new KnownError(`${path}: another watcher answers there`);
    rmSync(path, { force: true });
  }
  // The mode must be right from the first moment on, not only after a chmod.
  const mask = process.umask(0o177);
  // Node binds before it returns; files that others make while we wait to hear of it keep their own modes.
  const listening = listen(server, { path });
  process.umask(mask);
  await listening;
  chmodSync(path, 0o600);
}

/** Listens on a port of the loopback interface and returns the port. @throws KnownError when it is taken */
export async function listenOnPort(server: Server, host: string, port: number): Promise<number> {
  await listen(server, { host, port });
  return (server.address() as AddressInfo).port;
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const where = options.path ?? `${options.host}:${options.port}`;
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new KnownError(`${where}: cannot listen there (${error.code ?? error.message})`, { cause: error })),
    );
    server.listen(options, resolve);
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** The token in the file, made at the first use, for its owner alone. @throws KnownError when it cannot be kept */
export function keepToken(path: string): string {
  try {
    const kept = lstatSync(path, { throwIfNoEntry: false }) === undefined ? '' : readFileSync(path, 'latin1').trim();
    if (/^[0-9a-f]{64}$/.test(kept) && (lstatSync(path).mode & 0o077) === 0) return kept;
    rmSync(path, { force: true });
    const token = randomBytes(32).toString('hex');
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' });
    return token;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new KnownError(`${path}: the token cannot be kept there (${code})`, { cause: error });
  }
}
