import { describe, expect, it } from 'vitest';
import { PriorityLock } from './priority-lock.ts';

const never = new AbortController().signal;
const settle = () => new Promise(setImmediate);

describe('PriorityLock', () => {
  it('is held by one at a time, next by the lowest rank of those who wait', async () => {
    const lock = new PriorityLock();
    const held: string[] = [];
    const acquire = (name: string, rank: number) =>
      lock.acquire(rank, never).then(() => held.push(name));
    await acquire('first', 5);
    void acquire('late', 3);
    void acquire('later', 1);
    await settle();
    expect(held).toEqual(['first']);
    lock.release();
    await settle();
    expect(held).toEqual(['first', 'later']);
    lock.release();
    await settle();
    lock.release();
    await acquire('again', 9);
    expect(held).toEqual(['first', 'later', 'late', 'again']);
  });

  it('fails for those who wait when their signal is aborted', async () => {
    const lock = new PriorityLock();
    const closing = new AbortController();
    await lock.acquire(0, closing.signal);
    const waiting = lock.acquire(1, closing.signal);
    closing.abort(new Error('closing'));
    await expect(waiting).rejects.toThrow('closing');
    await expect(lock.acquire(2, closing.signal)).rejects.toThrow('closing');
  });

  it('goes to the next one when somebody has stopped waiting', async () => {
    const lock = new PriorityLock();
    const leaving = new AbortController();
    await lock.acquire(0, never);
    const left = lock.acquire(1, leaving.signal);
    const stays = lock.acquire(2, never);
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    lock.release();
    await stays;
  });
});
