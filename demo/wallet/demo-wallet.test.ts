import { fromBase64, toBase64 } from '@mysten/sui/utils';
import { verifyPersonalMessageSignature, verifyTransactionSignature } from '@mysten/sui/verify';
import {
  getWallets,
  type StandardConnectFeature,
  type StandardDisconnectFeature,
  type StandardEventsFeature,
  type SuiSignPersonalMessageFeature,
  type SuiSignTransactionFeature,
} from '@mysten/wallet-standard';
import { describe, expect, it } from 'vitest';
import { isAcceptedWallet } from '#rules/wallets.ts';
import { testStorage } from '#tests/support/test-wallet.ts';
import { personaAddress, personaKeypair } from '../keys.ts';
import { PERSONAS, type Persona, personaNamed } from '../personas.ts';
import { ACCOUNTS } from './accounts.ts';
import { DemoWallet } from './demo-wallet.ts';
import { demoWallet, keepOwnPerson } from './start.ts';

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SuiSignPersonalMessageFeature &
  SuiSignTransactionFeature;

function wallet(isAllowed = false) {
  let persona: Persona = personaNamed('ace');
  const made = new DemoWallet('mainnet', {
    persona: () => persona,
    setPersona: (next) => {
      persona = next;
    },
    isAllowed: () => isAllowed,
    setAllowed: (next) => {
      isAllowed = next;
    },
  });
  return { made, features: made.features as unknown as Features };
}

describe('the demo wallet', () => {
  it('passes the rule every wallet has to pass', () => {
    const { made } = wallet();
    const features = Object.keys(made.features);
    expect(isAcceptedWallet({ name: made.name, chains: made.chains, features })).toBe(true);
  });

  it('knows the accounts of all that a visitor can be, as their keys give them', () => {
    const derived = PERSONAS.filter(({ name }) => name !== 'house').map(({ name }) => {
      const keypair = personaKeypair(name);
      const publicKey = keypair.getPublicKey().toBase64();
      return [name, { address: keypair.toSuiAddress(), publicKey }];
    });
    expect(ACCOUNTS).toEqual(Object.fromEntries(derived));
  });

  it('connects silently only after the page was allowed', async () => {
    const { made, features } = wallet();
    const { connect } = features['standard:connect'];
    expect((await connect({ silent: true })).accounts).toEqual([]);
    await connect();
    expect((await connect({ silent: true })).accounts[0]?.address).toBe(personaAddress('ace'));
    expect(made.accounts[0]).toBe((await connect()).accounts[0]);
  });

  it('tells listeners of another persona and of a disconnect', async () => {
    const { made, features } = wallet(true);
    await features['standard:connect'].connect();
    const heard: (string | undefined)[] = [];
    const off = features['standard:events'].on('change', ({ accounts }) => {
      heard.push(accounts?.[0]?.address);
    });
    made.become(personaNamed('duo'));
    await features['standard:disconnect'].disconnect();
    off();
    await features['standard:connect'].connect();
    expect(heard).toEqual([personaAddress('duo'), undefined]);
  });

  it('signs a built transaction with the key of its persona, and no draft', async () => {
    const { features } = wallet();
    const [account] = (await features['standard:connect'].connect()).accounts;
    const { signTransaction } = features['sui:signTransaction'];
    const sign = (text: string) =>
      signTransaction({
        transaction: { toJSON: async () => text },
        account: account!,
        chain: 'sui:mainnet',
      });
    const bytes = toBase64(new Uint8Array([1, 2, 3]));
    const signed = await sign(bytes);
    expect(signed.bytes).toBe(bytes);
    const key = await verifyTransactionSignature(fromBase64(bytes), signed.signature);
    expect(key.toSuiAddress()).toBe(personaAddress('ace'));
    await expect(sign('{"version":2}')).rejects.toThrow('transactions that are built');
  });

  it('signs messages with the key of its persona, and for no other account', async () => {
    const { made, features } = wallet();
    const { accounts } = await features['standard:connect'].connect();
    const message = new TextEncoder().encode('the curtain rises');
    const { signPersonalMessage } = features['sui:signPersonalMessage'];
    const { signature } = await signPersonalMessage({ message, account: accounts[0]! });
    const key = await verifyPersonalMessageSignature(message, signature);
    expect(key.toSuiAddress()).toBe(personaAddress('ace'));

    made.become(personaNamed('duo'));
    await expect(signPersonalMessage({ message, account: accounts[0]! })).rejects.toThrow();
  });
});

describe('a browser that lets the page store nothing', () => {
  it('has the demo wallet too; its person goes with the page', { tags: 'wallet-7' }, async () => {
    // As here: there is no storage.
    const made = demoWallet('mainnet');
    expect(getWallets().get()).toContain(made);
    made.become(personaNamed('duo'));
    const { accounts } = await (made.features as unknown as Features)['standard:connect'].connect();
    expect(accounts.map(({ address }) => address)).toEqual([personaAddress('duo')]);
  });
});

describe('the connected address of the browser, when a page loads', () => {
  const flags = (persona: string, address: string) => ({
    demo_persona: persona,
    wallet_connected: 'true',
    wallet_address: address,
  });

  it("is set back to the tab's persona where another tab put its own", {
    tags: 'wallet-14',
  }, () => {
    const browser = testStorage(flags('duo', personaAddress('duo')));
    const [one, two] = ['ace', 'duo'].map((name) => testStorage({ demo_persona: name }));
    for (const [tab, name] of [
      [one!, 'ace'],
      [two!, 'duo'],
      [one!, 'ace'],
    ] as const) {
      keepOwnPerson(tab, browser);
      expect(browser.getItem('wallet_address')).toBe(personaAddress(name));
    }
  });

  it('stays as it is where no tab put it: the page then clears both flags', {
    tags: 'wallet-15',
  }, () => {
    const browser = testStorage(flags('ace', personaAddress('duo')));
    keepOwnPerson(testStorage({ demo_persona: 'ace' }), browser);
    expect(browser.getItem('wallet_address')).toBe(personaAddress('duo'));
  });
});
