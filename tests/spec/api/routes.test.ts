/**
 * What the page's code sends for each call, and what the server answers. Paths, payloads and fields are typed
 * out on purpose: a test that imports them could not fail.
 */
import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startProduct } from '#tests/support/in-process-product.ts';
import { call, readQuery, urlLoader } from '#web/api/call.ts';
import { nftsQuery } from '#web/cards/queries.ts';
import { leaderboardQuery, statsQuery, userQuery, usersQuery } from '#web/collectors/queries.ts';
import { groupsOwner } from '#web/groups/saving/owner.ts';
import { queueQuery } from '#web/groups/saving/queues.ts';
import { deleteEntry, entriesQuery, register } from '#web/whitelist/queries.ts';
import { pageFetch } from './page-fetch.ts';

const product = await forThisFile(startProduct());
const [ann, ben] = [await product.collector('ann'), await product.collector('ben')];
const cards = product.mint(ann.address, 7);
product.mint(ben.address, 1);
for (const { client } of [ann, ben]) await client.sync();
await ann.client.rename('Named Ann');
const page = pageFetch(product.origin);
page.becomes(ann.client.cookie);
afterAll(() => vi.unstubAllGlobals());
afterEach(() => {
  page.take();
  page.becomes(ann.client.cookie);
});

/** A query client like the page's, whose default query function does a GET of the key. */
const reads = () =>
  new QueryClient({
    defaultOptions: { queries: { queryFn: urlLoader({ on401: 'throw' }), retry: false } },
  });

/** Expects a request with cookies; a JSON body and its content type only where `body` is given. */
function expectSent(method: string, path: string, body?: unknown): void {
  const last = page.sent.at(-1);
  const contentType = body === undefined ? null : 'application/json';
  expect(last).toEqual({ method, path, credentials: 'include', contentType, body });
}

const fieldsOf = (thing: unknown) => Object.keys(thing as object);
const USER = ['walletAddress', 'username', 'nftCount', 'displayName', 'profilePicture'];

it('POST /api/user answers the user', { tags: ['calls-4', 'calls-5'] }, async () => {
  const username = `User_${ann.address.slice(-4)}`;
  const body = { walletAddress: ann.address, username, nftCount: 0 };
  const user = await call('POST /api/user', { body });
  expectSent('POST', '/api/user', body);
  expect(fieldsOf(user)).toEqual(expect.arrayContaining(USER));
  expect(user).toMatchObject({ walletAddress: ann.address, nftCount: 7 });
});

it('POST /api/nfts/sync/{address} takes nothing and answers totalNfts', {
  tags: 'calls-9',
}, async () => {
  const answer = await call('POST /api/nfts/sync/{address}', { params: { address: ann.address } });
  expectSent('POST', `/api/nfts/sync/${ann.address}`);
  expect(answer).toMatchObject({ totalNfts: 7 });
});

it('PATCH /api/user/{address} takes the username and answers the updated user', {
  tags: 'calls-6',
}, async () => {
  const params = { address: ann.address };
  const user = await call('PATCH /api/user/{address}', { params, body: { username: 'Ann' } });
  expectSent('PATCH', `/api/user/${ann.address}`, { username: 'Ann' });
  expect(fieldsOf(user)).toEqual(expect.arrayContaining(USER));
  expect(user).toMatchObject({ walletAddress: ann.address, username: 'Ann' });
});

