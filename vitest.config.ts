import { defineConfig } from 'vitest/config';
import { readRules } from './scripts/product-rules.ts';

/** Unit tests stand beside what they test; integration tests share one PostgreSQL per run. */
export default defineConfig({
  test: {
    // More than the two cores of a small machine, since tests also wait (decision 171).
    maxWorkers: 3,
    // Files of a worker share what they import; what a file starts or stubs it ends itself (decision 171).
    isolate: false,
    // A test names the rules of docs/product that it observes; any other tag is refused.
    tags: readRules().map(({ id, text }) => ({ name: id, description: text })),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{rules,contract,server,demo,web,scripts,bench,move}/**/*.test.{ts,tsx}',
            'tests/{spec,support}/**/*.test.ts',
          ],
          // Benchmarks that install packages of their own must not bring those packages' tests.
          exclude: ['tests/spec/api/**', '**/node_modules/**'],
          // Thousands of generated cases take seconds on a busy machine.
          testTimeout: 30_000,
          // One second, as it is by default, is short where so much shares two cores.
          expect: { poll: { timeout: 20_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/{integration,spec/api}/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts', 'tests/support/redis-setup.ts'],
          // They mostly wait for their servers.
          maxWorkers: 4,
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
          // As in the browser tests: a net for a machine that stood still; the check names whoever needed it.
          retry: 1,
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
