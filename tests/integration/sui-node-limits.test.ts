import { SuiGraphQLClient } from '@mysten/sui/graphql';
import { SuiGrpcClient } from '@mysten/sui/grpc';
import { SuiJsonRpcClient } from '@mysten/sui/jsonRpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import { connect, startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';

const holder = `0x${'1'.repeat(64)}`;
const network = 'localnet';

let node: TestNode;
let kioskId: string;

beforeAll(async () => {
  const ledger = createEmptyWorld();
  mintMany(ledger, holder, 1_001);
  ({ kioskId } = createKiosk(ledger, `0x${'2'.repeat(64)}`));
  node = await startTestNode({ ledger });
});

afterAll(() => node.close());

describe('the stand-in node over a limit', () => {
  it('cuts the page silently on gRPC', async () => {
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

  it('refuses on GraphQL and JSON-RPC', async () => {
    for (const transport of ['graphql', 'jsonrpc'] as const) {
      const { core } = connect(node, transport);
      await expect(core.listOwnedObjects({ owner: holder, limit: 51 })).rejects.toThrow(/51/);
      await expect(core.listDynamicFields({ parentId: kioskId, limit: 51 })).rejects.toThrow(/51/);
      const standard = await core.listOwnedObjects({ owner: holder });
      expect(standard.objects).toHaveLength(transport === 'graphql' ? 20 : 50);
    }
  });

  it('takes batches of 200 objects on GraphQL, of 50 different ones on JSON-RPC', async () => {
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

  it('refuses what the schema does not have, and tells what it does not provide', async () => {
    const graphql = new SuiGraphQLClient({ network, url: node.graphqlUrl });
    const message = async (query: string) =>
      (await graphql.query({ query, variables: {} })).errors?.[0]?.message;
    expect(await message('{ nothing }')).toContain('Cannot query field');
    expect(await message('{ packages { nodes { address } } }')).toContain('not provided');
  });
});
