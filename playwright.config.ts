import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './tests/e2e/support/chromium.ts';
import { COMPILE_CACHE } from './tests/support/compile-cache.ts';

// Each worker is a new program: without it each compiles the same modules.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;

/** Files that change what they share: one worker has those of a list one after the other, in the order of their names. */
const CHANGING_PROFILES = 'e2e/{focus,profile-{card,groups,name}}.spec.ts';
const CHANGING_WHITELIST = 'e2e/{admin,profile-whitelist,round}.spec.ts';
const WITH_WALLET = 'e2e/{connecting,profile-large,send-card}.spec.ts';
const ALL = ['e2e/**/*.spec.ts', 'spec/**/*.spec.ts'];

/** Browser tests: the real product, a real Chromium, real signatures. */
export default defineConfig({
  testDir: 'tests',
  // What takes longest begins first.
  projects: [
    { name: 'changing profiles', testMatch: CHANGING_PROFILES, workers: 1 },
    { name: 'changing the whitelist', testMatch: CHANGING_WHITELIST, workers: 1 },
    { name: 'with the test wallet', testMatch: WITH_WALLET, workers: 1 },
    {
      name: 'others',
      testMatch: ALL,
      testIgnore: [CHANGING_PROFILES, CHANGING_WHITELIST, WITH_WALLET],
    },
  ],
  globalSetup: ['./tests/support/web-build.ts', './tests/support/postgres.ts'],
  outputDir: 'test-results/e2e',
  // Files run side by side, the tests of a file in order. They mostly wait (for the auto-save, the next
  // poll, a page), so there are more workers than the two cores of a small machine (decision 171).
  workers: 4,
  // A net for a machine that stood still, not a cure: the check names whoever needed it.
  retries: 1,
  timeout: 120_000,
  // Chromium draws slanted edges a shade lighter or darker from one time to the next.
  expect: { timeout: 20_000, toMatchSnapshot: { threshold: 0.1 } },
  // The pictures from before, if there are any to compare with (tests/e2e/support/pictures.ts).
  snapshotPathTemplate: `${process.env.BEFORE}/{arg}{ext}`,
  updateSnapshots: 'none',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    launchOptions: CHROMIUM,
  },
});
