/**
 * Every write of the contract, taken from its table: without a session, as another wallet, from another site. New
 * routes are included, unless they need an object of another wallet.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiKey, api } from '#contract/api.ts';
import type { Route } from '#contract/route.ts';
import { type CallRefusedError, Client, type Exchange, type Input } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { createDemoWorld } from '#demo/world.ts';
import { type Product, startProduct } from '#tests/support/in-process-product.ts';

let product: Product;
let origin: string;
let victim: Client;
let intruder: Client;
let entryId: string;

beforeAll(async () => {
  product = await startProduct({ ledger: createDemoWorld() });
  ({ origin } = product);
  victim = new Client({ origin, signer: personaKeypair('five') });
  intruder = new Client({ origin, signer: personaKeypair('ace') });
  for (const client of [victim, intruder]) {
    const { walletAddress } = client;
    await client.call('POST /api/nfts/sync/{address}', { params: { address: walletAddress } });
    await client.signIn();
  }
  entryId = await settle(victim);
});
afterAll(() => product.close());

/** Gives the wallet something of everything: a name, a group, an entry. Answers the entry's id. */
async function settle(client: Client): Promise<string> {
  const { walletAddress } = client;
  const params = { walletAddress };
  const cards = await client.call('GET /api/nfts', { query: { walletAddress } });
  const tokens = cards.map(({ tokenId }) => tokenId);
  await client.call('PATCH /api/users/{walletAddress}/profile', {
    params,
    body: { displayName: 'The rightful one' },
  });
  await client.call('POST /api/nft-groups/{walletAddress}', {
    params,
    body: { groups: [{ groupId: 'g1', groupName: 'Mine', nftTokenIds: tokens.slice(0, 2) }] },
  });
  const { id } = await client.call('POST /api/booster-pack/register', {
    body: { walletAddress, selectedNftIds: tokens },
  });
  return id;
}

/** What the world can see of the victim. */
async function seenOf(client: Client) {
  const { walletAddress } = client;
  const params = { walletAddress };
  const visitor = new Client({ origin });
  return {
    user: await visitor.call('GET /api/users/{walletAddress}', { params }),
    groups: await visitor.call('GET /api/nft-groups/{walletAddress}', { params }),
    entries: await visitor.call('GET /api/booster-pack/entries/{walletAddress}', { params }),
    cards: await visitor.call('GET /api/nfts', { query: { walletAddress } }),
  };
}

/** I5: these writes need no session, and no others. */
const FOR_ANYONE = [
  'POST /api/user',
  'POST /api/nfts/sync/{address}',
  'POST /api/auth/nonce',
  'POST /api/auth/verify',
  'POST /api/auth/logout',
];

/** Things of the victim's that a route names by an id. */
const THINGS: Partial<Record<ApiKey, () => object>> = {
  'DELETE /api/booster-pack/entry/{id}': () => ({ params: { id: entryId } }),
};

const writes = Object.entries<Route>(api).filter(([key]) => !key.startsWith('GET ')) as [
  ApiKey,
  Route,
][];
const guarded = writes.filter(([key]) => !FOR_ANYONE.includes(key));

/** Calls of this route that reach for what is the victim's. */
function reachesOf(key: ApiKey, { access }: Route): object[] {
  // What is the admin's alone needs no thing of the victim's to be refused.
  if (access.kind === 'admin') return [{}];
  if (access.kind !== 'actor') {
    const thing = THINGS[key];
    if (thing === undefined) throw new Error(`say in THINGS what ${key} reaches for`);
    return [thing()];
  }
  return access.named.map((place) => {
    const [part, field] = place.split('.') as [string, string];
    return { [part]: { [field]: victim.walletAddress } };
  });
}

async function refusalsOf(client: Client, key: ApiKey, route: Route, headers = {}) {
  const answers: Exchange[] = [];
  for (const reach of reachesOf(key, route)) {
    const method = key.split(' ')[0];
    const withBody = method === 'DELETE' ? reach : { body: {}, ...reach };
    answers.push(await client.exchange(key, withBody as Input<ApiKey>, headers));
  }
  return answers.map(({ status, body }) => {
    const { reason, error } = body as { reason: CallRefusedError['reason']; error: string };
    expect(error).toMatch(/^[A-Z].*\.$/);
    return `${status} ${reason}`;
  });
}

describe.each(guarded)('%s', (key, route) => {
  const all = (words: string) => reachesOf(key, route).map(() => words);

  it('is 401 without a session, 403 as another wallet, 403 from another site', {
    tags: ['collectors-8', 'I5', 'W4'],
  }, async () => {
    const before = await seenOf(victim);
    expect(await refusalsOf(new Client({ origin }), key, route)).toEqual(all('401 no-session'));
    const theirs = route.access.kind === 'admin' ? '403 not-admin' : '403 not-yours';
    expect(await refusalsOf(intruder, key, route)).toEqual(all(theirs));
    const foreign = { origin: 'https://evil.example' };
    expect(await refusalsOf(victim, key, route, foreign)).toEqual(all('403 foreign-origin'));
    expect(await seenOf(victim)).toEqual(before);
  });
});

describe('the writes', () => {
  it('there is no other write that needs no session', { tags: 'I5' }, () => {
    const open = writes.filter(([, { access }]) => access.kind === 'anyone').map(([key]) => key);
    expect(open.sort()).toEqual([...FOR_ANYONE].sort());
  });

  it('no write at all is accepted from another site', { tags: 'I6' }, async () => {
    const headers = { origin: 'https://evil.example' };
    for (const [key] of writes) {
      const params = {
        address: victim.walletAddress,
        walletAddress: victim.walletAddress,
        id: 'x',
      };
      const answer = await victim.exchange(key, { params, body: {} } as Input<ApiKey>, headers);
      expect([key, answer.status]).toEqual([key, 403]);
    }
  });

  it('the two writes for anyone change no name and no count', { tags: 'I5' }, async () => {
    const before = await seenOf(victim);
    const visitor = new Client({ origin });
    const { walletAddress } = victim;
    await visitor.call('POST /api/user', {
      body: { walletAddress, username: 'Stolen', nftCount: 999 },
    });
    await visitor.call('POST /api/nfts/sync/{address}', { params: { address: walletAddress } });
    expect(await seenOf(victim)).toEqual(before);
  });
});
