/** The wallet connection of a page, with test wallets and storage in memory. */
import { createConnection } from '#web/wallet/connection.ts';
import { acceptedWallets } from '#web/wallet/detect.ts';
import { rememberedIn } from '#web/wallet/remembered.ts';
import { TestRegistry, type TestWallet, testStorage } from './test-wallet.ts';

/** @param tab hears of other tabs */
export function testConnection(
  wallets: readonly TestWallet[],
  kept: Record<string, string> = {},
  tab: EventTarget | null = null,
) {
  const storage = testStorage(kept);
  const registry = new TestRegistry(...wallets);
  const remembered = rememberedIn(() => storage, tab);
  return { connection: createConnection(acceptedWallets(registry), remembered), registry, storage };
}
