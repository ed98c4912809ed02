/** The demo's parts, fetched only where the settings say that this is a demo. */
import { settings } from '#web/api/settings.ts';

export const loadDemoNotice = () => import('#demo/wallet/DemoNotice.tsx');
export const loadPersonaPicker = () => import('#demo/wallet/PersonaPicker.tsx');

/** Resolves when the demo wallet can be found; at once outside a demo. */
export async function demoWalletReady(): Promise<void> {
  const { isDemo, network } = settings();
  if (!isDemo) return;
  const { demoWallet } = await import('#demo/wallet/start.ts');
  demoWallet(network);
}
