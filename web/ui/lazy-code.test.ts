import { describe, expect, it, vi } from 'vitest';
import { lazyCode } from './lazy-code.ts';

describe('code that cannot be loaded', () => {
  it('is only reported where no page waits for it, as on the server: no error, no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const code = lazyCode(() => Promise.reject(new Error('broken')));
    const loading = code.load();
    await vi.runAllTimersAsync();
    await loading;
    expect(code.get()).toEqual({ status: 'failed' });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
});
