/** Browser tests of the specification, and their visitors. */
import type { Page } from '@playwright/test';
import { test as demoTest } from '../e2e/support/demo-product.ts';
import { withoutPrerender } from '../e2e/support/without-prerender.ts';

export const test = demoTest.extend({
  contextOptions: { reducedMotion: 'reduce' },
});

/** Changes the public settings of the page, e.g. switches demo mode off. */
export async function changeSettings(page: Page, changed: object): Promise<void> {
  await withoutPrerender(page, (html) =>
    html.replace(
      /(<script[^>]*id="settings"[^>]*>)(.*?)(<\/script>)/s,
      (_, open: string, json: string, close: string) =>
        open + JSON.stringify({ ...JSON.parse(json), ...changed }) + close,
    ),
  );
}

/**
 * Registers a wallet in the page that refuses to connect, never answers, or connects with this address but
 * cannot sign and fails to disconnect, once `sulkyMayAnswer` is resolved. `sulkyLeaves()` in the page unregisters it.
 */
export async function addSulkyWallet(
  page: Page,
  answer: 'no' | 'never' | `0x${string}`,
): Promise<void> {
  await page.addInitScript((how) => {
    const accounts = how.startsWith('0x')
      ? [{ address: how, publicKey: new Uint8Array(32), chains: ['sui:mainnet'], features: [] }]
      : [];
    const connect = () => {
      if (accounts.length > 0) return Promise.resolve({ accounts });
      return how === 'no' ? Promise.reject(new Error('rejected')) : new Promise<never>(() => {});
    };
    const disconnect = async () => {
      await (window as { sulkyMayAnswer?: Promise<void> }).sulkyMayAnswer;
      throw new Error('busy');
    };
    const wallet = {
      version: '1.0.0',
      name: 'Sulky',
      chains: ['sui:mainnet'],
      accounts,
      icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
      features: {
        'standard:connect': { version: '1.0.0', connect },
        'standard:disconnect': { version: '1.0.0', disconnect },
        'standard:events': { version: '1.0.0', on: () => () => {} },
      },
    };
    const register = (api: { register(one: object): () => void }) => {
      Object.assign(window, { sulkyLeaves: api.register(wallet) });
    };
    addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent).detail),
    );
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  }, answer);
}

export function scriptsNaming(page: Page, host: string): () => Promise<number> {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    // Of a file that came while its page was being left there is no text.
    const text = () => response.text().catch(() => '');
    if (response.request().resourceType() === 'script') scripts.push(text());
  });
  return async () => (await Promise.all(scripts)).filter((text) => text.includes(host)).length;
}
