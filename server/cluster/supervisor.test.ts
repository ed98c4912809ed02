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

/** @param program what each server runs; it finds in `starts` how many have begun, itself included */
function superviseProgram(servers: number, program: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mainz-supervisor-'));
  const file = path.join(folder, 'server.mjs');
  writeFileSync(
    file,
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    process.chdir(import.meta.dirname);
    appendFileSync('starts', 'x');
    const starts = readFileSync('starts').length;
    const tell = (call, input) => new Promise((told) => process.send({ call, input }, told));
    ${program}`,
  );
  cluster.setupPrimary({ exec: file, args: [], execArgv: [] });
  const lost: string[] = [];
  const logged: string[] = [];
  const supervisor = createSupervisor({
    servers,
    settings: {},
    answers: {},
    metrics: createMetrics({ server: 'supervisor', text: async () => '' }),
    log: pino({}, { write: (line: string) => logged.push(line) }),
    onLost: ({ message }) => lost.push(message),
    // Long enough for a slow machine to run the program's first lines.
    startWithinMs: 2_000,
  });
  onTestFinished(async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    start: supervisor.start,
    starts: () => readFileSync(path.join(folder, 'starts'), { encoding: 'utf8', flag: 'a+' }),
    write: (name: string) => writeFileSync(path.join(folder, name), ''),
    lost,
    logged: () => logged.join(''),
  };
}

describe('a server that ends while others still start for the first time', () => {
  it('is started again', async () => {
    const { start, starts, write } = superviseProgram(
      2,
      `setInterval(() => {}, 1000);
      while (starts === 2 && !existsSync('go on')) await sleep(20);
      await tell('serving', 1);
      await sleep(200);
      if (starts === 1) process.exit(1);`,
    );
    const started = start();
    await expect.poll(starts, { timeout: 25_000 }).toBe('xxx');
    write('go on');
    await started;
  });
});

describe('a server that stands still while it starts again', () => {
  it('is killed and started once more', async () => {
    const { start, starts } = superviseProgram(
      1,
      `setInterval(() => {}, 1000);
      // Only the first one serves; what it does then is end.
      if (starts === 1) {
        await tell('serving', 1);
        await sleep(200);
        process.exit(1);
      }`,
    );
    await start();
    await expect.poll(starts, { timeout: 25_000 }).toBe('xxx');
  });
});

describe('a server that is slow', () => {
  it('may take its time at the first start, which may change a large database', async () => {
    const { start } = superviseProgram(
      1,
      `setInterval(() => {}, 1000);
      await sleep(2_500);
      await tell('serving', 1);`,
    );
    expect(await start()).toBe(1);
  });

  it('is not killed once it serves after a restart', async () => {
    const { start, starts } = superviseProgram(
      1,
      `setInterval(() => {}, 1000);
      await tell('serving', 1);
      if (starts === 1) process.exit(1);
      await sleep(2_500);
      appendFileSync('starts', ' and serves on');`,
    );
    await start();
    await expect.poll(starts, { timeout: 25_000 }).toContain(' and serves on');
  });
});

describe('a server that may have missed events hears of it', () => {
  const HEARS = `process.on('message', ({ call, input, id }) => {
      if (call === 'event') appendFileSync('starts', ' ' + JSON.parse(input).kind);
      if (call === 'are you there') setTimeout(() => process.send({ answerTo: id }), silentMs);
    });
    await tell('serving', 1);`;

  it('when another one has ended, which may still have had some to send', async () => {
    const { start, starts, write } = superviseProgram(
      2,
      `const silentMs = 0;
      ${HEARS}
      while (starts === 1 && !existsSync('end')) await sleep(20);
      if (starts === 1) process.exit(1);`,
    );
    await start();
    expect(starts()).toBe('xx');
    write('end');
    await expect.poll(starts, { timeout: 25_000 }).toContain('events-lost');
  });

  it('when it was silent, since it was sent none meanwhile', async () => {
    const { start, starts } = superviseProgram(1, `const silentMs = 3_500; ${HEARS}`);
    await start();
    await expect.poll(starts, { timeout: 25_000 }).toContain('events-lost');
  });
});

describe('a server whose code is newer than the database', () => {
  it('does not start while another one serves; when none is left, all end, so that a restart migrates', async () => {
    const { start, write, lost, logged } = superviseProgram(
      2,
      `if (starts <= 2) {
        await tell('serving', 1);
        while (!existsSync('end ' + starts)) await sleep(20);
      } else {
        await tell('cannot-start', { words: 'older', isAway: false, needsRestart: true });
      }
      process.exit(1);`,
    );
    await start();
    write('end 1');
    await expect.poll(logged, { timeout: 25_000 }).toContain('cannot start: older: it is started');
    expect(lost).toEqual([]);
    write('end 2');
    await expect.poll(() => lost, { timeout: 25_000 }).toHaveLength(1);
    expect(lost[0]).toMatch(/^Server \d cannot start: older$/);
  });
});
