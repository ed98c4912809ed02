/**
 * Runs the checks of `npm test`, all or the named ones, each even after a failure. The last lines name tests that did
 * not run, say again what went wrong, count tests and other checks, and name tests that passed only at the second
 * try. Exit code 1 on any failure.
 */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser, findHeadlessShell, installBrowser } from './browser.ts';
import { countTests, inWords, runSteps, type Step } from './check-steps.ts';
import { fetchRedis, findRedis } from './redis-server.ts';
import { playwrightTests, vitestTests } from './test-reports.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const REPORTS = path.join(ROOT, 'test-results');

const tool = (file: string, ...args: string[]): string[] => [path.join(ROOT, file), ...args];
const vitest = (project: string): Step => {
  const report = path.join(REPORTS, `${project}.json`);
  return {
    name: project,
    commands: [
      tool(
        'node_modules/vitest/vitest.mjs',
        ...['run', '--project', project, '--reporter=default', '--reporter=json'],
        `--outputFile.json=${report}`,
      ),
    ],
    count: () => countTests(vitestTests(report)),
  };
};

const STEPS: Step[] = [
  { name: 'lock', commands: [tool('scripts/lock.ts')] },
  // Format, order of imports, and what is suspicious.
  {
    name: 'lint',
    commands: [tool('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')],
  },
  { name: 'types', commands: [tool('scripts/typecheck.ts')] },
  { name: 'borders', commands: [tool('scripts/borders.ts')] },
  { name: 'build', commands: [tool('scripts/build.mjs'), tool('scripts/size.ts')] },
  vitest('unit'),
  { ...vitest('integration'), prepare: prepareRedis },
  {
    name: 'browser',
    prepare: prepareBrowser,
    commands: [tool('node_modules/@playwright/test/cli.js', 'test')],
    count: () => countTests(playwrightTests(readFileSync(path.join(REPORTS, 'e2e.json'), 'utf8'))),
  },
  { name: 'rules', commands: [tool('scripts/product-rules.ts')] },
];

const names = process.argv.slice(2);
const unknown = names.find((name) => !STEPS.some((step) => step.name === name));
if (unknown === undefined) {
  rmSync(REPORTS, { recursive: true, force: true });
  const total = runSteps(STEPS.filter(({ name }) => names.length === 0 || names.includes(name)));
  console.log(inWords(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
} else {
  console.error(
    `There is no check ${unknown}; there are ${STEPS.map(({ name }) => name).join(', ')}.`,
  );
  process.exitCode = 1;
}

/** Without Redis the tests that need it are reported as not run. */
function prepareRedis(): undefined {
  const redis = findRedis() ?? fetchRedis();
  console.log(
    `redis: ${redis?.program ?? 'none for the tests; install redis-server or valkey-server, or set REDIS_SERVER'}`,
  );
}

/** Returns why the browser tests cannot run, or nothing. */
function prepareBrowser(): string | undefined {
  const browser = findBrowser() ?? installBrowser();
  if (browser === undefined) {
    return 'No browser for the tests: install Chromium (on Debian: apt-get install chromium), or set CHROME_PATH.';
  }
  // Node reads TypeScript by itself; Playwright's own way costs every worker seconds.
  process.env.PW_DISABLE_TS_ESM = '1';
  const shell = findHeadlessShell();
  console.log(`browser: ${browser}${shell === undefined ? '' : `, and most tests in ${shell}`}`);
  return undefined;
}