it('PATCH /api/users/{walletAddress}/profile takes the displayName; its errors say `error`', {
  tags: 'calls-8',
}, async () => {
  const params = { walletAddress: ann.address };
  const path = `/api/users/${ann.address}/profile`;
  const body = { displayName: 'Ann of the Cards' };
  await call('PATCH /api/users/{walletAddress}/profile', { params, body });
  expectSent('PATCH', path, body);
  const empty = { displayName: ' ' };
  const refused = call('PATCH /api/users/{walletAddress}/profile', { params, body: empty });
  await expect(refused).rejects.toMatchObject({ sentence: 'Please enter a display name.' });
  await expect(refused).rejects.toThrow(/^400: \{"error":"Please enter a display name\."/);
  expect(await call('GET /api/user/{address}', { params: { address: ann.address } })).toMatchObject(
    { displayName: 'Ann of the Cards' },
  );
});

it('GET /api/user/{address} and GET /api/users/{walletAddress} answer the user', {
  tags: 'calls-7',
}, async () => {
  const user = await reads().fetchQuery(userQuery(ann.address));
  expectSent('GET', `/api/users/${ann.address}`);
  expect(fieldsOf(user)).toEqual(expect.arrayContaining(USER));
  const params = { address: ann.address };
  expect(await call('GET /api/user/{address}', { params })).toEqual(user);
  expectSent('GET', `/api/user/${ann.address}`);
});

it('GET /api/leaderboard answers a list of the ranked', {
  tags: ['calls-10', 'wallet-21'],
}, async () => {
  const ranked = async () => (await reads().fetchQuery(leaderboardQuery))[0];
  await expect.poll(ranked).toBeDefined();
  expectSent('GET', '/api/leaderboard');
  expect(fieldsOf(await ranked())).toEqual(
    expect.arrayContaining(['walletAddress', 'username', 'displayName', 'nftCount', 'rank']),
  );
});

it('GET /api/users answers names and pictures', { tags: 'calls-11' }, async () => {
  const users = async () => (await reads().fetchQuery(usersQuery))[0];
  await expect.poll(users).toBeDefined();
  expectSent('GET', '/api/users');
  expect(fieldsOf(await users())).toEqual(
    expect.arrayContaining(['walletAddress', 'displayName', 'profilePicture']),
  );
});

it('GET /api/stats answers three numbers', { tags: 'calls-12' }, async () => {
  const stats = await reads().fetchQuery(statsQuery);
  expectSent('GET', '/api/stats');
  expect(stats).toEqual({
    totalNFTs: expect.any(Number),
    activeUsers: expect.any(Number),
    collections: expect.any(Number),
  });
});

it('GET /api/nfts answers the cards of a wallet, named or of the session', {
  tags: 'calls-13',
}, async () => {
  const nfts = await reads().fetchQuery(nftsQuery(ann.address));
  expectSent('GET', `/api/nfts?walletAddress=${ann.address}`);
  expect(nfts).toHaveLength(7);
  expect(fieldsOf(nfts[0])).toEqual(
    expect.arrayContaining(['id', 'tokenId', 'contractAddress', 'name', 'imageUrl', 'description']),
  );
  const own = await reads().fetchQuery(readQuery('GET /api/nfts'));
  expect(own).toHaveLength(7);
  expect(own).toEqual(expect.arrayContaining(nfts));
  expectSent('GET', '/api/nfts');
});

it('GET and POST /api/nft-groups/{walletAddress} know groups without the default one', {
  tags: 'calls-14',
}, async () => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => {});
  const path = `/api/nft-groups/${ann.address}`;
  groupsOwner.set(ann.address);
  const queue = await reads().fetchQuery(queueQuery(ann.address));
  expectSent('GET', path);
  queue.change({ kind: 'add', id: 'g1', name: 'Stars' });
  queue.change({ kind: 'move', cardIds: [cards[0]!], to: 'g1', before: null });
  queue.flush();
  await vi.waitFor(() => expect(queue.get().status.kind).toBe('saved'));
  const groups = [{ groupId: 'g1', groupName: 'Stars', nftTokenIds: [cards[0]] }];
  expectSent('POST', path, { groups });
  const params = { walletAddress: ann.address };
  expect(await call('GET /api/nft-groups/{walletAddress}', { params })).toEqual(groups);
});

it('a group name of any length is refused with the words of the rule', { tags: 'G1' }, async () => {
  const { status, body } = await ann.client.exchange('POST /api/nft-groups/{walletAddress}', {
    params: { walletAddress: ann.address },
    body: { groups: [{ groupId: 'long', groupName: 'x'.repeat(5_000), nftTokenIds: [] }] },
  });
  expect([status, body]).toMatchObject([400, { reason: 'group-name-invalid' }]);
});

it('a save of groups for a version that is not the last is refused, one for any or none is taken', {
  tags: 'G2',
}, async () => {
  const params = { walletAddress: ann.address };
  const save = async (headers: { 'if-match'?: string }) => {
    const key = 'POST /api/nft-groups/{walletAddress}';
    return (await ann.client.exchange(key, { params, body: { groups: [] } }, headers)).status;
  };
  const read = await ann.client.exchange('GET /api/nft-groups/{walletAddress}', { params });
  const last = String(read.headers.etag);
  expect(await save({ 'if-match': `"groups-0", ${last}` })).toBe(200);
  for (const version of [last, `"groups-0", ${last}`, '"entries-1"', 'nothing of ours']) {
    expect([version, await save({ 'if-match': version })]).toEqual([version, 412]);
  }
  expect(await save({})).toBe(200);
  expect(await save({ 'if-match': '*' })).toBe(200);
});

it('a registration comes by POST register, stands in GET entries and whitelist, and goes by DELETE entry', {
  tags: 'calls-15',
}, async () => {
  await register(ann.address, cards);
  expectSent('POST', '/api/booster-pack/register', {
    walletAddress: ann.address,
    selectedNftIds: cards,
  });

  const entries = await reads().fetchQuery(entriesQuery(ann.address));
  expectSent('GET', `/api/booster-pack/entries/${ann.address}`);
  expect(entries).toHaveLength(1);
  expect(fieldsOf(entries[0])).toEqual(
    expect.arrayContaining(['id', 'entryCount', 'selectedNftIds', 'registeredAt']),
  );
  expect(entries[0]).toMatchObject({ entryCount: 1, selectedNftIds: expect.any(Array) });

  const all = await reads().fetchQuery(readQuery('GET /api/booster-pack/whitelist'));
  expectSent('GET', '/api/booster-pack/whitelist');
  expect(fieldsOf(all[0])).toEqual(
    expect.arrayContaining([
      ...['walletAddress', 'entryCount', 'selectedNftIds', 'registeredAt'],
      ...['hasRequiredCards', 'id'],
    ]),
  );

  const id = entries[0]!.id;
  await deleteEntry(ann.address, id);
  expectSent('DELETE', `/api/booster-pack/entry/${id}`);
  expect(await reads().fetchQuery(entriesQuery(ann.address))).toEqual([]);
});

