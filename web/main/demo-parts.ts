/** The demo's parts, fetched only where the settings say that this is a demo. */
import { settings } from '#web/api/settings.ts';
import { webWalletReady } from '#web/wallet/web-wallet.ts';

export const loadDemoNotice = () => import('#demo/wallet/DemoNotice.tsx');
export const loadPersonaPicker = () => import('#demo/wallet/PersonaPicker.tsx');

/** Resolves when the wallets that the page itself brings can be found. */
export async function ownWalletsReady(): Promise<void> {
  await Promise.all([demoWalletReady(), webWalletReady()]);
}

async function demoWalletReady(): Promise<void> {
  const { isDemo, network } = settings();
  if (!isDemo) return;
  const { demoWallet } = await import('#demo/wallet/start.ts');
  demoWallet(network);
}
