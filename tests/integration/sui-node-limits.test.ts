import { SuiGraphQLClient } from '@mysten/sui/graphql';
import { SuiGrpcClient } from '@mysten/sui/grpc';
import { SuiJsonRpcClient } from '@mysten/sui/jsonRpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { KIOSK_ITEM_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { connect, fullType, type Transport } from '#tests/support/sui-clients.ts';

const COLLECTION = 5_555;
const holder = `0x${'1'.repeat(64)}`;
const network = 'localnet';

let node: TestNode;
let kioskId: string;

beforeAll(async () => {
  const ledger = createEmptyWorld();
  mintMany(ledger, holder, COLLECTION);
  ({ kioskId } = createKiosk(ledger, `0x${'2'.repeat(64)}`));
  mintMany(ledger, holder, COLLECTION, { kioskId, locked: true });
  node = await startTestNode({ ledger });
});

afterAll(() => node.close());

describe('5,555 loose cards, read to the last page', () => {
  const read = async (transport: Transport, limit: number, display: boolean) => {
    const { core } = connect(node, transport);
    node.requests.reset();
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: { objects: { objectId: string }[]; cursor: string | null; hasNextPage: boolean } =
        await core.listOwnedObjects({
          owner: holder,
          type: DEMO_CARD_TYPE,
          limit,
          cursor,
          include: { display },
        });
      for (const { objectId } of page.objects) seen.add(objectId);
      cursor = page.hasNextPage ? page.cursor : null;
    } while (cursor !== null);
    return { cards: seen.size, requests: node.requests.count() };
  };

  it('gRPC takes pages of 1,000, or of 512 KiB', async () => {
    expect(await read('grpc', 1_000, false)).toEqual({ cards: COLLECTION, requests: 6 });
    const rich = await read('grpc', 1_000, true);
    expect(rich.cards).toBe(COLLECTION);
    expect(rich.requests).toBeGreaterThan(6);
    expect(rich.requests).toBeLessThanOrEqual(9);
  });

  it.each(['graphql', 'jsonrpc'] as const)('%s takes pages of 50', async (transport) => {
    expect(await read(transport, 50, true)).toEqual({ cards: COLLECTION, requests: 112 });
  });
});

describe('5,555 locked cards in one kiosk', () => {
  it('gRPC lists them in 12 pages', async () => {
    const { core } = connect(node, 'grpc');
    node.requests.reset();
    const items = new Set<string>();
    let entries = 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof core.listDynamicFields>> = await core.listDynamicFields(
        { parentId: kioskId, limit: 1_000, cursor },
      );
      for (const field of page.dynamicFields) {
        entries += 1;
        if (field.$kind === 'DynamicObject' && fullType(field.name.type) === KIOSK_ITEM_TYPE) {
          items.add(field.childId);
        }
      }
      cursor = page.hasNextPage ? page.cursor : null;
    } while (cursor !== null);
    expect([entries, items.size]).toEqual([2 * COLLECTION, COLLECTION]);
    expect(node.requests.count()).toBe(12);
  });

  it('JSON-RPC lists them in 223', async () => {
    const client = new SuiJsonRpcClient({ network, url: node.jsonRpcUrl });
    node.requests.reset();
    const items = new Set<string>();
    let entries = 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof client.getDynamicFields>> =
        await client.getDynamicFields({ parentId: kioskId, limit: 50, cursor });
      entries += page.data.length;
      for (const field of page.data) if (field.type === 'DynamicObject') items.add(field.objectId);
      cursor = page.hasNextPage ? page.nextCursor : null;
    } while (cursor !== null);
    expect([entries, items.size]).toEqual([2 * COLLECTION, COLLECTION]);
    expect(node.requests.count()).toBe(223);
  });

  it('GraphQL lists them in 223', async () => {
    const client = new SuiGraphQLClient({ network, url: node.graphqlUrl });
    const query = `query fields($parent: SuiAddress!, $after: String) {
      address(address: $parent) { dynamicFields(first: 50, after: $after) {
        pageInfo { hasNextPage endCursor } nodes { value { __typename } }
      } }
    }`;
    type Page = {
      pageInfo: { hasNextPage: boolean; endCursor: string };
      nodes: { value: { __typename: string } }[];
    };
    node.requests.reset();
    const kinds = new Map<string, number>();
    let after: string | null = null;
    do {
      const variables: Record<string, unknown> = { parent: kioskId, after };
      const { data } = await client.query({ query, variables });
      const page = (data as { address: { dynamicFields: Page } }).address.dynamicFields;
      for (const { value } of page.nodes) {
        kinds.set(value.__typename, (kinds.get(value.__typename) ?? 0) + 1);
      }
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(Object.fromEntries(kinds)).toEqual({ MoveObject: COLLECTION, MoveValue: COLLECTION });
    expect(node.requests.count('graphql', 'fields')).toBe(223);
  });
});

