import { defineConfig } from '@playwright/test';
import { DRAWING_CHROMIUM } from '../../tests/e2e/support/chromium.ts';

/** Measurements, not tests: nothing here fails because something was slow. */
export default defineConfig({
  testMatch: '*.measure.ts',
  globalSetup: ['../../tests/support/web-build.ts', '../../tests/support/postgres.ts'],
  outputDir: '../../test-results/bench-pages',
  // What runs beside it would be measured too.
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['line']],
  use: { launchOptions: DRAWING_CHROMIUM },
});
