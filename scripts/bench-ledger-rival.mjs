// The common design, for comparison only: one JSON file, replaced by rename under a lock file (exclusive create, polls of
// 10 ms, given up after 1.5 s, taken over when it is older than 10 s).
import { closeSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';

const POLL_MS = 10;
const TIMEOUT_MS = 1500;
const STALE_MS = 10_000;

export function openRival(folder, budget) {
  const state = `${folder}/rival.json`;
  const lock = `${state}.lock`;
  return {
    reserve: (action) =>
      withLock(lock, () => {
        const taken = read(state);
        if (taken.length >= budget) return 'refused';
        replace(state, [...taken, action]);
        return 'granted';
      }),
    release: (action) =>
      withLock(lock, () => {
        replace(
          state,
          read(state).filter((each) => each !== action),
        );
        return 'granted';
      }),
    takeLock: () => tryLock(lock),
  };
}

function withLock(lock, act) {
  const begin = performance.now();
  while (!tryLock(lock)) {
    if (performance.now() - begin > TIMEOUT_MS) return 'timeout';
    pause(POLL_MS);
  }
  try {
    return act();
  } finally {
    unlinkSync(lock);
  }
}

function tryLock(lock) {
  try {
    closeSync(openSync(lock, 'wx'));
    return true;
  } catch {
    return takeOverStale(lock);
  }
}

function takeOverStale(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs < STALE_MS) return false;
    unlinkSync(lock);
    closeSync(openSync(lock, 'wx'));
    return true;
  } catch {
    return false;
  }
}

function read(state) {
  try {
    return JSON.parse(readFileSync(state, 'utf8'));
  } catch {
    return [];
  }
}

function replace(state, taken) {
  const next = `${state}.${process.pid}`;
  writeFileSync(next, JSON.stringify(taken));
  renameSync(next, state);
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