describe('over the limit', () => {
  it('gRPC cuts the page silently', async () => {
    const client = new SuiGrpcClient({ network, baseUrl: node.url, format: 'binary' });
    const list = (pageSize?: number) =>
      client.stateService.listOwnedObjects({
        owner: holder,
        ...(pageSize !== undefined && { pageSize }),
      }).response;
    expect((await list(5_000)).objects).toHaveLength(1_000);
    expect((await list()).objects).toHaveLength(50);
    const last = await client.core.listOwnedObjects({ owner: `0x${'9'.repeat(64)}` });
    expect(last).toEqual({ objects: [], cursor: null, hasNextPage: false });
  });

  it('GraphQL and JSON-RPC refuse', async () => {
    for (const transport of ['graphql', 'jsonrpc'] as const) {
      const { core } = connect(node, transport);
      await expect(core.listOwnedObjects({ owner: holder, limit: 51 })).rejects.toThrow(/51/);
      await expect(core.listDynamicFields({ parentId: kioskId, limit: 51 })).rejects.toThrow(/51/);
      const standard = await core.listOwnedObjects({ owner: holder });
      expect(standard.objects).toHaveLength(transport === 'graphql' ? 20 : 50);
    }
  });

  it('object batches: 200 by GraphQL, 50 without repetition by JSON-RPC', async () => {
    const ids = mintMany(node.ledger, holder, 201);
    const graphql = new SuiGraphQLClient({ network, url: node.graphqlUrl });
    const query = 'query q($keys: [ObjectKey!]!) { multiGetObjects(keys: $keys) { address } }';
    const get = (addresses: string[]) =>
      graphql.query({ query, variables: { keys: addresses.map((address) => ({ address })) } });
    expect((await get(ids)).errors?.[0]?.message).toContain('201 > 200');
    expect((await get(ids.slice(1))).data).toEqual({
      multiGetObjects: ids.slice(1).map((address) => ({ address })),
    });

    const jsonRpc = new SuiJsonRpcClient({ network, url: node.jsonRpcUrl });
    await expect(jsonRpc.multiGetObjects({ ids: ids.slice(0, 51) })).rejects.toThrow(/50/);
    await expect(jsonRpc.multiGetObjects({ ids: [holder, holder] })).rejects.toThrow(
      /Duplicate object ids/,
    );
    node.requests.reset();
    await connect(node, 'grpc').core.getObjects({ objectIds: ids });
    await connect(node, 'jsonrpc').core.getObjects({ objectIds: ids });
    await connect(node, 'graphql').core.getObjects({ objectIds: ids });
    expect(node.requests.all()).toEqual({
      'grpc BatchGetObjects': 5,
      'jsonrpc sui_multiGetObjects': 5,
      'graphql multiGetObjects': 6,
    });
  });

  it('GraphQL bounds the query text, its depth and its nodes', async () => {
    const graphql = new SuiGraphQLClient({ network, url: node.graphqlUrl });
    const message = async (query: string) =>
      (await graphql.query({ query, variables: {} })).errors?.[0]?.message;
    expect(await message(`{ chainIdentifier } # ${'x'.repeat(5_000)}`)).toContain('5000 bytes');
    const owner = (inner: string): string =>
      `owner { ... on AddressOwner { address { ${inner} } } }`;
    let deep = 'address';
    for (let level = 0; level < 11; level++) deep = `asObject { ${owner(deep)} }`;
    expect(await message(`{ address(address: "0x1") { ${deep} } }`)).toContain('too deep');
    const many = Array.from({ length: 301 }, (_, index) => `a${index}: chainIdentifier`);
    expect(await message(`{ ${many.join(' ')} }`)).toContain('5000 bytes');
    expect(await message('{ nothing }')).toContain('Cannot query field');
    expect(await message('{ packages { nodes { address } } }')).toContain('not provided');
  });

  it('smaller limits can be set, so that few objects make many pages', async () => {
    const small = await startTestNode({
      ledger: node.ledger,
      limits: { grpcMaxPage: 3, graphqlMaxPage: 2, jsonRpcMaxPage: 4 },
    });
    const { core } = connect(small, 'grpc');
    expect((await core.listOwnedObjects({ owner: holder, limit: 50 })).objects).toHaveLength(3);
    await expect(
      connect(small, 'jsonrpc').core.listOwnedObjects({ owner: holder, limit: 5 }),
    ).rejects.toThrow(/max limit 4/);
    await small.close();
  });
});

describe('a listing of the stand-in node', () => {
  it('a listing goes on where it stopped although objects came and went', async () => {
    const owner = `0x${'3'.repeat(64)}`;
    for (const transport of ['grpc', 'graphql', 'jsonrpc'] as const) {
      const ids = mintMany(node.ledger, owner, 6);
      const { core } = connect(node, transport);
      const first = await core.listOwnedObjects({ owner, limit: 3 });
      const [, second] = first.objects;
      for (const id of [second?.objectId ?? '', first.objects[2]?.objectId ?? '']) {
        transfer(node.ledger, id, holder);
      }
      const rest = await core.listOwnedObjects({ owner, limit: 50, cursor: first.cursor });
      expect(rest.objects).toHaveLength(3);
      expect(rest.hasNextPage).toBe(false);
      for (const id of ids) transfer(node.ledger, id, holder);
    }
  });
});
