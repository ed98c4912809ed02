import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Latencies, playAtRate } from './load.ts';

describe('matches begun at a fixed rate', () => {
  it('are due whether or not earlier ones are over, and wait for a pair that is free', async () => {
    let playing = 0;
    let most = 0;
    let playedMs = 0;
    const play = async () => {
      const begun = performance.now();
      playing += 1;
      most = Math.max(most, playing);
      await sleep(20);
      playing -= 1;
      playedMs += performance.now() - begun;
      return 2;
    };
    const played = await playAtRate([{ play }, { play }], 1_000, 0.1);
    expect(most).toBe(2);
    expect(played.due).toBeGreaterThan(played.matches);
    expect(played.rounds).toBe(played.matches * 2);
    expect(played.matchMs).toHaveLength(played.matches);
    // They were due before a pair was free for them.
    const waitedAndPlayedMs = played.matchMs.reduce((sum, ms) => sum + ms, 0);
    expect(waitedAndPlayedMs).toBeGreaterThan(playedMs);
  });
});

describe('the time from the second card to both', () => {
  it('is taken once both players know how the round ended', () => {
    const latencies = new Latencies();
    latencies.shot('one', 1);
    latencies.shot('one', 1);
    latencies.learned('one', 1);
    expect(latencies.take()).toHaveLength(0);
    latencies.learned('one', 1);
    expect(latencies.take()).toHaveLength(1);
    expect(latencies.take()).toHaveLength(0);
  });

  it('leaves out a round that somebody missed', () => {
    const latencies = new Latencies();
    latencies.shot('one', 1);
    latencies.learned('one', 1);
    latencies.learned('one', 1);
    expect(latencies.take()).toHaveLength(0);
  });
});
