/** The part of a watch that answers hooks. */
import { KnownError } from '../errors.ts';
import type { Analyzer } from '../flow/analyzer.ts';
import { defaultSocket, parseAddress } from '../flow/hook-address.ts';
import { type HookServer, serveHook } from '../flow/serve-hook.ts';
import { prepareSessionsFolder, stateFolder } from '../system/state-dir.ts';
import type { CommandIo } from './command.ts';

export type Listening = {
  /** what people should know of it */
  readonly notices: readonly string[];
  close(): Promise<void>;
};

/**
 * Listens where the front of the hook looks, so that hooks are answered without starting a program, and where `--listen`
 * says. That the first is not possible (another watcher answers there) is only worth a word.
 * @throws KnownError when it cannot listen where it was told to
 */
export async function startListening(
  wanted: string | undefined,
  analyzer: Analyzer,
  io: Pick<CommandIo, 'env' | 'err'>,
): Promise<Listening> {
  const address = wanted === undefined ? null : parseAddress(wanted);
  const folder = stateFolder(io.env);
  const complain = (line: string): void => io.err(`lifetime-watch: ${line}\n`);
  const serve = (where: Parameters<typeof serveHook>[0]['address']): Promise<HookServer> =>
    serveHook({ address: where, analyzer, env: io.env, stateFolder: folder, complain });
  prepareSessionsFolder(io.env);
  const notices: string[] = [];
  const servers: HookServer[] = [];
  try {
    servers.push(await serve(defaultSocket(folder)));
  } catch (error) {
    if (!(error instanceof KnownError)) throw error;
    notices.push(`hooks are not answered from here: ${error.message}`);
  }
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
  };
  if (address === null) return { notices, close };
  try {
    const server = await serve(address);
    servers.push(server);
    const token = server.tokenFile === null ? '' : `, with the token in ${server.tokenFile}`;
    return { notices: [...notices, `hooks are answered at ${server.address}${token}`], close };
  } catch (error) {
    await close();
    throw error;
  }
}
