'use strict';
// Starts the hook from code that V8 compiled in an earlier run: compiling anew takes a third of a hook's whole time. The
// compiled code is kept beside the user's state, for this build and this Node alone. Without it, or when anything about it
// is not as it should be, the hook is compiled as any program is.
const fs = require('node:fs');
const { Script } = require('node:vm');

const BUILD = '#:build';
const OF_A_BUILD = /^hook-[0-9a-f]{16}-v[\d.]+-\w+\.bin(\.\d+(\.stage)?)?$/;
const path = cachePath();
const kept = path === null ? null : readCache(path);
const main = `${__dirname}/hook-main.cjs`;
// The build writes it in ASCII, as one function that takes what a module gets.
const source = fs.readFileSync(main, 'latin1');
const script = new Script(source, kept === null ? { filename: main } : { filename: main, cachedData: kept });
const fresh = kept === null || script.cachedDataRejected;
if (process.env.LIFETIME_WATCH_TRACE) fs.writeSync(2, `lifetime-watch: hook: code: ${fresh ? 'compiled' : 'kept'}\n`);
const hook = { exports: {} };
script.runInThisContext().call(hook.exports, hook.exports, require, hook, main, __dirname);
hook.exports.done
  .then(() => (fresh && path !== null ? keepCache(path) : undefined))
  // The answer has been written, and the host must not suffer for a shortcut. Leaving at once saves taking everything down.
  .finally(() => process.exit());

/** Null where nobody can vouch for whose a file is, and without a folder for the state. */
function cachePath() {
  const { LIFETIME_WATCH_STATE_DIR, XDG_STATE_HOME, HOME } = process.env;
  const home = HOME?.startsWith('/') ? `${HOME}/.local/state` : '';
  const state = LIFETIME_WATCH_STATE_DIR || `${XDG_STATE_HOME?.startsWith('/') ? XDG_STATE_HOME : home}/lifetime-watch`;
  if (process.geteuid === undefined || !state.startsWith('/') || state.startsWith('/lifetime-watch')) return null;
  return `${state}/cache/hook-${BUILD}-${process.version}-${process.arch}.bin`;
}

/** Whether it is this user's, and nobody else can write to it: what is read there is run. */
function isOurs({ uid, mode }) {
  return uid === process.geteuid() && (mode & 0o022) === 0;
}

/** What this user wrote, whole; else null. */
function readCache(path) {
  let fd;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    // O_NONBLOCK: a FIFO there must not be waited for.
    fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fs.fstatSync(fd);
    if (!stats.isFile() || !isOurs(stats) || stats.size < 8) return null;
    const bytes = Buffer.allocUnsafe(stats.size);
    if (fs.readSync(fd, bytes, 0, stats.size, 0) !== stats.size) return null;
    const data = bytes.subarray(4);
    return sumOf(data) === bytes.readUInt32LE(0) ? data : null;
  } catch {
    return null;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/**
 * V8 itself looks at the head alone: version, flags, and the length of the source and of the code. A file system that lost
 * power leaves whole pages empty or old: some words of each tell, and a checksum of all would cost what the code saves.
 */
function sumOf(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  let sum = data.length;
  for (let at = 0; at + 4 <= data.length; at += 508) sum = (Math.imul(sum, 31) + view.getInt32(at, true)) | 0;
  return sum >>> 0;
}

/** Compiled code holds the functions that ran: a rehearsal, so that it does not depend on what the first payload was. */
async function keepCache(path) {
  const folder = path.slice(0, path.lastIndexOf('/'));
  if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
  const stats = fs.lstatSync(folder);
  if (!stats.isDirectory() || !isOurs(stats)) return;
  const [next, stage] = [`${path}.${process.pid}`, `${path}.${process.pid}.stage`];
  try {
    await hook.exports.rehearse(stage);
    const data = script.createCachedData();
    const sum = Buffer.allocUnsafe(4);
    sum.writeUInt32LE(sumOf(data));
    fs.writeFileSync(next, Buffer.concat([sum, data]), { mode: 0o600, flag: 'wx' });
    fs.renameSync(next, path);
  } finally {
    for (const left of [next, stage]) fs.rmSync(left, { recursive: true, force: true });
  }
  const own = path.slice(folder.length + 1);
  for (const name of fs.readdirSync(folder)) {
    if (!OF_A_BUILD.test(name) || name.startsWith(own)) continue;
    fs.rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}
