import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './tests/e2e/support/chromium.ts';

/** Browser tests: the real product, a real Chromium, real signatures. */
export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'spec/**/*.spec.ts'],
  outputDir: 'test-results/e2e',
  // Each file starts a product of its own; two cores carry one at a time.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    launchOptions: CHROMIUM,
  },
});
