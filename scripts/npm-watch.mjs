const EVERY_MS = 200;

/**
 * Remembers the `npm start` or `npm run dev` that started us. npm forwards a SIGTERM only to its shell, which exits
 * without forwarding it, and a killed npm forwards nothing. The shell passes us the process id of npm (`$PPID`): it may
 * be gone before we can look.
 * @returns whether it is gone; without npm (nohup, a service manager) it never is
 */
export function rememberNpm() {
  const npm = Number(process.argv[2]);
  if (!npm || process.platform === 'win32') return () => false;
  const parent = process.ppid;
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

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
