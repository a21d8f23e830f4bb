/** Where the watcher answers hooks: a Unix socket, or a port of the loopback interface. */
import { join } from 'node:path';
import { KnownError } from '../errors.ts';

export type HookAddress =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'port'; readonly host: '127.0.0.1' | '::1'; readonly port: number };

/** The socket where the front of the hook looks. */
export function defaultSocket(stateFolder: string): HookAddress {
  return { kind: 'socket', path: join(stateFolder, 'hook.sock') };
}

/**
 * Reads `--listen`: an absolute path, `127.0.0.1:port`, `[::1]:port` or `localhost:port`; port 0 takes a free one.
 * @throws KnownError for anything else: nobody but this machine is answered
 */
export function parseAddress(text: string): HookAddress {
  if (text.startsWith('/')) return { kind: 'socket', path: text };
  const match = /^(127\.0\.0\.1|localhost|\[::1\]):(\d{1,5})$/.exec(text);
  const port = Number(match?.[2] ?? Number.NaN);
  if (match !== null && port <= 65_535) return { kind: 'port', host: match[1] === '[::1]' ? '::1' : '127.0.0.1', port };
  throw new KnownError(`--listen: expected the absolute path of a socket or 127.0.0.1:<port>, got '${text}'`);
}

/** As it is said to people. */
export function formatAddress(address: HookAddress): string {
  if (address.kind === 'socket') return address.path;
  return `http://${address.host === '::1' ? '[::1]' : address.host}:${address.port}`;
}
