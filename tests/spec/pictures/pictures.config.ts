/**
 * Not part of `npm test`: takes a picture of every toast, error and phase, to be looked at.
 * `PICTURES=<folder> npx playwright test -c tests/spec/pictures/pictures.config.ts`
 */
import { defineConfig } from '@playwright/test';
import { CHROMIUM } from '../../e2e/support/chromium.ts';

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: 'take.ts',
  outputDir: '../../../test-results/pictures',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: { launchOptions: CHROMIUM },
});
