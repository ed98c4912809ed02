/** Connects a browser context with a demo persona, from its next page on. */
import type { BrowserContext, Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';

export async function become(
  browser: Pick<BrowserContext | Page, 'addInitScript'>,
  persona: string,
): Promise<void> {
  await browser.addInitScript(
    ([name, address]) => {
      // Keeps the persona a test switched to later.
      if (sessionStorage.getItem('demo_persona') !== null) return;
      sessionStorage.setItem('demo_persona', name!);
      localStorage.setItem('demo_wallet_allowed', 'true');
      localStorage.setItem('wallet_connected', 'true');
      localStorage.setItem('wallet_address', address!);
    },
    [persona, personaAddress(persona)],
  );
}
