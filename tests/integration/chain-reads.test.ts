/** Simple reads, and input that the chain port refuses. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { fundAddress, mintCoin, setCoinMetadata } from '#demo/sui-node/ledger/coins.ts';
import { createDemoWorld, DEMO_COIN_TYPE } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import { type Chain, ChainInputError, ChainUnreachableError } from '#server/sui/chain.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { BATCH, closeAll, openChain, openNode, PAGE, someone, TRANSPORTS } from './chain-setup.ts';

const SUI = '0x2::sui::SUI';
const ace = personaAddress('ace') as Address;
const rich = someone('c0');

let node: TestNode;
beforeAll(async () => {
  const ledger = createDemoWorld();
  for (let count = 1; count <= 120; count++) mintCoin(ledger, rich, BigInt(count));
  fundAddress(ledger, rich, 740n);
  node = await openNode(ledger);
});
afterAll(closeAll);

describe.each(TRANSPORTS)('on %s', (transport) => {
  let chain: Chain;
  beforeAll(() => {
    chain = openChain(node, transport);
  });

  it('tells epoch, gas price and that the node is alive', { tags: 'calls-20' }, async () => {
    expect(await chain.epoch()).toBe(node.ledger.epoch);
    expect(await chain.referenceGasPrice()).toBe(node.ledger.referenceGasPrice);
    await expect(chain.ping()).resolves.toBeUndefined();
  });

  it('tells the newest checkpoint, which a change moves on', async () => {
    const before = await chain.checkpoint();
    expect(before).toBe(node.ledger.checkpoint);
    mintCoin(node.ledger, someone('c1'), 1n);
    expect(await chain.checkpoint()).toBe(before + 1n);
  });

  it('tells no checkpoint that could be stored, and never read again', async () => {
    const newest = vi.spyOn(node.ledger, 'checkpoint', 'get').mockReturnValue(2n ** 60n);
    await expect(chain.checkpoint()).rejects.toThrow(ChainUnreachableError);
    newest.mockRestore();
  });

  it('sums balances, and answers 0 for a coin nobody has', { tags: 'calls-19' }, async () => {
    expect(await chain.balance(ace, SUI)).toBe(10_000_000_000n);
    expect(await chain.balance(ace, DEMO_COIN_TYPE)).toBe(184_000_000n);
    expect(await chain.balance(rich, SUI)).toBe(8_000n); // its coins and its address balance
    expect(await chain.balance(rich, DEMO_COIN_TYPE)).toBe(0n);
  });

  it('knows how amounts of a coin are written, and of which coins it does not', async () => {
    expect(await chain.coinInfo(DEMO_COIN_TYPE)).toEqual({ decimals: 6, symbol: 'MAIN' });
    expect(await chain.coinInfo('0x5::no::COIN')).toBeNull();
    const odd = `${someone('7')}::odd::ODD`;
    const symbol = ' $\u202eO\u0000D<b>D-LONGER-THAN-ANY';
    setCoinMetadata(node.ledger, odd, {
      id: someone('77'),
      decimals: 0,
      name: 'Odd',
      description: '',
      iconUrl: null,
      symbol,
    });
    expect(await chain.coinInfo(odd)).toEqual({ decimals: 0, symbol: '$ODbD-LONGER' });
  });

  it('lists all coins of one type, page after page', { tags: 'calls-19' }, async () => {
    node.requests.reset();
    const coins = await chain.coins(rich, SUI);
    expect(coins).toHaveLength(120);
    expect(coins.reduce((sum, { balance }) => sum + balance, 0n)).toBe(7_260n);
    expect(node.requests.count(transport)).toBe(Math.ceil(120 / PAGE[transport]));
    expect(await chain.coins(rich, DEMO_COIN_TYPE)).toEqual([]);
  });

  it('looks objects up in batches, in the order asked, and tells which do not exist', {
    tags: ['calls-19', 'calls-23'],
  }, async () => {
    const coins = await chain.coins(rich, SUI);
    const ids = coins.map(({ id }) => id).reverse();
    const asked = [someone('ee'), ...ids, someone('dd')];
    node.requests.reset();
    const objects = await chain.objects(asked);
    expect(node.requests.count(transport)).toBe(Math.ceil(122 / BATCH[transport]));
    expect(objects.map((object) => object?.id ?? null)).toEqual([null, ...ids, null]);
    expect(objects[1]).toEqual({ id: ids[0], version: 1n, owner: rich });
    expect(await chain.objects([])).toEqual([]);
    for (const [count, requests] of [
      [BATCH[transport], 1],
      [BATCH[transport] + 1, 2],
    ] as const) {
      node.requests.reset();
      await chain.objects(ids.slice(0, count));
      expect(node.requests.count(transport)).toBe(requests);
    }
  });

  it('resolves names, and answers null for one that nobody has', async () => {
    expect(await chain.resolveName('ace-demo.sui')).toBe(ace);
    expect(await chain.resolveName('nobody-demo.sui')).toBeNull();
  });

  it('answers null for a name on a network that has none', async () => {
    node.ledger.hasNameService = false;
    try {
      expect(await chain.resolveName('nobody.sui')).toBeNull();
    } finally {
      node.ledger.hasNameService = true;
    }
  });

  it('refuses malformed and repeated input before it asks anybody', {
    tags: 'calls-22',
  }, async () => {
    node.requests.reset();
    const bad = '0x12' as Address;
    await expect(chain.heldCards(bad)).rejects.toThrow('Invalid Sui address');
    await expect(chain.coins(bad, SUI)).rejects.toThrow('Invalid Sui address');
    await expect(chain.balance(bad, SUI)).rejects.toThrow('Invalid Sui address');
    await expect(chain.balance(ace, 'SUI')).rejects.toThrow(ChainInputError);
    await expect(chain.objects([ace, bad])).rejects.toThrow('Invalid Sui object id');
    const shouted = ace.toUpperCase().replace('0X', '0x') as Address;
    const twice = chain.objects([ace, shouted]);
    await expect(twice).rejects.toThrow('Duplicate object ids in batch call');
    await expect(chain.resolveName('no name')).rejects.toThrow('Invalid SuiNS name');
    await expect(chain.buildCardTransfer(ace, bad, ace)).rejects.toThrow(ChainInputError);
    const verdict = chain.verifyPersonalMessage(new Uint8Array(), 'AAAA', bad);
    await expect(verdict).rejects.toThrow(ChainInputError);
    expect(node.requests.count()).toBe(0);
  });

  it('judges signatures over personal messages', async () => {
    const message = new TextEncoder().encode('I am Ace.');
    const { signature } = await personaKeypair('ace').signPersonalMessage(message);
    expect(await chain.verifyPersonalMessage(message, signature, ace)).toBe(true);
    const other = new TextEncoder().encode('I am not.');
    expect(await chain.verifyPersonalMessage(other, signature, ace)).toBe(false);
    expect(await chain.verifyPersonalMessage(message, signature, rich)).toBe(false);
    expect(await chain.verifyPersonalMessage(message, 'AAAA', ace)).toBe(false);
    expect(await chain.verifyPersonalMessage(message, 'not base64', ace)).toBe(false);
    const transactionSignature = await personaKeypair('ace').signTransaction(message);
    const verdict = chain.verifyPersonalMessage(message, transactionSignature.signature, ace);
    expect(await verdict).toBe(false);
  });

  it('does not take a dead node for a bad signature', async () => {
    const message = new TextEncoder().encode('I am Ace.');
    const { signature } = await personaKeypair('ace').signPersonalMessage(message);
    node.faults.set({ kind: '502' });
    const verdict = chain.verifyPersonalMessage(message, signature, ace);
    // JSON-RPC nodes judge zkLogin alone, so an ordinary key needs none.
    if (transport === 'jsonrpc') expect(await verdict).toBe(true);
    else await expect(verdict).rejects.toThrow(ChainUnreachableError);
    node.faults.clear();
  });
});
