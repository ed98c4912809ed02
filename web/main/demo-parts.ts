/** The demo's code, loaded only in demo mode. */
import { settings } from '#web/api/settings.ts';
import { webWalletReady } from '#web/wallet/web-wallet.ts';

export const loadDemoNotice = () => import('#demo/wallet/DemoNotice.tsx');
export const loadPersonaPicker = () => import('#demo/wallet/PersonaPicker.tsx');

/** Resolves when the page's own wallets are registered. */
export async function ownWalletsReady(): Promise<void> {
  await Promise.all([demoWalletReady(), webWalletReady()]);
}

async function demoWalletReady(): Promise<void> {
  const { isDemo, network } = settings();
  if (!isDemo) return;
  const { demoWallet } = await import('#demo/wallet/start.ts');
  demoWallet(network);
}
