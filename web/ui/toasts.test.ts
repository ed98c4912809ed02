import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());

const unseen = () => import('./toasts.ts');
const fresh = async () => {
  const toasts = await unseen();
  toasts.toasterCame();
  return toasts;
};

describe('toasts', () => {
  it('one at a time; the next waits until the first could be read', {
    tags: 'pages-18',
  }, async () => {
    const { toast, currentToast } = await fresh();
    toast({ title: 'Wallet Connected' });
    toast({ title: 'NFTs Loaded' });
    toast({ title: 'Joined Lobby!' });
    expect(currentToast.get()?.title).toBe('Wallet Connected');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(currentToast.get()?.title).toBe('NFTs Loaded');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(currentToast.get()?.title).toBe('Joined Lobby!');
  });

  it('the first waits for the code that shows it, and is then seen for as long as any', {
    tags: 'pages-18',
  }, async () => {
    const { toast, toasterCame, currentToast } = await unseen();
    toast({ title: 'Wallet Connected' });
    await vi.advanceTimersByTimeAsync(4_000);
    toast({ title: 'NFTs Loaded' });
    toasterCame();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(currentToast.get()?.title).toBe('Wallet Connected');
    await vi.advanceTimersByTimeAsync(100);
    expect(currentToast.get()?.title).toBe('NFTs Loaded');
  });

  it('a message that has stood for a while makes way at once', async () => {
    const { toast, currentToast } = await fresh();
    toast({ title: 'first' });
    await vi.advanceTimersByTimeAsync(3_000);
    toast({ title: 'second' });
    expect(currentToast.get()?.title).toBe('second');
  });

  it('a failure that waits gives way to a newer one with its title, and nothing else does', {
    tags: 'pages-18',
  }, async () => {
    const { toast, failureToast, currentToast } = await fresh();
    toast({ title: 'NFTs Loaded' });
    toast(failureToast('Update Failed')('too long'));
    toast(failureToast('Delete Failed')('The whitelist is closed.'));
    toast({ title: 'Copied to Clipboard', description: 'one' });
    toast({ title: 'Copied to Clipboard', description: 'two' });
    toast(failureToast('Update Failed')('taken'));
    const shown: unknown[] = [];
    for (let n = 0; n < 6; n += 1) {
      await vi.advanceTimersByTimeAsync(1_600);
      shown.push(currentToast.get()?.description);
    }
    expect(shown).toEqual(['The whitelist is closed.', 'one', 'two', 'taken', 'taken', 'taken']);
  });

  it('a clock that is set back holds up no message', async () => {
    const { toast, currentToast } = await fresh();
    toast({ title: 'first' });
    vi.setSystemTime(Date.now() - 3_600_000);
    toast({ title: 'second' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(currentToast.get()?.title).toBe('second');
  });

  it('closing one lets the waiting one in at once', async () => {
    const { toast, currentToast, dismissToast } = await fresh();
    toast({ title: 'first' });
    toast({ title: 'second' });
    dismissToast(currentToast.get()!.id);
    expect(currentToast.get()).toMatchObject({ title: 'second', isOpen: true });
  });

  it('closing one that has gone leaves the next one alone', async () => {
    const { toast, currentToast, dismissToast } = await fresh();
    toast({ title: 'first' });
    const { id } = currentToast.get()!;
    dismissToast(id);
    toast({ title: 'second' });
    dismissToast(id);
    expect(currentToast.get()).toMatchObject({ title: 'second', isOpen: true });
  });

  it('a dismissed toast closes, and is forgotten after 1,000,000 ms', {
    tags: ['pages-18', 'pages-22'],
  }, async () => {
    const { toast, currentToast, dismissToast } = await fresh();
    toast({ title: 'gone' });
    dismissToast(currentToast.get()!.id);
    expect(currentToast.get()).toMatchObject({ title: 'gone', isOpen: false });
    await vi.advanceTimersByTimeAsync(999_999);
    expect(currentToast.get()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(currentToast.get()).toBeNull();
  });
});
