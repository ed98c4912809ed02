import cluster from 'node:cluster';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '#server/http/metrics.ts';
import { createSupervisor, failuresAfter } from './supervisor.ts';

/** As long as a server is started again: six failures in a row end the supervisor. */
const countOf = (ends: readonly { ranMs: number; isRefused?: boolean }[]) =>
  ends.reduce(
    (failuresBefore, { ranMs, isRefused = false }) =>
      failuresAfter({ failuresBefore, ranMs, isRefused }),
    0,
  );

describe('a server of several that ends', () => {
  it('at once, again and again, is a failure more each time', () => {
    expect(countOf(Array(6).fill({ ranMs: 200 }))).toBe(6);
  });

  it('after it served for a while begins to count anew', () => {
    expect(countOf([...Array(5).fill({ ranMs: 200 }), { ranMs: 61_000 }])).toBe(1);
  });

  it('because it cannot start, as without Redis, never ends the others', () => {
    expect(countOf(Array(50).fill({ ranMs: 5_200, isRefused: true }))).toBeLessThan(6);
  });
});

describe('a server that stands still while it starts again', () => {
  it('is killed and started once more', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mainz-supervisor-'));
    const starts = path.join(folder, 'starts');
    const program = path.join(folder, 'server.mjs');
    // Only the first one serves; what it does then is end.
    writeFileSync(
      program,
      `import { appendFileSync, readFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(starts)}, 'x');
      setInterval(() => {}, 1000);
      if (readFileSync(${JSON.stringify(starts)}).length === 1) {
        process.send({ call: 'serving', input: 1 }, () => setTimeout(() => process.exit(1), 200));
      }`,
    );
    cluster.setupPrimary({ exec: program, args: [], execArgv: [] });
    const supervisor = createSupervisor({
      servers: 1,
      settings: {},
      answers: {},
      metrics: createMetrics(async () => ({}), { server: 'supervisor', text: async () => '' }),
      log: pino({ level: 'silent' }),
      onLost: () => {},
      // Long enough for a slow machine to run the program's first lines.
      startWithinMs: 2_000,
    });
    onTestFinished(async () => {
      await supervisor.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    await supervisor.start();
    await expect.poll(() => readFileSync(starts, 'utf8'), { timeout: 25_000 }).toBe('xxx');
  });
});