const LOBBY = ['id', 'name', 'creatorWallet', 'currentPlayers', 'maxPlayers'];
const MATCH = [
  ...['id', 'status', 'player1Wallet', 'player2Wallet', 'player1Card', 'player2Card'],
  ...['player1Choice', 'player2Choice', 'player1Score', 'player2Score', 'currentRound'],
  ...['totalRounds', 'roundWinner', 'winner'],
];

it('GET and POST /api/game/lobbies answer a lobby, POST join its match', {
  tags: ['battle-20', 'calls-17'],
}, async () => {
  const body = { name: 'Front row', creatorWallet: ann.address };
  const lobby = await call('POST /api/game/lobbies', { body });
  expectSent('POST', '/api/game/lobbies', body);
  expect(fieldsOf(lobby)).toEqual(expect.arrayContaining(LOBBY));
  expect(lobby).toMatchObject({ ...body, currentPlayers: 1 });

  const lobbies = async () => await reads().fetchQuery(readQuery('GET /api/game/lobbies'));
  await expect.poll(lobbies).toHaveLength(1);
  expectSent('GET', '/api/game/lobbies');
  expect(fieldsOf((await lobbies())[0])).toEqual(expect.arrayContaining(LOBBY));

  page.becomes(ben.client.cookie);
  const params = { id: lobby.id };
  const joining = { walletAddress: ben.address };
  const joined = await call('POST /api/game/lobbies/{id}/join', { params, body: joining });
  expectSent('POST', `/api/game/lobbies/${lobby.id}/join`, joining);
  expect(joined).toMatchObject({ id: lobby.id, currentPlayers: 2 });
  const rematching = { playerWallet: ben.address };
  const again = await call('POST /api/game/lobbies/{id}/join', { params, body: rematching });
  expectSent('POST', `/api/game/lobbies/${lobby.id}/join`, rematching);
  expect(again.match.id).toBe(joined.match.id);
});

/** Two more people in a match; the page becomes the first of them. */
async function twoInMatch(name: string) {
  const one = await product.collector(`${name} one`);
  const two = await product.collector(`${name} two`);
  for (const { address, client } of [one, two]) {
    product.mint(address, 1);
    await client.sync();
  }
  const { id } = await one.client.call('POST /api/game/lobbies', {
    body: { name, creatorWallet: one.address },
  });
  const { match } = await two.client.call('POST /api/game/lobbies/{id}/join', {
    params: { id },
    body: { walletAddress: two.address },
  });
  page.becomes(one.client.cookie);
  return { one, two, id: match.id };
}

it('GET /api/game/matches, GET matches/{id} and POST play answer the match', {
  tags: 'calls-18',
}, async () => {
  const { one: player, id } = await twoInMatch('played');
  const query = { walletAddress: player.address };
  const [match] = await reads().fetchQuery(readQuery('GET /api/game/matches', { query }));
  expectSent('GET', `/api/game/matches?walletAddress=${player.address}`);
  expect(fieldsOf(match)).toEqual(expect.arrayContaining(MATCH));
  expect(match).toMatchObject({ id });
  const params = { id };
  const one = await reads().fetchQuery(readQuery('GET /api/game/matches/{id}', { params, query }));
  expectSent('GET', `/api/game/matches/${id}?walletAddress=${player.address}`);
  expect(fieldsOf(one)).toEqual(expect.arrayContaining(MATCH));
  expect(one).toMatchObject({ status: 'in_progress', currentRound: 1, totalRounds: 3 });

  const body = { walletAddress: player.address, cardName: 'Transcendence' };
  const played = await call('POST /api/game/matches/{id}/play', { params, body });
  expectSent('POST', `/api/game/matches/${id}/play`, body);
  expect(played).toMatchObject({ id, player1Card: 'Transcendence', player1Choice: 'rock' });
});

it('GET /api/game/leaderboard answers the rows of the board', { tags: 'calls-16' }, async () => {
  const { one: loser, two: winner, id } = await twoInMatch('left');
  await call('POST /api/game/matches/{id}/leave', {
    params: { id },
    body: { walletAddress: loser.address },
  });
  const rows = async () => await reads().fetchQuery(readQuery('GET /api/game/leaderboard'));
  await expect.poll(rows).toHaveLength(2);
  expectSent('GET', '/api/game/leaderboard');
  expect(fieldsOf((await rows())[0])).toEqual(
    expect.arrayContaining([
      ...['id', 'displayName', 'walletAddress', 'totalGames', 'lastGameAt', 'winRate', 'wins'],
      ...['losses', 'streak', 'bestStreak'],
    ]),
  );
  expect(await rows()).toMatchObject([
    { walletAddress: winner.address, wins: 1, streak: 1 },
    { walletAddress: loser.address, losses: 1, streak: -1 },
  ]);
});
