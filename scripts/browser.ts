import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const ROOT = path.resolve(import.meta.dirname, '..');
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Tells the processes of the tests, each of which would try the browser for half a second. */
const FOUND = 'BROWSER_FOUND';

/**
 * The browser for the tests: CHROME_PATH, an installed one, or Playwright's own; undefined if there is none. A file
 * that exists but does not run (Ubuntu's link to a snap) does not count.
 */
export function findBrowser(): string | undefined {
  const known = process.env.CHROME_PATH || process.env[FOUND];
  if (known) return known;
  const places = [...PLACES, chromium.executablePath()];
  const found = places.find((place) => existsSync(place) && runs(place));
  if (found !== undefined) process.env[FOUND] = found;
  return found;
}

/**
 * Chromium without a window, its address bar and extensions: for most tests, because it takes a fifth less processor.
 * Undefined if there is none, or another browser was asked for by CHROME_PATH.
 */
export function findHeadlessShell(): string | undefined {
  const shell = '/usr/bin/chromium-headless-shell';
  return process.env.CHROME_PATH || !existsSync(shell) ? undefined : shell;
}

/** Tries to install a browser. Undefined if that fails. */
export function installBrowser(): string | undefined {
  console.log('Installing a browser for the tests ...');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const apt = (...args: string[]) =>
      run('apt-get', ['-q', '-y', ...args], { DEBIAN_FRONTEND: 'noninteractive' });
    apt('update');
    // Apart: not every distribution has the shell.
    apt('install', '--no-install-recommends', 'chromium');
    apt('install', '--no-install-recommends', 'chromium-headless-shell');
    const found = findBrowser();
    if (found) return found;
  }
  const cli = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  run(process.execPath, [cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  return findBrowser();
}

function runs(browser: string): boolean {
  const { status, stdout } = spawnSync(browser, ['--version'], { encoding: 'utf8' });
  return status === 0 && /chrom/i.test(stdout);
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
}
