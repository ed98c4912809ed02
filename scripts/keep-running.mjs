// Restarts the server after a failure. Runs on any Node the machine has.

/** A shorter run counts as an immediate failure. */
const AT_ONCE_MS = 60_000;
const MOST_AT_ONCE = 6;
const FIRST_PAUSE_MS = 1_000;

/** Exit codes without a restart: 0 after a stop, 1 with a line that says what to change. */
const IN_ORDER = [0, 1];
/** What the server needs is away, such as its database. */
const AWAY = 75;
/** Signals by which a person ends it. */
const ASKED_FOR = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/** Whether a server that ended like this, without a stop from us, must be restarted. */
export function hasFailed(code, signal) {
  return signal ? !ASKED_FOR.includes(signal) : !IN_ORDER.includes(code);
}

/** Immediate failures in a row, after a run of `livedMs`. */
export function failuresAfter(before, livedMs) {
  return livedMs < AT_ONCE_MS ? before + 1 : 1;
}

/** Pause before the next start, in ms; null to give up. */
export function pauseBefore(failures) {
  if (failures >= MOST_AT_ONCE) return null;
  return FIRST_PAUSE_MS * 2 ** (failures - 1);
}

/**
 * Ends what a killed server left in its process group: one of SERVERS that stands still holds the port. The others end
 * by themselves in the same moment. PostgreSQL has a group of its own.
 */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left, or this system has no groups.
  }
}

/**
 * Keeps a server running until it stops, or keeps failing immediately.
 * @param {() => import('node:child_process').ChildProcess} start with `detached`: in a process group of its own
 * @param {{
 *   pauseBefore?: (failures: number) => number | null,
 *   clearAway?: () => Promise<unknown>,
 * }} [options] `clearAway` cleans up after a killed server that is not restarted
 * @returns {{ stop(signal: NodeJS.Signals): void, ended: Promise<number> }} `ended` has the exit code
 */
export function keepRunning(start, options = {}) {
  const pauseOf = options.pauseBefore ?? pauseBefore;
  let server;
  let failures = 0;
  let isFirst = true;
  let isStopping = false;
  let wasKilled = false;
  let pause;
  let resolveEnded;
  const ended = new Promise((resolve) => {
    resolveEnded = resolve;
  });

  async function end(code) {
    if (wasKilled) await options.clearAway?.();
    resolveEnded(code);
  }

  function run() {
    pause = undefined;
    const startedAt = performance.now();
    server = start();
    server.on('error', (error) => {
      console.error(`The server cannot be started: ${error.message}`);
      end(1);
    });
    server.on('exit', (code, signal) => {
      wasKilled = signal !== null;
      if (wasKilled) endGroup(server.pid);
      const how = signal ? `was ended by ${signal}` : `failed with exit code ${code}`;
      const isAway = code === AWAY;
      // What was there once will come back. At the first start a setting may be wrong.
      if (isStopping || !hasFailed(code, signal) || (isAway && isFirst)) {
        if (signal) console.error(`The server ${how}.`);
        end(code ?? 1);
        return;
      }
      isFirst = false;
      failures = failuresAfter(failures, performance.now() - startedAt);
      if (isAway) failures = Math.min(failures, MOST_AT_ONCE - 1);
      const pauseMs = pauseOf(failures);
      if (pauseMs === null) {
        console.error(`The server ${how}, ${failures} times in a row: it is not started again.`);
        end(code ?? 1);
        return;
      }
      console.error(`The server ${how}: it is started again in ${pauseMs / 1000} s.`);
      pause = setTimeout(run, pauseMs);
    });
  }

  run();
  return {
    ended,
    stop(signal) {
      // npm forwards a signal that the terminal has already sent us.
      if (isStopping) return;
      isStopping = true;
      if (pause === undefined) {
        server.kill(signal);
      } else {
        clearTimeout(pause);
        end(1);
      }
    },
  };
}
