import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createSnapshot } from './snapshot.ts';

/** A read that takes as long as told and counts itself. */
function setUp({
  costMs = 0,
  maxAgeMs = 60_000,
  ...pause
}: {
  costMs?: number;
  maxAgeMs?: number;
  pauseInReads?: number;
} = {}) {
  const state = { reads: 0, atOnce: 0, mostAtOnce: 0, fails: false, faults: 0, truth: 'first' };
  const snapshot = createSnapshot({
    maxAgeMs,
    ...pause,
    onFault: () => {
      state.faults += 1;
    },
    async read() {
      state.reads += 1;
      state.atOnce += 1;
      state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
      const seen = state.truth;
      try {
        if (costMs > 0) await sleep(costMs);
        if (state.fails) throw new Error('no database');
        return seen;
      } finally {
        state.atOnce -= 1;
      }
    },
  });
  return { state, snapshot };
}

describe('a snapshot', () => {
  it('is read once for all who ask at once, and kept', async () => {
    // Without a pause, which would put off a read that is not due.
    const { state, snapshot } = setUp({ costMs: 5, pauseInReads: 0 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => snapshot.get()));
    expect(new Set(answers)).toEqual(new Set(['first']));
    await snapshot.get();
    expect(state.reads).toBe(1);
  });

  it('shows a change to whoever asks after it, also while it is being read', {
    tags: 'S4',
  }, async () => {
    // Without a pause: on a busy machine nine lengths of a read are more than callers are kept waiting.
    const { state, snapshot } = setUp({ costMs: 2, pauseInReads: 0 });
    await snapshot.get();
    state.truth = 'second';
    snapshot.outdate();
    const early = snapshot.get();
    await sleep(1);
    state.truth = 'third';
    snapshot.outdate();
    expect(await snapshot.get()).toBe('third');
    expect(['second', 'third']).toContain(await early);
    expect(state.mostAtOnce).toBe(1);
  });

  it('shows a change to whoever asks after it, also while it is read for the first time', {
    tags: 'S4',
  }, async () => {
    const { state, snapshot } = setUp({ costMs: 2, pauseInReads: 0 });
    const early = snapshot.get();
    state.truth = 'second';
    snapshot.outdate();
    const late = snapshot.get();
    expect([await early, await late]).toEqual(['first', 'second']);
  });

  it('without pauses, shows a change to whoever asks after it, also when the last read was slow', {
    tags: 'S4',
  }, async () => {
    const { state, snapshot } = setUp({ costMs: 510, pauseInReads: 0 });
    await snapshot.get();
    state.truth = 'second';
    snapshot.outdate();
    expect(await snapshot.get()).toBe('second');
  });

  it('shows what changed elsewhere after its age', async () => {
    const { state, snapshot } = setUp({ maxAgeMs: 1 });
    await snapshot.get();
    state.truth = 'second';
    await sleep(20);
    expect(await snapshot.get()).toBe('second');
  });

  it('is handed out while a costly read is under way, and read with pauses', async () => {
    const { state, snapshot } = setUp({ costMs: 600 });
    await snapshot.get();
    state.truth = 'second';
    for (let change = 0; change < 30; change += 1) {
      snapshot.outdate();
      expect(await snapshot.get()).toBe('first');
      await sleep(5);
    }
    // The questions take far less than the pause of 5.4 s after a read of 600 ms.
    expect(state.reads).toBe(1);
  });

  it('is handed out as it is when a change came during a costly first read', async () => {
    const { state, snapshot } = setUp({ costMs: 510 });
    void snapshot.get();
    state.truth = 'second';
    snapshot.outdate();
    // Reading once more would take ten times as long.
    expect([await snapshot.get(), state.reads]).toEqual(['first', 1]);
  });

  it('pauses for 90 s at most, also when the process stood still for an hour in a read', async () => {
    const { state, snapshot } = setUp({ costMs: 1 });
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now');
    const first = snapshot.get();
    clock.mockImplementation(() => now() + 3_600_000);
    await first;
    state.truth = 'second';
    snapshot.outdate();
    clock.mockImplementation(() => now() + 3_690_000);
    await expect.poll(snapshot.get).toBe('second');
    clock.mockRestore();
  });

  it('tells a fault to whoever has nothing else to see, and then reads again', async () => {
    const { state, snapshot } = setUp();
    state.fails = true;
    await expect(snapshot.get()).rejects.toThrow('no database');
    state.fails = false;
    expect(await snapshot.get()).toBe('first');
  });

  it('keeps the last answer over a fault in the background', async () => {
    const { state, snapshot } = setUp({ maxAgeMs: 100 });
    await snapshot.get();
    state.fails = true;
    await sleep(110);
    expect(await snapshot.get()).toBe('first');
    await sleep(20);
    expect(state.faults).toBe(1);
  });
});
