/** Puts the demo wallet into the page, once. Loaded only when the settings say that this is a demo. */
import { getWallets } from '@mysten/wallet-standard';
import { personaAddress } from '../keys.ts';
import { CHOICES, chosenPersona, rememberPersona } from './chosen-persona.ts';
import { DemoWallet, type DemoWalletMemory } from './demo-wallet.ts';

const ALLOWED = 'demo_wallet_allowed';

let wallet: DemoWallet | null = null;

/** The demo wallet of this page; registered at the first call. */
export function demoWallet(network: string): DemoWallet {
  if (wallet === null) {
    wallet = new DemoWallet(network, browserMemory(sessionStorage, localStorage));
    keepOwnPerson(sessionStorage, localStorage);
    const unregister = getWallets().register(wallet);
    // A module replaced while developing must not leave its wallet behind.
    import.meta.hot?.dispose(unregister);
  }
  return wallet;
}

function browserMemory(tab: Storage, browser: Storage): DemoWalletMemory {
  return {
    persona: () => chosenPersona(tab, browser),
    setPersona: (persona) => rememberPersona(persona, tab, browser),
    isAllowed: () => browser.getItem(ALLOWED) === 'true',
    setAllowed(isAllowed) {
      if (isAllowed) {
        browser.setItem(ALLOWED, 'true');
        rememberPersona(chosenPersona(tab, browser), tab, browser);
      } else browser.removeItem(ALLOWED);
    },
  };
}

/**
 * The page remembers one connected address per browser. Where that is another persona's, from another
 * tab, it is put back to this tab's own, so that reloading one tab does not end the other's visit.
 */
export function keepOwnPerson(tab: Storage, browser: Storage): void {
  const remembered = browser.getItem('wallet_address');
  const isPersona = CHOICES.some(({ name }) => personaAddress(name) === remembered);
  if (!isPersona || browser.getItem('wallet_connected') !== 'true') return;
  browser.setItem('wallet_address', personaAddress(chosenPersona(tab, browser).name));
}
