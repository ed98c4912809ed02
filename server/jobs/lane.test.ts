import { describe, expect, it } from 'vitest';
import { createLane } from './lane.ts';

/** A lane whose batches return when they are told to. */
function heldLane(more: Partial<Parameters<typeof createLane<string, string>>[0]> = {}) {
  const sent: string[][] = [];
  const returns: PromiseWithResolvers<void>[] = [];
  const lane = createLane<string, string>({
    async send(items) {
      sent.push([...items]);
      const back = Promise.withResolvers<void>();
      returns.push(back);
      await back.promise;
      return items.map((item) => item.toUpperCase());
    },
    isOneToBlame: () => false,
    onFull: () => new Error('full'),
    ...more,
  });
  /** Lets the next batch return once it is under way. */
  async function back(fault?: Error): Promise<void> {
    await expect.poll(() => returns.length).toBeGreaterThan(0);
    const next = returns.shift();
    if (fault === undefined) next?.resolve();
    else next?.reject(fault);
  }
  return { lane, sent, back };
}

describe('a lane', () => {
  it('tells what waits, what is under way and how old the oldest of both is', async () => {
    const { lane, back } = heldLane();
    expect(lane.load()).toEqual({ waiting: 0, underWay: 0, oldestMs: 0 });
    const first = lane.push('a');
    await Promise.resolve();
    const others = [lane.push('b'), lane.push('c')];
    const before = lane.load();
    expect(before).toMatchObject({ waiting: 2, underWay: 1 });
    expect(lane.load().oldestMs).toBeGreaterThanOrEqual(before.oldestMs);
    await back();
    await first;
    await back();
    await Promise.all(others);
    await lane.drain();
    expect(lane.load()).toEqual({ waiting: 0, underWay: 0, oldestMs: 0 });
  });

  it('sends at once at rest, and what comes meanwhile together', async () => {
    const { lane, sent, back } = heldLane();
    const first = lane.push('a');
    await Promise.resolve();
    expect(sent).toEqual([['a']]);
    const others = Promise.all([lane.push('b'), lane.push('c')]);
    await back();
    expect(await first).toBe('A');
    await back();
    expect(await others).toEqual(['B', 'C']);
    expect(sent).toEqual([['a'], ['b', 'c']]);
  });

  it('sends at once for few callers too, one after the other', async () => {
    const { lane, sent, back } = heldLane();
    for (const item of ['a', 'b', 'c', 'd']) {
      const answer = lane.push(item);
      await Promise.resolve();
      expect(sent.at(-1)).toEqual([item]);
      await back();
      await answer;
      await lane.drain();
    }
  });

  it('leaves room between two batches even when nothing waited: what comes meanwhile goes together', async () => {
    let batches = 0;
    const { lane } = heldLane({
      async send(items) {
        batches += 1;
        return [...items];
      },
    });
    const moments = 30;
    for (let moment = 0; moment < moments; moment += 1) {
      await lane.push('first');
      await new Promise(setImmediate);
      const second = lane.push('second');
      await new Promise(setImmediate);
      await Promise.all([second, lane.push('third')]);
    }
    expect(batches).toBeLessThan(moments * 3);
  });

  it('sends at most two hundred together, the first come first', async () => {
    const { lane, sent, back } = heldLane();
    const all = Promise.all(Array.from({ length: 201 }, (_, item) => lane.push(`${item}`)));
    for (let batch = 0; batch < 2; batch += 1) await back();
    await all;
    expect(sent.map(({ length }) => length)).toEqual([200, 1]);
    expect(sent[1]).toEqual(['200']);
  });

  it('sends each by itself, one after the other, when one of many may be to blame', async () => {
    const sent: string[][] = [];
    let underWay = 0;
    const { lane } = heldLane({
      isOneToBlame: () => true,
      async send(items) {
        sent.push([...items]);
        underWay += 1;
        expect(underWay).toBe(1);
        await new Promise(setImmediate);
        underWay -= 1;
        if (items.includes('bad')) throw new Error('no');
        return [...items];
      },
    });
    const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map(lane.push));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sent).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
  });

  it('fails all of them when it may have been done', async () => {
    const { lane, back } = heldLane();
    const all = Promise.allSettled([lane.push('a'), lane.push('b')]);
    await back(new Error('the line broke'));
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('never sends two with a key in common together, and keeps their order', async () => {
    const { lane, sent, back } = heldLane({ keysOf: (item) => [...item] });
    const all = Promise.all(['ab', 'bc', 'cd', 'ef'].map(lane.push));
    for (let batch = 0; batch < 3; batch += 1) await back();
    await all;
    expect(sent).toEqual([['ab', 'ef'], ['bc'], ['cd']]);
  });

  it('takes no more than its bound', async () => {
    const { lane, back } = heldLane({ queue: 2 });
    const first = lane.push('a');
    await Promise.resolve();
    const waiting = [lane.push('b'), lane.push('c')];
    await expect(lane.push('d')).rejects.toThrow('full');
    await back();
    await back();
    expect(await Promise.all([first, ...waiting])).toEqual(['A', 'B', 'C']);
  });

  it('is drained when everything has returned', async () => {
    const { lane, sent, back } = heldLane();
    void lane.push('a');
    await Promise.resolve();
    void lane.push('b');
    let isDrained = false;
    const drained = lane.drain().then(() => {
      isDrained = true;
    });
    await back();
    expect(isDrained).toBe(false);
    await back();
    await drained;
    expect(sent).toEqual([['a'], ['b']]);
  });
});
