/** Registers the demo wallet in the page, unless it is switched off. Loaded only in demo mode. */
import { getWallets } from '@mysten/wallet-standard';
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { createStore } from '#web/ui/external-store.ts';
import { PERSONAS, type Persona } from '../personas.ts';
import { ACCOUNTS } from './accounts.ts';
import { DemoWallet, type DemoWalletMemory } from './demo-wallet.ts';

const ALLOWED = 'demo_wallet_allowed';

/** In this tab the page has no wallet of its own. */
const OFF = 'demo_wallet_off';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const tab = openStorage(() => sessionStorage);
const browser = openStorage(() => localStorage);

let wallet: DemoWallet | null = null;
let unregister = () => {};

/** Whether the page finds the demo wallet among the wallets of this browser. */
export const isDemoWalletOn = createStore(true);

/** The demo wallet; registered at the first call. */
export function demoWallet(network: string): DemoWallet {
  if (wallet === null) {
    wallet = new DemoWallet(network, browserMemory());
    keepOwnPerson(tab, browser);
    if (tab.getItem(OFF) === null) unregister = getWallets().register(wallet);
    else isDemoWalletOn.set(false);
    // Hot module replacement would leave a second wallet.
    import.meta.hot?.dispose(() => unregister());
  }
  return wallet;
}

/** Off is what removing the extension is with a real wallet. Holds for this tab. */
export function switchDemoWallet(wallet: DemoWallet, isOn: boolean): void {
  if (isOn) {
    tab.removeItem(OFF);
    unregister = getWallets().register(wallet);
  } else {
    tab.setItem(OFF, 'true');
    wallet.leave();
    unregister();
  }
  isDemoWalletOn.set(isOn);
}

/** Where the browser lets the page store nothing, it is kept for as long as the page is there. */
function openStorage(open: () => Storage): Kept {
  const kept = new Map<string, string>();
  return (
    ifStorageAllows(open) ?? {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }
  );
}

function browserMemory(): DemoWalletMemory {
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
 * this tab's persona, so that a reload keeps it. An address that no tab put there is left for the page to refuse.
 */
export function keepOwnPerson(tab: Kept, browser: Kept): void {
  if (browser.getItem('wallet_connected') !== 'true') return;
  const own = chosenPersona(tab, browser);
  const remembered = browser.getItem('wallet_address');
  const put = [own.name, browser.getItem(KEY) ?? ''].map((name) => ACCOUNTS[name]?.address);
  if (!put.some((address) => address === remembered)) return;
  rememberPersona(own, tab, browser);
  browser.setItem('wallet_address', ACCOUNTS[own.name]!.address);
}

const KEY = 'demo_persona';

/** The house is not a choice: a program plays it. */
export const CHOICES: readonly Persona[] = PERSONAS.filter(({ name }) => name !== 'house');

/** Each tab keeps its own persona; a new tab begins as the one that was chosen or loaded last. */
function chosenPersona(tab: Kept, browser: Kept): Persona {
  const name = tab.getItem(KEY) ?? browser.getItem(KEY);
  return CHOICES.find((persona) => persona.name === name) ?? CHOICES[0]!;
}

function rememberPersona({ name }: Persona, tab: Kept, browser: Kept): void {
  tab.setItem(KEY, name);
  browser.setItem(KEY, name);
}
