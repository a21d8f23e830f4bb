/** Hooks answered by a process that runs already: the same answers, without the time to start one. */
import { timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { KnownError } from '../errors.ts';
import type { Host } from '../hosts/host.ts';
import { findHost } from '../hosts/registry.ts';
import type { Environment } from '../system/env.ts';
import { keepToken, listenOnPort, listenOnSocket } from '../system/hook-socket.ts';
import type { RequestAnalyzer } from './analyze-request.ts';
import { answerHook, MOST_PAYLOAD_BYTES } from './answer-hook.ts';
import { openHookMachine } from './answer-hook-machine.ts';
import { formatAddress, type HookAddress } from './hook-address.ts';
import { prefilter } from './prefilter.ts';

export type ServeHook = {
  readonly address: HookAddress;
  readonly analyzer: RequestAnalyzer;
  /** the environment of the watcher */
  readonly env: Environment;
  readonly stateFolder: string;
  readonly complain: (line: string) => void;
};

export type HookServer = {
  /** where it listens, as it is said to people */
  readonly address: string;
  /** the file with the token that a port asks for; null: a socket asks for none, its mode says who may ask */
  readonly tokenFile: string | null;
  close(): Promise<void>;
};

/** Serves `POST /hook/<host>`. @throws KnownError when it cannot listen there */
export async function serveHook(serving: ServeHook): Promise<HookServer> {
  const { address, stateFolder } = serving;
  const tokenFile = address.kind === 'port' ? join(stateFolder, 'hook.token') : null;
  const token = tokenFile === null ? null : keepToken(tokenFile);
  const server = createServer((request, response) => {
    answer(request, token, serving).then(
      ({ status, body }) => {
        // Who asks can tell a whole answer by its length.
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
        response.writeHead(status, headers).end(body);
      },
      (error: unknown) => {
        serving.complain(error instanceof Error ? error.message : String(error));
        response.writeHead(500).end();
      },
    );
  });
  const port = await listen(server, address);
  const bound = address.kind === 'port' ? { ...address, port } : address;
  return { address: formatAddress(bound), tokenFile, close: () => closeServer(server, address) };
}

async function listen(server: Server, address: HookAddress): Promise<number> {
  if (address.kind === 'port') return listenOnPort(server, address.host, address.port);
  await listenOnSocket(server, address.path);
  return 0;
}

function closeServer(server: Server, address: HookAddress): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => {
      if (address.kind === 'socket') rmSync(address.path, { force: true });
      resolve();
    });
  });
}

type Reply = { readonly status: number; readonly body: string };
const refuse = (status: number): Reply => ({ status, body: '' });

async function answer(request: IncomingMessage, token: string | null, serving: ServeHook): Promise<Reply> {
  if (token !== null && !mayAsk(request, token)) return refuse(403);
  const host = hostOf(request);
  if (host === null) return refuse(404);
  const payload = await readBody(request);
  if (payload === null) return refuse(413);
  const front = headerOf(request, 'x-lifetime-watch-pid');
  // The front asks again elsewhere when we are slow: what takes places must not be asked twice.
  if (front !== null && !isCommand(host, payload)) return refuse(409);
  const { env, stateFolder, analyzer, complain } = serving;
  const ports = openHookMachine({
    env: front === null ? httpEnvironment(request, env) : frontEnvironment(request, stateFolder),
    cwd: '/',
    pid: Number(front ?? 0),
    complain,
    mark: () => {},
    analyzer,
    mayNeedJudging: prefilter(),
  });
  try {
    const { stdout } = await answerHook(host, payload, ports);
    return { status: 200, body: stdout === '' && front === null ? '{}\n' : stdout };
  } finally {
    ports.close();
  }
}

/** A web page can make a browser ask a port of this machine: it says so in `Origin`, and cannot know the token. */
function mayAsk(request: IncomingMessage, token: string): boolean {
  if (request.headers.origin !== undefined) return false;
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')) return false;
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function hostOf({ method, url }: IncomingMessage): Host | null {
  const id = method === 'POST' ? /^\/hook\/([a-z-]+)$/.exec(url ?? '')?.[1] : undefined;
  try {
    return id === undefined ? null : findHost(id);
  } catch (error) {
    if (error instanceof KnownError) return null;
    throw error;
  }
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_PAYLOAD_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isCommand(host: Host, payload: Uint8Array): boolean {
  try {
    const event = host.decode(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)));
    return !('problem' in event) && event.what.kind === 'command';
  } catch {
    return false;
  }
}

/** What counts of the environment that launched the agent, as the front passes it on; our own counts for nothing there. */
function frontEnvironment(request: IncomingMessage, stateFolder: string): Environment {
  return {
    LIFETIME_WATCH_STATE_DIR: stateFolder,
    HOME: headerOf(request, 'x-lifetime-watch-home') ?? undefined,
    XDG_CONFIG_HOME: headerOf(request, 'x-lifetime-watch-config') ?? undefined,
    SHELL: headerOf(request, 'x-lifetime-watch-shell') ?? undefined,
    LIFETIME_WATCH_AGENTS: headerOf(request, 'x-lifetime-watch-agents') ?? undefined,
  };
}

/** A host that calls by itself has only the headers that it was told to send: the hatch and the budget can be among them. */
function httpEnvironment(request: IncomingMessage, env: Environment): Environment {
  return {
    ...env,
    LIFETIME_WATCH_ACK: headerOf(request, 'x-lifetime-watch-ack') ?? undefined,
    AI_HATS_LIFETIME_ACK: undefined,
    LIFETIME_WATCH_AGENTS: headerOf(request, 'x-lifetime-watch-agents') ?? env.LIFETIME_WATCH_AGENTS,
  };
}

/** Headers arrive as Latin-1; what was sent is UTF-8. */
function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? Buffer.from(value, 'latin1').toString('utf8') : null;
}
