import type { SuiClientTypes } from '@mysten/sui/client';
import { SuiGrpcClient } from '@mysten/sui/grpc';
import { describe, expect, it } from 'vitest';
import { personaAddress } from '#demo/keys.ts';
import { personaNamed } from '#demo/personas.ts';
import {
  KIOSK_OWNER_CAP_TYPE,
  ORIGIN_BYTE_OWNER_TOKEN_TYPE,
  PERSONAL_KIOSK_CAP_TYPE,
} from '#demo/sui-node/ledger/move-types.ts';
import { createDemoWorld, DEMO_CARD_TYPE, DEMO_COIN_TYPE } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { connect, fullType, TRANSPORTS, type Transport } from '#tests/support/sui-clients.ts';

const people = ['ace', 'kiosk'].map(personaNamed);
const ace = personaAddress('ace');
const keeper = personaAddress('kiosk');

const node = await forThisFile(startTestNode({ ledger: createDemoWorld({ people }) }));

/** Everything the product reads of a wallet, in a form that can be compared between transports. */
async function readWallet(transport: Transport, owner: string) {
  const { core } = connect(node, transport);
  const cards: SuiClientTypes.Object<{ display: true; content: true }>[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page: Awaited<
      ReturnType<typeof core.listOwnedObjects<{ display: true; content: true }>>
    > = await core.listOwnedObjects({
      owner,
      type: DEMO_CARD_TYPE,
      limit: 5,
      cursor,
      include: { display: true, content: true },
    });
    cards.push(...page.objects);
    cursor = page.hasNextPage ? page.cursor : null;
    pages += 1;
  } while (cursor !== null);

  const caps = await Promise.all(
    [KIOSK_OWNER_CAP_TYPE, PERSONAL_KIOSK_CAP_TYPE, ORIGIN_BYTE_OWNER_TOKEN_TYPE].map((type) =>
      core.listOwnedObjects({ owner, type, include: { content: true } }),
    ),
  );
  const coins = await core.listCoins({ owner });
  const { balance } = await core.getBalance({ owner, coinType: DEMO_COIN_TYPE });
  return {
    pages,
    cards: cards.map(({ type, ...card }) => ({ ...card, type: fullType(type) })),
    caps: caps.map(({ objects }) =>
      objects.map(({ content }) => Buffer.from(content).toString('hex')),
    ),
    coins: coins.objects.map(({ type, ...coin }) => ({ ...coin, type: fullType(type) })),
    balance: { ...balance, coinType: fullType(balance.coinType) },
    price: await core.getReferenceGasPrice(),
    system: (await core.getCurrentSystemState()).systemState,
    chain: await core.getChainIdentifier(),
    metadata: await core.getCoinMetadata({ coinType: DEMO_COIN_TYPE }),
  };
}

describe('the same wallet read through every transport', () => {
  it.each([ace, keeper])('%s', async (owner) => {
    const [first, ...others] = await Promise.all(
      TRANSPORTS.map((transport) => readWallet(transport, owner)),
    );
    for (const other of others) expect(other).toEqual(first);
    expect(first?.cards.length).toBe(owner === ace ? 12 : 3);
    expect(first?.caps.map((list) => list.length)).toEqual(owner === ace ? [0, 0, 0] : [1, 1, 1]);
    expect(first?.coins.map(({ balance }) => balance)).toEqual(['8000000000', '2000000000']);
    expect(first?.cards[0]?.display?.output?.name).toMatch(/ #\d+$/);
  });
});

describe.each(TRANSPORTS)('%s', (transport) => {
  it('type filters: package, module, type; a malformed one is refused', async () => {
    const { core } = connect(node, transport);
    const [packageId, module] = DEMO_CARD_TYPE.split('::');
    for (const type of [`${packageId}`, `${packageId}::${module}`, DEMO_CARD_TYPE]) {
      const { objects } = await core.listOwnedObjects({ owner: ace, type, limit: 50 });
      expect(objects).toHaveLength(12);
    }
    await expect(core.listOwnedObjects({ owner: ace, type: 'no type' })).rejects.toThrow();
  });
});

describe('gRPC read masks', () => {
  it('only what is asked for comes back', async () => {
    const client = new SuiGrpcClient({ network: 'localnet', baseUrl: node.url, format: 'binary' });
    const { response } = await client.stateService.listOwnedObjects({
      owner: ace,
      readMask: { paths: ['object_id', 'contents.name'] },
      pageSize: 1,
    });
    expect(response.objects).toEqual([
      { objectId: expect.any(String), contents: { name: expect.any(String) } },
    ]);
  });

  it('an unknown path is refused', async () => {
    const client = new SuiGrpcClient({ network: 'localnet', baseUrl: node.url, format: 'binary' });
    for (const path of ['objectId', 'owner.name', 'contents.value.x', 'nothing']) {
      const call = client.stateService.listOwnedObjects({
        owner: ace,
        readMask: { paths: [path] },
      });
      await expect(call.response).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });

  it('unknown methods are unimplemented', async () => {
    const client = new SuiGrpcClient({ network: 'localnet', baseUrl: node.url, format: 'binary' });
    const call = client.ledgerService.getCheckpoint({ checkpointId: { oneofKind: undefined } });
    await expect(call.response).rejects.toMatchObject({ code: 'UNIMPLEMENTED' });
  });
});
