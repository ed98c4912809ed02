import { describe, expect, it } from 'vitest';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { type CallsDependencies, type ChainRequest, createCalls } from './calls.ts';
import { TransportError } from './failures.ts';

function setUp(options: Partial<CallsDependencies> = {}) {
  const clock = new ManualClock({ skipsSleep: true });
  const requests: ChainRequest[] = [];
  const calls = createCalls({
    chainFetch: {
      fetch,
      async within(attempt, work) {
        try {
          return await work();
        } catch (error) {
          if (error instanceof TransportError) attempt.failure = error;
          throw error;
        }
      },
    },
    clock,
    retry: { attempts: 4, firstWaitMs: 100, longestWaitMs: 250, random: () => 1 },
    requestMs: 1_000,
    callMs: 10_000,
    onRequest: (request) => requests.push(request),
    ...options,
  });
  return { calls, clock, requests };
}

/** Fails with each of these in turn, then answers. */
function failing(...failures: Error[]) {
  const left = [...failures];
  return async () => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return `after ${failures.length}`;
  };
}

const busy = (retryAfterMs = 0) => new TransportError('rate-limited', 'busy', retryAfterMs);
const down = new TransportError('server', 'HTTP status 502');
const denied = new TransportError('denied', 'HTTP status 401');

describe('calls', () => {
  it('tries again with growing waits', async () => {
    const { calls, clock, requests } = setUp();
    await expect(calls.call('balance', failing(busy(), down, busy()))).resolves.toBe('after 3');
    expect(clock.slept).toEqual([100, 200, 250]);
    expect(requests.map(({ method, failure }) => [method, failure])).toEqual([
      ['balance', 'rate-limited'],
      ['balance', 'server'],
      ['balance', 'rate-limited'],
      ['balance', null],
    ]);
  });

  it('leaves half of each wait to chance', async () => {
    const retry = { attempts: 2, firstWaitMs: 100, longestWaitMs: 250, random: () => 0 };
    const { calls, clock } = setUp({ retry });
    await calls.call('balance', failing(down));
    expect(clock.slept).toEqual([50]);
  });

  it('gives up after so many tries, and says why', async () => {
    const { calls, requests } = setUp();
    const call = calls.call('balance', failing(down, down, down, down));
    await expect(call).rejects.toThrow(ChainUnreachableError);
    await expect(call).rejects.toMatchObject({ kind: 'server', cause: down });
    expect(requests).toHaveLength(4);
  });

  it('tries a node that hangs once more only: somebody is waiting', async () => {
    const hangs = new TransportError('timeout', 'no answer within 8000 ms');
    const { calls, requests } = setUp();
    await expect(calls.call('balance', failing(hangs))).resolves.toBe('after 1');
    await expect(calls.call('balance', failing(hangs, hangs))).rejects.toMatchObject({
      kind: 'timeout',
    });
    expect(requests).toHaveLength(2 + 2);
  });

  it('never tries again what cannot pass by itself', async () => {
    const { calls, requests } = setUp();
    await expect(calls.call('balance', failing(denied))).rejects.toMatchObject({ kind: 'denied' });
    await expect(calls.call('balance', failing(new TypeError('x')))).rejects.toMatchObject({
      kind: 'malformed',
    });
    expect(requests).toHaveLength(2);
  });

  it('waits as long as the server asks, unless that is too long for the job', async () => {
    const { calls, clock } = setUp();
    await calls.call('balance', failing(busy(3_000)));
    expect(clock.slept).toEqual([3_000]);
    const call = calls.call('balance', failing(busy(10_000)));
    await expect(call).rejects.toMatchObject({ kind: 'rate-limited' });
    expect(clock.slept).toEqual([3_000]);
  });

  it('starts nothing after a deadline that has ended', async () => {
    const { calls, requests } = setUp();
    const deadline = calls.startDeadline(1_000);
    deadline.end();
    const call = calls.call('balance', failing(), { deadline });
    await expect(call).rejects.toMatchObject({ kind: 'stopped' });
    expect(requests).toEqual([]);
  });

  it('ends a wait when it is closed, and starts nothing after', async () => {
    const clock = new ManualClock();
    const { calls } = setUp({ clock });
    const call = calls.call('balance', failing(down));
    await clock.advance(0);
    calls.close();
    await expect(call).rejects.toMatchObject({ kind: 'server' });
    await expect(calls.call('balance', failing())).rejects.toMatchObject({ kind: 'stopped' });
  });

  it('asks what became of a try that may have gone through', async () => {
    const { calls } = setUp();
    const settle = async () => 'it did';
    await expect(calls.call('execution', failing(down), { settle })).resolves.toBe('it did');
    const refused = new TransportError('refused', 'objects are gone');
    const plain = calls.call('execution', failing(refused), { settle });
    await expect(plain).rejects.toMatchObject({ kind: 'refused' });
    let asked = 0;
    const settleLate = async () => (++asked === 2 ? 'it did' : undefined);
    const late = calls.call('execution', failing(down, refused), { settle: settleLate });
    await expect(late).resolves.toBe('it did');
  });
});
