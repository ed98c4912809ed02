/** Servers that share a Redis share the database's clock, too: any of them may close a round that another one opened. */
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MEASURE_EVERY_MS } from '#server/cluster/clock.ts';
import { openCluster } from '#server/cluster/cluster.ts';
import { HAS_REDIS, redisForThisFile } from '#tests/support/server-pair.ts';

const MINUTE_MS = 60_000;
const redis = await redisForThisFile();

it.skipIf(!HAS_REDIS)(
  'a server compares its clock with it every minute until it closes',
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let asked = 0;
    let aheadMs = 0;
    const logged: string[] = [];
    const { clock, close } = await openCluster({
      redisUrl: redis.url(),
      async askTime() {
        asked += 1;
        if (asked === 3) throw new Error('the database is away');
        return new Date(Date.now() + aheadMs);
      },
      log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    });
    const isAhead = () => clock.now().getTime() - Date.now() > MINUTE_MS;
    expect([asked, isAhead()]).toEqual([1, false]);
    aheadMs = 2 * MINUTE_MS;
    vi.advanceTimersByTime(MEASURE_EVERY_MS);
    await expect.poll(isAhead).toBe(true);
    vi.advanceTimersByTime(MEASURE_EVERY_MS);
    await expect.poll(() => logged.join()).toContain('comparing the clocks failed');
    expect([asked, isAhead()]).toEqual([3, true]);
    await close();
    vi.advanceTimersByTime(MEASURE_EVERY_MS);
    expect(asked).toBe(3);
  },
);
