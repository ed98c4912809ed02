/**
 * One valid call per route of the contract, for a wallet. A missing route does not compile, so tests over all routes
 * miss none.
 */
import { type ApiKey, api } from '#contract/api.ts';
import type { Route } from '#contract/route.ts';

interface Sample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

export interface SampleCall extends Sample {
  readonly key: ApiKey;
  readonly route: Route;
  readonly method: string;
  readonly path: string;
}

function samplesOf(wallet: string): Record<ApiKey, Sample> {
  const own = { walletAddress: wallet };
  const none = { id: 'none' };
  const first = { id: '1' };
  const noTimes = { opensAt: null, closesAt: null };
  return {
    'POST /api/user': { body: own },
    'GET /api/user/{address}': { params: { address: wallet } },
    'PATCH /api/user/{address}': { params: { address: wallet }, body: { username: 'Ace' } },
    'GET /api/users/{walletAddress}': { params: own },
    'PATCH /api/users/{walletAddress}/profile': { params: own, body: { displayName: 'Ace' } },
    'GET /api/leaderboard': {},
    'GET /api/leaderboard/{walletAddress}': { params: own },
    'GET /api/users': {},
    'GET /api/stats': {},
    'POST /api/nfts/sync/{address}': { params: { address: wallet } },
    'GET /api/nfts': { query: own },
    'POST /api/auth/nonce': { body: own },
    'POST /api/auth/verify': { body: { ...own, signature: 'AA==' } },
    'GET /api/auth/session': {},
    'POST /api/auth/logout': {},
    'GET /api/nft-groups/{walletAddress}': { params: own },
    'POST /api/nft-groups/{walletAddress}': { params: own, body: { groups: [] } },
    'GET /api/booster-pack/entries/{walletAddress}': { params: own },
    'GET /api/booster-pack/whitelist': { query: { limit: '10' } },
    'GET /api/booster-pack/whitelist/totals': {},
    'GET /api/booster-pack/whitelist/recheck': {},
    'POST /api/booster-pack/whitelist/recheck': {},
    'POST /api/booster-pack/register': { body: { ...own, selectedNftIds: [] } },
    'DELETE /api/booster-pack/entry/{id}': { params: none },
    'GET /api/booster-pack/rounds': {},
    'GET /api/booster-pack/rounds/{id}': { params: first },
    'GET /api/booster-pack/rounds/{id}/list': { params: first },
    'GET /api/booster-pack/rounds/{id}/evidence': { params: first },
    'GET /api/booster-pack/rounds/{id}/proof/{address}': { params: { id: '1', address: wallet } },
    'PATCH /api/admin/booster-pack/rounds/{id}': { params: first, body: noTimes },
    'POST /api/admin/booster-pack/rounds/{id}/freeze': {
      params: first,
      body: { registrations: 0 },
    },
    'POST /api/admin/booster-pack/rounds': { body: { id: 2, ...noTimes } },
    'GET /api/game/leaderboard': {},
    'GET /api/game/leaderboard/{walletAddress}': { params: own },
    'GET /api/game/lobbies': {},
    'GET /api/game/lobbies/{id}': { params: none },
    'POST /api/game/lobbies': { body: { name: 'A room', creatorWallet: wallet } },
    'POST /api/game/lobbies/{id}/join': { params: none, body: own },
    'POST /api/game/lobbies/{id}/leave': { params: none, body: own },
    'GET /api/game/matches': { query: own },
    'GET /api/game/history/{walletAddress}': { params: own },
    'GET /api/game/matches/{id}': { params: none, query: own },
    'POST /api/game/matches/{id}/play': {
      params: none,
      body: { ...own, cardName: 'Transcendence' },
    },
    'GET /api/game/matches/{id}/claim': { params: none },
    'POST /api/game/matches/{id}/claim': { params: none, body: own },
    'POST /api/game/matches/{id}/leave': { params: none, body: own },
    'POST /api/transfers': { body: { ...own, cardId: wallet, recipient: 'duo-demo.sui' } },
    'POST /api/transfers/{id}/execute': { params: none, body: { ...own, signature: 'AA==' } },
    'GET /api/transfers/{id}': { params: none },
    'GET /api/wallets/{address}/balances': { params: { address: wallet } },
    'GET /api/settings': {},
  };
}

export function sampleCalls(wallet: string): SampleCall[] {
  const samples = samplesOf(wallet);
  return (Object.entries(api) as [ApiKey, Route][]).map(([key, route]) => {
    const sample = samples[key];
    const [method = '', template = ''] = key.split(' ', 2);
    return { ...sample, key, route, method, path: fill(template, sample) };
  });
}

export function fill(template: string, { params = {}, query }: Sample): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
}
