import type { SuiClientTypes } from '@mysten/sui/client';
import { SuiGrpcClient } from '@mysten/sui/grpc';
import { describe, expect, it } from 'vitest';
import { personaAddress } from '#demo/keys.ts';
import { personaNamed } from '#demo/personas.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import {
  KIOSK_ITEM_TYPE,
  KIOSK_LISTING_TYPE,
  KIOSK_OWNER_CAP_TYPE,
  ORIGIN_BYTE_OWNER_TOKEN_TYPE,
  PERSONAL_KIOSK_CAP_TYPE,
} from '#demo/sui-node/ledger/move-types.ts';
import { createDemoWorld, DEMO_CARD_TYPE, DEMO_COIN_TYPE } from '#demo/world.ts';
import { mintCard, setPersonalCap } from '#tests/sui-node/ledger-changes.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { connect, fullType, TRANSPORTS, type Transport } from '#tests/support/sui-clients.ts';

const people = ['ace', 'kiosk'].map(personaNamed);
const MISSING = `0x${'7'.repeat(64)}`;
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
  it('objects come in the order asked, a missing one as an error of its own', async () => {
    const { core } = connect(node, transport);
    const { objects } = await core.listOwnedObjects({ owner: ace, type: DEMO_CARD_TYPE });
    const ids = [objects[1]?.objectId ?? '', MISSING, objects[0]?.objectId ?? ''];
    const answer = await core.getObjects({ objectIds: ids, include: { display: true } });
    const [second, missing, first] = answer.objects;
    expect(second).toMatchObject({ objectId: ids[0], digest: objects[1]?.digest });
    expect(first).toMatchObject({ objectId: ids[2], display: { errors: null } });
    expect(missing).toMatchObject({ reason: 'notFound', objectId: MISSING });
  });

  it('a kiosk lists its items, listings and locks', async () => {
    const { core } = connect(node, transport);
    const { objects } = await core.listOwnedObjects({
      owner: keeper,
      type: KIOSK_OWNER_CAP_TYPE,
      include: { content: true },
    });
    const kioskId = `0x${Buffer.from(objects[0]?.content.slice(32) ?? []).toString('hex')}`;
    const { dynamicFields } = await core.listDynamicFields({ parentId: kioskId });
    const items = dynamicFields.filter(({ name }) => fullType(name.type) === KIOSK_ITEM_TYPE);
    expect(items).toHaveLength(6);
    for (const item of items) {
      expect(item.$kind).toBe('DynamicObject');
      expect(fullType(item.valueType)).toBe(DEMO_CARD_TYPE);
      expect(item).toMatchObject({ childId: `0x${Buffer.from(item.name.bcs).toString('hex')}` });
      const name = { type: KIOSK_ITEM_TYPE, bcs: item.name.bcs };
      const { object } = await core.getDynamicObjectField({ parentId: kioskId, name });
      expect(object.objectId).toBe(item.$kind === 'DynamicObject' && item.childId);
      expect(object.owner.$kind).toBe('ObjectOwner');
    }
    const [listing, ...rest] = dynamicFields.filter(({ $kind }) => $kind === 'DynamicField');
    expect(rest).toEqual([]);
    expect(fullType(listing?.name.type ?? '')).toBe(KIOSK_LISTING_TYPE);
    expect(listing?.name.bcs).toHaveLength(33);
    expect(listing?.valueType).toBe('u64');
  });

  it('type filters: package, module, type; a malformed one is refused', async () => {
    const { core } = connect(node, transport);
    const [packageId, module] = DEMO_CARD_TYPE.split('::');
    for (const type of [`${packageId}`, `${packageId}::${module}`, DEMO_CARD_TYPE]) {
      const { objects } = await core.listOwnedObjects({ owner: ace, type, limit: 50 });
      expect(objects).toHaveLength(12);
    }
    await expect(core.listOwnedObjects({ owner: ace, type: 'no type' })).rejects.toThrow();
  });

  it('display may be missing or partial while the fields stay readable', async () => {
    const text = { name: 'Bare', description: '', imageUrl: 'ipfs://none', number: 1 };
    const owner = `0x${'b'.repeat(64)}`;
    const bare = mintCard(node.ledger, DEMO_CARD_TYPE, owner, text);
    const partial = mintCard(node.ledger, DEMO_CARD_TYPE, owner, { ...text, name: 'Partial' });
    node.ledger.displays.override(bare.id, null);
    node.ledger.displays.override(partial.id, {
      output: { name: 'Partial', image_url: null },
      errors: { image_url: 'Field image_url not found' },
    });
    const { core } = connect(node, transport);
    const { objects } = await core.getObjects({
      objectIds: [bare.id, partial.id],
      include: { display: true, json: true },
    });
    expect(objects[0]).toMatchObject({ display: null, json: { name: 'Bare' } });
    expect(objects[1]).toMatchObject({ display: { output: { name: 'Partial', image_url: null } } });
    if (transport !== 'jsonrpc') {
      expect(objects[1]).toMatchObject({ display: { errors: { image_url: expect.any(String) } } });
    }
  });

  it('a borrowed personal cap holds nothing', async () => {
    const owner = `0x${'c'.repeat(63)}${TRANSPORTS.indexOf(transport)}`;
    const { capId, kioskId } = createKiosk(node.ledger, owner, 'personal');
    const { core } = connect(node, transport);
    const size = async () => {
      const { object } = await core.getObject({ objectId: capId, include: { content: true } });
      return object.content.length;
    };
    expect(await size()).toBe(32 + 1 + 64);
    setPersonalCap(node.ledger, capId, null);
    expect(await size()).toBe(32 + 1);
    setPersonalCap(node.ledger, capId, kioskId);
    expect(await size()).toBe(32 + 1 + 64);
  });

  it('names lead to addresses', async () => {
    const { core } = connect(node, transport);
    expect(await core.resolveNameServiceAddress({ name: 'ace-demo.sui' })).toEqual({
      address: ace,
    });
    expect(await core.resolveNameServiceAddress({ name: 'nobody.sui' })).toEqual({ address: null });
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

  it('kiosk items come with their display in one call', async () => {
    const client = new SuiGrpcClient({ network: 'localnet', baseUrl: node.url, format: 'binary' });
    const caps = await client.core.listOwnedObjects({
      owner: keeper,
      type: PERSONAL_KIOSK_CAP_TYPE,
      include: { content: true },
    });
    const parent = `0x${Buffer.from(caps.objects[0]?.content.slice(65) ?? []).toString('hex')}`;
    const { response } = await client.stateService.listDynamicFields({
      parent,
      readMask: {
        paths: ['name', 'value_type', 'kind', 'child_object.object_id', 'child_object.display'],
      },
    });
    expect(response.dynamicFields).toHaveLength(2);
    for (const { childObject, valueType, fieldId } of response.dynamicFields) {
      expect(valueType).toBe(DEMO_CARD_TYPE);
      expect(childObject?.display?.output).toBeDefined();
      expect(childObject?.digest).toBeUndefined();
      expect(fieldId).toBeUndefined();
    }
  });

  it('unknown methods are unimplemented', async () => {
    const client = new SuiGrpcClient({ network: 'localnet', baseUrl: node.url, format: 'binary' });
    const call = client.ledgerService.getCheckpoint({ checkpointId: { oneofKind: undefined } });
    await expect(call.response).rejects.toMatchObject({ code: 'UNIMPLEMENTED' });
  });
});
