/** The process of the private PostgreSQL: started, looked at, stopped. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwayError, StartError } from '#server/start/start-error.ts';
import type { Binaries } from './binaries.ts';
import { programEnvironment } from './initdb.ts';
import type { DatabasePlace } from './location.ts';

const POLL_MS = 10;
/** Recovery after a crash takes seconds at most: max_wal_size bounds it. */
const READY_WITHIN_MS = 120_000;
/** How long the children of a killed server may take to exit and release shared memory. */
const EXIT_WITHIN_MS = 15_000;
const LOG_KEPT_BYTES = 1_000_000;
/** Two WAL files: with less PostgreSQL may not start. */
const LEAST_ROOM_BYTES = 32 * 1024 * 1024;
/** The file that pg_ctl reads: its first line is the process id, its eighth the state. */
const LOCK_FILE = 'postmaster.pid';
const STATE_LINE = 7;
/** Added to this process's nice value. */
const LESS_PRIORITY = 5;

/** Fast shutdown (ends sessions, writes a checkpoint), then immediate, then SIGKILL. */
const STOP_STEPS = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Starts the server of a cluster and waits until it accepts connections. Retries while an earlier one still holds its
 * shared memory. Call it while holding the folder's lock.
 */
export async function startProcess(
  place: DatabasePlace,
  binaries: Binaries,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const giveUpAt = performance.now() + EXIT_WITHIN_MS;
  for (;;) {
    const { child, logStart } = launch(place, binaries, settings);
    if (await becomesReady(child, place)) return child;
    const words = readFileSync(logFile(place)).subarray(logStart).toString('utf8');
    const isHeld = /pre-existing shared memory block|lock file "[^"]*" already exists/.test(words);
    if (!isHeld || performance.now() > giveUpAt) {
      const reason = reasonIn(words);
      // Its log is on the same disk: what it says of that may be cut off, or missing.
      const isFull = lacksRoom(place);
      const fullness = isFull ? ', and its disk is almost full' : '';
      const sentence = `The database in ${place.folder} does not start${fullness}: ${reason} (more in ${logFile(place)}).`;
      const isAway = isFull || /No space left/.test(reason);
      throw isAway ? new AwayError(sentence) : new StartError(sentence);
    }
    await sleep(100);
  }
}

export function lacksRoom({ folder }: DatabasePlace): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_ROOM_BYTES;
}

/** Stops a server we started and waits for its end. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  await stopBySteps(
    (signal) => child.kill(signal),
    () => hasEnded(child),
  );
}

/**
 * Cleans up after a killed start: stops a server that still runs on this cluster. If the process id in its lock file
 * now belongs to another program the file is cleared, because PostgreSQL would refuse to start.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const cluster = path.join(folder, 'cluster');
  const pid = Number(readPidFile(cluster)?.[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  if (runsOn(pid, cluster))
    await stopBySteps(
      (signal) => process.kill(pid, signal),
      () => !isAlive(pid),
    );
  else rmSync(path.join(cluster, LOCK_FILE), { force: true });
}

/** The address of the server running on a cluster; null if none accepts connections. */
export function addressOfRunning(cluster: string): { host: string; port: number } | null {
  const [pid, , , port, socketFolder, listens, , state] = readPidFile(cluster) ?? [];
  if (state?.trim() !== 'ready' || !isAlive(Number(pid)) || !runsOn(Number(pid), cluster)) {
    return null;
  }
  return { host: socketFolder?.trim() || listens!.trim(), port: Number(port) };
}

/** The message that ended it; before it has a log PostgreSQL writes it without a severity. */
const reasonIn = (words: string): string =>
  /^.*(?:FATAL|PANIC):\s*(.*)$/m.exec(words)?.[1] ??
  /^(?!.*LOG:).+$/m.exec(words)?.[0] ??
  'no reason given';

const logFile = (place: DatabasePlace): string => path.join(place.folder, 'postgres.log');

function launch(place: DatabasePlace, { postgres }: Binaries, settings: Record<string, string>) {
  const file = logFile(place);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_BYTES) {
    renameSync(file, `${file}.1`);
  }
  // A file, not a pipe: PostgreSQL must be able to log after we have exited.
  const log = openSync(file, 'a', 0o600);
  const logStart = statSync(file).size;
  if (place.account.uid !== undefined) chownSync(file, place.account.uid, place.account.gid!);
  markUnready(place.cluster);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', place.cluster, ...flags], {
    ...place.account,
    cwd: path.parse(postgres).root,
    env: programEnvironment(),
    detached: true, // Ctrl-C in the terminal must not stop it before our requests are answered
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  giveWay(child);
  return { child, logStart };
}

/**
 * PostgreSQL runs at a lower priority than this process. Else Linux interrupts this process at each statement it
 * sends, in the middle of its work, to let PostgreSQL read it first (decision 342).
 */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return; // it did not start
  try {
    setPriority(pid, Math.min(getPriority() + LESS_PRIORITY, constants.priority.PRIORITY_LOW));
  } catch {
    // Slower under load, nothing else; or it has ended, which is noticed anyway.
  }
}

/**
 * The lock file of a killed server still says `ready`, and in a container the next one may have its process id. Written
 * in place: PostgreSQL must be able to read the rest, and the file stays its owner's.
 */
function markUnready(cluster: string): void {
  const lines = readPidFile(cluster);
  const state = lines?.[STATE_LINE];
  if (lines === undefined || state?.trim() !== 'ready') return;
  const at = Buffer.byteLength(`${lines.slice(0, STATE_LINE).join('\n')}\n`);
  const file = openSync(path.join(cluster, LOCK_FILE), 'r+');
  writeSync(file, 'stopping'.padEnd(state.length), at);
  closeSync(file);
}

/** True when it accepts connections, false when it exited before. */
async function becomesReady(child: ChildProcess, place: DatabasePlace): Promise<boolean> {
  child.once('error', () => {}); // it did not start, and has an exit code
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!hasEnded(child)) {
    const lines = readPidFile(place.cluster);
    if (Number(lines?.[0]) === child.pid && lines?.[STATE_LINE]?.trim() === 'ready') return true;
    if (performance.now() > giveUpAt) {
      await stopProcess(child);
      return false;
    }
    await sleep(POLL_MS);
  }
  return false;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function stopBySteps(
  send: (signal: NodeJS.Signals) => void,
  hasEnded: () => boolean,
): Promise<void> {
  for (const [signal, timeoutMs] of STOP_STEPS) {
    if (hasEnded()) return;
    try {
      send(signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    const until = performance.now() + timeoutMs;
    while (!hasEnded() && performance.now() < until) await sleep(POLL_MS);
  }
}

function readPidFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(path.join(cluster, LOCK_FILE), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** Exited, but in the process table until its parent collects it; in a container it may never do so. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/**
 * Whether its command line names the cluster. For a process whose folder the kernel does not tell us: another user's,
 * or ours in a user namespace of its own (systemd's PrivateUsers).
 */
function isAskedFor(pid: number, cluster: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.includes('-D') && words.includes(cluster);
  } catch {
    return false;
  }
}

/** Whether the process is a PostgreSQL on this cluster: process ids are reused. */
function runsOn(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return true; // cannot be checked; PostgreSQL checks itself
  if (process.platform === 'linux') {
    // PostgreSQL's working directory is its cluster; the kernel reports it even after a move.
    try {
      const its = statSync(`/proc/${pid}/cwd`);
      const ours = statSync(cluster);
      return its.ino === ours.ino && its.dev === ours.dev;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false; // gone
      return isAskedFor(pid, cluster);
    }
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return stdout.includes('postgres') && stdout.includes(cluster);
}
