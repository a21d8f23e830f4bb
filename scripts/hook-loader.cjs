'use strict';
// Starts the hook from code that V8 has compiled in an earlier run: compiling anew is a fifth of a hook's whole time. The
// compiled code is kept beside the user's state, for this build and this Node alone; without it, or when anything about it
// is not as it should be, the hook is compiled as any program is.
const fs = require('node:fs');
const { Script } = require('node:vm');

const BUILD = '#:build';
const main = `${__dirname}/hook-main.cjs`;

let hook;
let keep = () => {};
try {
  hook = start();
} catch {
  // The host must not suffer for a shortcut.
  hook = require(main);
}
// Leaving at once saves the time to take everything down in order: the answer has been written.
hook.done.then(() => keep()).finally(() => process.exit());

function start() {
  const path = cachePath();
  const cached = path === null ? null : readCache(path);
  const source = `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(main, 'utf8')}\n})`;
  const script = new Script(source, { filename: main, ...(cached === null ? {} : { cachedData: cached }) });
  if (process.env.LIFETIME_WATCH_TRACE) {
    const how =
      cached === null
        ? 'compiled'
        : script.cachedDataRejected
          ? 'compiled, what was kept is not for this Node'
          : 'kept';
    fs.writeSync(2, `lifetime-watch: hook: code: ${how}\n`);
  }
  const module = { exports: {} };
  script.runInThisContext().call(module.exports, module.exports, require, module, main, __dirname);
  if (path !== null && cached === null) keep = () => keepCache(path, script);
  return module.exports;
}

/** Null where nobody can vouch for whose a file is, and without a folder for the state. */
function cachePath() {
  const { LIFETIME_WATCH_STATE_DIR, XDG_STATE_HOME, HOME } = process.env;
  const home = HOME?.startsWith('/') ? `${HOME}/.local/state` : '';
  const state = LIFETIME_WATCH_STATE_DIR || `${XDG_STATE_HOME?.startsWith('/') ? XDG_STATE_HOME : home}/lifetime-watch`;
  if (process.geteuid === undefined || !state.startsWith('/') || state.startsWith('/lifetime-watch')) return null;
  return `${state}/cache/hook-${BUILD}-${process.version}-${process.arch}.bin`;
}

/** Only what this user wrote, what nobody else can write to, and what is whole: it is run as it is. */
function readCache(path) {
  let fd;
  try {
    fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
    const { uid, mode, size } = fs.fstatSync(fd);
    if (uid !== process.geteuid() || (mode & 0o022) !== 0) return null;
    const bytes = Buffer.allocUnsafe(size);
    if (fs.readSync(fd, bytes, 0, size, 0) !== size || size < 8) return null;
    const data = bytes.subarray(4);
    return sumOf(data) === bytes.readUInt32LE(0) ? data : null;
  } catch {
    return null;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/**
 * V8 checks the head of the code itself. A file system that lost power leaves whole pages empty or old: a few words of
 * each page tell, and a checksum of all would cost a part of what the code saves.
 */
function sumOf(data) {
  let sum = data.length;
  for (let at = 0; at + 4 <= data.length; at += 508) sum = (Math.imul(sum, 31) + data.readUInt32LE(at)) >>> 0;
  return sum;
}

/** Functions that ran are in it, so that the next hook need not compile them either. */
function keepCache(path, script) {
  // V8 takes the code back only under the flags that hold before the hook sets its own.
  require('node:v8').setFlagsFromString('--no-liftoff-only --wasm-tier-up --wasm-dynamic-tiering');
  const data = script.createCachedData();
  const sum = Buffer.allocUnsafe(4);
  sum.writeUInt32LE(sumOf(data));
  const folder = path.slice(0, path.lastIndexOf('/'));
  if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
  const next = `${path}.${process.pid}`;
  try {
    fs.writeFileSync(next, Buffer.concat([sum, data]), { mode: 0o600, flag: 'wx' });
    fs.renameSync(next, path);
  } catch (error) {
    fs.rmSync(next, { force: true });
    throw error;
  }
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith('hook-') && !path.endsWith(name)) fs.rmSync(`${folder}/${name}`, { force: true });
  }
}
