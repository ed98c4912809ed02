import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { inProject } from './project.mjs';

/** Has the id of the process that installs or builds. */
const LOCK = inProject('.preparing');
const POLL_MS = 200;
/** Between the creation of the file and the id in it. */
const UNWRITTEN_MS = 1_000;
/** A dead one's id may be another process's by now, in a container even our own. */
const LONGEST_MS = 30 * 60 * 1_000;

/**
 * Does what is not done yet, unless another process is at it: then waits, and looks again. Two servers started from one
 * folder at the same time would otherwise install and build over each other.
 */
export async function oneAtATime(isDone, work) {
  if (isDone()) return;
  takeLock();
  try {
    if (!isDone()) await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function takeLock() {
  let isTold = false;
  while (!couldTake()) {
    if (!isHeld()) {
      rmSync(LOCK, { force: true });
      continue;
    }
    if (!isTold)
      console.log(`Waiting for another start, which installs or builds here (${LOCK}) ...`);
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
}

function couldTake() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Not if its process was killed, or the machine restarted. */
function isHeld() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    if (pid === process.pid) return false;
    const longestMs = pid === 0 ? UNWRITTEN_MS : Math.min(LONGEST_MS, os.uptime() * 1_000);
    const ageMs = Date.now() - statSync(LOCK).mtimeMs;
    if (ageMs > longestMs || ageMs < -UNWRITTEN_MS) return false; // in the future: the clock was set back
    if (pid !== 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process; or given back just now: a third one's may be there when we remove it.
    return error.code === 'EPERM' || error.code === 'ENOENT';
  }
}
