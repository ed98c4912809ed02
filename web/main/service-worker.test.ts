import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadSettings } from '#web/api/settings.ts';
import { startServiceWorker } from './service-worker.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('the service worker', () => {
  it('is told the files of our own site, also beside a picture whose link is none', async () => {
    const page = { getElementById: () => ({ textContent: '{"hasServiceWorker":true}' }) };
    await loadSettings(page as unknown as Document);
    const postMessage = vi.fn();
    const serviceWorker = {
      register: vi.fn(),
      ready: Promise.resolve({ active: { postMessage } }),
    };
    const names = ['https://mainz.test/assets/a.js?v=1', 'https://', 'https://other.test/b.js', ''];
    const origin = 'https://mainz.test';
    const addEventListener = vi.fn();
    vi.stubEnv('DEV', false);
    vi.stubGlobal('navigator', { serviceWorker });
    vi.stubGlobal('location', { origin, pathname: '/profile' });
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    const entries = names.map((name) => ({ name })) as PerformanceEntry[];
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries);
    vi.stubGlobal('addEventListener', addEventListener);
    await startServiceWorker();
    expect(postMessage).toHaveBeenCalledWith({
      path: '/profile',
      isKept: false,
      files: ['/assets/a.js'],
    });
    expect(addEventListener).toHaveBeenCalledWith('pushState', expect.any(Function));
  });
});
