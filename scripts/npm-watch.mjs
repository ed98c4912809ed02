import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const EVERY_MS = 200;

/**
 * Remembers the `npm start` (or other `npm run`) that started us. npm forwards a SIGTERM only to its shell, which exits
 * without forwarding it, and a killed npm forwards nothing. Call it first: who is above us is not known later.
 * @returns whether it is gone; without npm (nohup, a service manager) it never is
 */
export function rememberNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return () => false;
  const parent = process.ppid;
  const above = lookUp(parent);
  // npm runs scripts in a shell; on some systems the shell replaces itself by the script.
  const npm = above && /^-?(ba|da|z|k|a)?sh$/.test(above.name) ? above.parent : parent;
  return () => process.ppid !== parent || !isAlive(npm);
}

/** Calls `onGone` when it is gone. */
export function watchNpm(isGone, onGone) {
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    onGone();
  }, EVERY_MS);
  timer.unref();
}

/** Name and parent of a process; undefined if unknown. */
function lookUp(pid) {
  try {
    if (process.platform === 'linux') {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(
        readFileSync(`/proc/${pid}/stat`, 'utf8'),
      );
      return { name, parent: Number(parent) };
    }
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
    });
    const [, parent, path] = /^\s*(\d+)\s+(.*)$/.exec(stdout.trim());
    return { name: path.split('/').at(-1), parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
