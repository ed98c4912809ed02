/** Answers in JSON that are false or lack something: never fewer cards, and all of them once the node is honest again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { type SuiNode, startSuiNode } from '#demo/sui-node/server.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import { type Chain, ChainUnreachableError } from '#server/sui/chain.ts';
import { createSuiChain } from '#server/sui/sui-chain.ts';
import { KIOSK_FIELDS, someone } from './chain-setup.ts';

/** An answer, or a part of one. */
// biome-ignore lint/suspicious/noExplicitAny: any field can be changed
type Json = any;

interface Lie {
  /** As the log of the node names it. */
  readonly method: string;
  readonly change: (answer: Json) => void;
}

const [owner, stranger] = [someone('ab'), someone('5')];
const LOOSE = 3;
const PLACED = 2;

/** Where each transport has what the lies are about. */
const FORMS = {
  graphql: {
    method: 'getOwnedObjects',
    list: ({ data }: Json) => data.address.objects,
    objects: 'nodes',
    setOwner: (one: Json) => {
      one.owner.address.address = stranger;
    },
    setType: (one: Json) => {
      one.contents.type.repr += '<u8>';
    },
    page: (list: Json) => list.pageInfo,
    cursor: 'endCursor',
    fields: ({ data }: Json) => data.address.dynamicFields.nodes,
    setError: (answer: Json) => {
      answer.errors = [{ message: 'half of it is missing' }];
    },
    balance: 'balance',
    dropSum: ({ data }: Json) => delete data.address.balance.totalBalance,
    lookup: 'multiGetObjects',
    looked: ({ data }: Json) => data.multiGetObjects,
  },
  jsonrpc: {
    method: 'suix_getOwnedObjects',
    list: ({ result }: Json) => result,
    objects: 'data',
    setOwner: (one: Json) => {
      one.data.owner.AddressOwner = stranger;
    },
    setType: (one: Json) => {
      one.data.type += '<u8>';
    },
    page: (list: Json) => list,
    cursor: 'nextCursor',
    fields: ({ result }: Json) => result.data,
    setError: (answer: Json) => {
      answer.error = { code: -32_603, message: 'half of it is missing' };
    },
    balance: 'suix_getBalance',
    dropSum: ({ result }: Json) => delete result.totalBalance,
    lookup: 'sui_multiGetObjects',
    looked: ({ result }: Json) => result,
  },
} as const;

describe.each(['graphql', 'jsonrpc'] as const)('over %s', (transport) => {
  const form = FORMS[transport];
  let lie: Lie | null = null;
  /** Whether every id in an answer is in capitals. */
  let isLoud = false;
  let node: SuiNode;
  let chain: Chain;
  let ids: string[];

  beforeAll(async () => {
    const ledger = createEmptyWorld();
    const { kioskId } = createKiosk(ledger, owner);
    ids = [...mintMany(ledger, owner, LOOSE), ...mintMany(ledger, owner, PLACED, { kioskId })];
    node = await startSuiNode({
      ledger,
      async respond(_, call) {
        const reply = await call.answer();
        if (isLoud) {
          const text = Buffer.from(reply.body).toString();
          const loud = text.replaceAll(/(?<=0x)[0-9a-f]{64}/g, (id) => id.toUpperCase());
          return { ...reply, body: Buffer.from(loud) };
        }
        if (lie?.method !== call.method) return reply;
        const answer = JSON.parse(Buffer.from(reply.body).toString());
        lie.change(answer);
        return { ...reply, body: Buffer.from(JSON.stringify(answer)) };
      },
    });
    chain = createSuiChain({
      transport,
      url: transport === 'graphql' ? node.graphqlUrl : node.jsonRpcUrl,
      network: 'mainnet',
      collectionTypes: [DEMO_CARD_TYPE],
      retry: { firstWaitMs: 1, longestWaitMs: 1 },
    });
  });
  afterAll(async () => {
    await chain.close();
    await node.close();
  });

  const inList = (change: (list: Json) => void) => ({
    method: form.method,
    change: (answer: Json) => change(form.list(answer)),
  });
  const inObjects = (change: (one: Json, at: number, all: Json[]) => void) =>
    inList((list) => list[form.objects].forEach(change));
  const inPage = (change: (page: Json) => void) => inList((list) => change(form.page(list)));

  it.each<[string, Lie]>([
    ["another wallet's object", inObjects(form.setOwner)],
    ['an object of another type', inObjects(form.setType)],
    ['nothing in place of an object', inObjects((_, at, all) => all.fill(null, at))],
    ['no list', inList((list) => delete list[form.objects])],
    ['nothing about a next page', inPage((page) => delete page.hasNextPage)],
    [
      'a next page that it does not name',
      inPage((page) => Object.assign(page, { hasNextPage: true, [form.cursor]: null })),
    ],
    ['an error beside the list', { method: form.method, change: form.setError }],
    [
      'nothing in place of what lies in a kiosk',
      { method: KIOSK_FIELDS[transport], change: (answer) => form.fields(answer).fill(null) },
    ],
    [
      'that a listed card is no object',
      {
        method: form.lookup,
        change: (answer) => {
          const gone = transport === 'graphql' ? null : { error: { code: 'notExists' } };
          form.looked(answer).fill(gone);
        },
      },
    ],
  ])('a node that tells %s is not believed', { tags: 'H2' }, async (_, told) => {
    lie = told;
    await expect(chain.heldCards(owner)).rejects.toThrow(ChainUnreachableError);
    lie = null;
    const cards = await chain.heldCards(owner);
    expect(cards.map(({ id }) => id)).toEqual([...ids].sort());
  });

  it('a balance without its sum is not known, and is never taken for 0', {
    tags: 'E3',
  }, async () => {
    lie = { method: form.balance, change: form.dropSum };
    const balance = chain.balance(owner, '0x2::sui::SUI');
    await expect(balance).rejects.toThrow(ChainUnreachableError);
    lie = null;
  });

  it('a node may write ids in capitals, also of cards that are looked up', async () => {
    isLoud = true;
    const cards = await chain.heldCards(owner);
    isLoud = false;
    expect(cards).toEqual(await chain.heldCards(owner));
    expect(cards).toHaveLength(LOOSE + PLACED);
  });
});
