import { SuiGrpcClient } from '@mysten/sui/grpc';
import { describe, expect, it } from 'vitest';
import { personaAddress } from '#demo/keys.ts';
import { personaNamed } from '#demo/personas.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { connect, startTestNode, TRANSPORTS } from '#tests/sui-node/test-node.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';

const ace = personaAddress('ace');

const node = await forThisFile(
  startTestNode({ ledger: createDemoWorld({ people: [personaNamed('ace')] }) }),
);

describe.each(TRANSPORTS)('the stand-in node on %s', (transport) => {
  it('filters by type, and refuses a malformed filter', async () => {
    const { core } = connect(node, transport);
    const { objects } = await core.listOwnedObjects({
      owner: ace,
      type: DEMO_CARD_TYPE,
      limit: 50,
    });
    expect(objects).toHaveLength(12);
    await expect(core.listOwnedObjects({ owner: ace, type: 'no type' })).rejects.toThrow();
  });
});

describe('the stand-in node on gRPC', () => {
  const client = new SuiGrpcClient({ network: 'localnet', baseUrl: node.url, format: 'binary' });

  it('returns only what a read mask asks for', async () => {
    const { response } = await client.stateService.listOwnedObjects({
      owner: ace,
      readMask: { paths: ['object_id', 'contents.name'] },
      pageSize: 1,
    });
    expect(response.objects).toEqual([
      { objectId: expect.any(String), contents: { name: expect.any(String) } },
    ]);
  });

  it('refuses an unknown path in a read mask', async () => {
    for (const path of ['objectId', 'owner.name', 'contents.value.x', 'nothing']) {
      const call = client.stateService.listOwnedObjects({
        owner: ace,
        readMask: { paths: [path] },
      });
      await expect(call.response).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });

  it('answers UNIMPLEMENTED to an unknown method', async () => {
    const call = client.ledgerService.getCheckpoint({ checkpointId: { oneofKind: undefined } });
    await expect(call.response).rejects.toMatchObject({ code: 'UNIMPLEMENTED' });
  });
});
