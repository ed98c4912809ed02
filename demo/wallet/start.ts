/** Registers the demo wallet in the page, once. Loaded only in demo mode. */
import { getWallets } from '@mysten/wallet-standard';
import { personaAddress } from '../keys.ts';
import { PERSONAS, type Persona } from '../personas.ts';
import { DemoWallet, type DemoWalletMemory } from './demo-wallet.ts';

const ALLOWED = 'demo_wallet_allowed';

let wallet: DemoWallet | null = null;

/** The demo wallet; registered at the first call. */
export function demoWallet(network: string): DemoWallet {
  if (wallet === null) {
    wallet = new DemoWallet(network, browserMemory(sessionStorage, localStorage));
    keepOwnPerson(sessionStorage, localStorage);
    const unregister = getWallets().register(wallet);
    // Hot module replacement would leave a second wallet.
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
 * The page keeps one connected address per browser. If another tab put its persona there, sets it back to
 * this tab's persona, so that a reload keeps it.
 */
function keepOwnPerson(tab: Storage, browser: Storage): void {
  const remembered = browser.getItem('wallet_address');
  const isPersona = CHOICES.some(({ name }) => personaAddress(name) === remembered);
  if (!isPersona || browser.getItem('wallet_connected') !== 'true') return;
  browser.setItem('wallet_address', personaAddress(chosenPersona(tab, browser).name));
}

const KEY = 'demo_persona';

/** The house is not a choice: a program plays it. */
export const CHOICES: readonly Persona[] = PERSONAS.filter(({ name }) => name !== 'house');

/** Each tab keeps its own persona; a new tab begins with the last choice. */
function chosenPersona(tab: Storage, browser: Storage): Persona {
  const name = tab.getItem(KEY) ?? browser.getItem(KEY);
  return CHOICES.find((persona) => persona.name === name) ?? CHOICES[0]!;
}

function rememberPersona({ name }: Persona, tab: Storage, browser: Storage): void {
  tab.setItem(KEY, name);
  browser.setItem(KEY, name);
}
