import { describe, expect, it } from 'vitest';
import { CallRefusedError } from './client.ts';
import { backoffMs, retryUntilAnswered } from './retry.ts';

const never = new AbortController().signal;

function refused(status: number, retryAfter?: number) {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return new CallRefusedError('GET /api/stats', { status, headers, body: { error: 'no' } });
}

/** Throws these one after the other, then answers how often it was called. */
function failing(...errors: unknown[]) {
  let calls = 0;
  return async () => {
    const error = errors[calls];
    calls += 1;
    if (error !== undefined) throw error;
    return calls;
  };
}

describe('a call that is retried', () => {
  it.each<[string, unknown]>([
    ['nobody answers', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['the line breaks', new Error('socket hang up')],
    ['the server fails', refused(500)],
    ['the chain is away', refused(503, 0)],
    ['it was too often', refused(429, 0)],
  ])('goes on when %s', async (_, error) => {
    expect(await retryUntilAnswered(failing(error), { signal: never })).toBe(2);
  });

  it('signs in again when the session is gone, and goes on with what it was about', async () => {
    let signedIn = 0;
    const signIn = async () => {
      signedIn += 1;
    };
    expect(await retryUntilAnswered(failing(refused(401)), { signal: never, signIn })).toBe(2);
    expect(signedIn).toBe(1);
  });

  it('gets over a server that is away while it signs in again', async () => {
    const signIn = failing(new Error('socket hang up'));
    const patience = { signal: never, signIn: async () => void (await signIn()) };
    expect(await retryUntilAnswered(failing(refused(401)), patience)).toBe(2);
  });

  it.each([400, 403, 404, 409])(
    'throws a refusal that waiting does not change: %s',
    async (status) => {
      await expect(
        retryUntilAnswered(failing(refused(status)), { signal: never }),
      ).rejects.toMatchObject({
        status,
      });
    },
  );

  it('throws a 401 where there is nobody to sign in', async () => {
    await expect(
      retryUntilAnswered(failing(refused(401)), { signal: never }),
    ).rejects.toMatchObject({
      status: 401,
    });
  });

  it('throws a mistake of ours at once', async () => {
    await expect(
      retryUntilAnswered(failing(new TypeError('x')), { signal: never }),
    ).rejects.toThrow('x');
  });

  it('gives up after the most tries, of which one that came too often is none', async () => {
    const patience = { signal: never, mostTries: 2 };
    const [late, away] = [refused(429, 0), refused(503, 0)];
    expect(await retryUntilAnswered(failing(late, late, away), patience)).toBe(4);
    await expect(retryUntilAnswered(failing(late, away, away), patience)).rejects.toBe(away);
  });

  it('ends in the middle of a pause when it is told to', async () => {
    const leaving = new AbortController();
    const waiting = retryUntilAnswered(failing(refused(429, 3_600)), { signal: leaving.signal });
    setImmediate(() => leaving.abort(new Error('closing')));
    await expect(waiting).rejects.toThrow('closing');
  });

  it('pauses longer each time, up to a limit', () => {
    const pauses = Array.from({ length: 12 }, (_, failures) => backoffMs(failures));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBe(pauses.at(-2));
    expect(backoffMs(2_000)).toBe(pauses.at(-1));
  });
});
