import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());

const fresh = () => import('./toasts.ts');

describe('toasts', () => {
  it('one at a time; the next waits until the first could be read', {
    tags: 'pages-18',
  }, async () => {
    const { toast, toasts } = await fresh();
    toast({ title: 'Wallet Connected' });
    toast({ title: 'NFTs Loaded' });
    expect(toasts.get().map(({ title }) => title)).toEqual(['Wallet Connected']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(toasts.get().map(({ title }) => title)).toEqual(['NFTs Loaded']);
  });

  it('a message that has stood for a while makes way at once', async () => {
    const { toast, toasts } = await fresh();
    toast({ title: 'first' });
    await vi.advanceTimersByTimeAsync(3_000);
    toast({ title: 'second' });
    expect(toasts.get().map(({ title }) => title)).toEqual(['second']);
  });

  it('closing one lets the waiting one in at once', async () => {
    const { toast, toasts, dismissToast } = await fresh();
    toast({ title: 'first' });
    toast({ title: 'second' });
    dismissToast(toasts.get()[0]!.id);
    expect(toasts.get()).toMatchObject([{ title: 'second', isOpen: true }]);
  });

  it('a dismissed toast closes, and is forgotten after 1,000,000 ms', {
    tags: ['pages-18', 'pages-22'],
  }, async () => {
    const { toast, toasts, dismissToast } = await fresh();
    toast({ title: 'gone' });
    dismissToast(toasts.get()[0]!.id);
    expect(toasts.get()).toMatchObject([{ title: 'gone', isOpen: false }]);
    await vi.advanceTimersByTimeAsync(999_999);
    expect(toasts.get()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(toasts.get()).toEqual([]);
  });
});
