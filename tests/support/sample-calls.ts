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

const samplesOf = (wallet: string): Record<ApiKey, Sample> => ({
  'POST /api/user': { body: { walletAddress: wallet } },
  'GET /api/user/{address}': { params: { address: wallet } },
  'PATCH /api/user/{address}': { params: { address: wallet }, body: { username: 'Ace' } },
  'GET /api/users/{walletAddress}': { params: { walletAddress: wallet } },
  'PATCH /api/users/{walletAddress}/profile': {
    params: { walletAddress: wallet },
    body: { displayName: 'Ace' },
  },
  'GET /api/leaderboard': {},
  'GET /api/leaderboard/{walletAddress}': { params: { walletAddress: wallet } },
  'GET /api/users': {},
  'GET /api/stats': {},
  'POST /api/nfts/sync/{address}': { params: { address: wallet } },
  'GET /api/nfts': { query: { walletAddress: wallet } },
  'POST /api/auth/nonce': { body: { walletAddress: wallet } },
  'POST /api/auth/verify': { body: { walletAddress: wallet, signature: 'AA==' } },
  'GET /api/auth/session': {},
  'POST /api/auth/logout': {},
  'GET /api/nft-groups/{walletAddress}': { params: { walletAddress: wallet } },
  'POST /api/nft-groups/{walletAddress}': {
    params: { walletAddress: wallet },
    body: { groups: [] },
  },
  'GET /api/booster-pack/entries/{walletAddress}': { params: { walletAddress: wallet } },
  'GET /api/booster-pack/whitelist': { query: { limit: '10' } },
  'GET /api/booster-pack/whitelist/totals': {},
  'GET /api/booster-pack/whitelist/recheck': {},
  'POST /api/booster-pack/whitelist/recheck': {},
  'POST /api/booster-pack/register': { body: { walletAddress: wallet, selectedNftIds: [] } },
  'DELETE /api/booster-pack/entry/{id}': { params: { id: 'none' } },
  'GET /api/booster-pack/rounds': {},
  'GET /api/booster-pack/rounds/{id}': { params: { id: '1' } },
  'GET /api/booster-pack/rounds/{id}/list': { params: { id: '1' } },
  'GET /api/booster-pack/rounds/{id}/evidence': { params: { id: '1' } },
  'GET /api/booster-pack/rounds/{id}/proof/{address}': { params: { id: '1', address: wallet } },
  'PATCH /api/admin/booster-pack/rounds/{id}': {
    params: { id: '1' },
    body: { opensAt: null, closesAt: null },
  },
  'POST /api/admin/booster-pack/rounds/{id}/freeze': {
    params: { id: '1' },
    body: { registrations: 0 },
  },
  'POST /api/admin/booster-pack/rounds': { body: { id: 2, opensAt: null, closesAt: null } },
  'GET /api/game/leaderboard': {},
  'GET /api/game/leaderboard/{walletAddress}': { params: { walletAddress: wallet } },
  'GET /api/game/lobbies': {},
  'GET /api/game/lobbies/{id}': { params: { id: 'none' } },
  'POST /api/game/lobbies': { body: { name: 'A room', creatorWallet: wallet } },
  'POST /api/game/lobbies/{id}/join': { params: { id: 'none' }, body: { walletAddress: wallet } },
  'POST /api/game/lobbies/{id}/leave': { params: { id: 'none' }, body: { walletAddress: wallet } },
  'GET /api/game/matches': { query: { walletAddress: wallet } },
  'GET /api/game/history/{walletAddress}': { params: { walletAddress: wallet } },
  'GET /api/game/matches/{id}': { params: { id: 'none' }, query: { walletAddress: wallet } },
  'POST /api/game/matches/{id}/play': {
    params: { id: 'none' },
    body: { walletAddress: wallet, cardName: 'Transcendence' },
  },
  'GET /api/game/matches/{id}/claim': { params: { id: 'none' } },
  'POST /api/game/matches/{id}/claim': { params: { id: 'none' }, body: { walletAddress: wallet } },
  'POST /api/game/matches/{id}/leave': { params: { id: 'none' }, body: { walletAddress: wallet } },
  'POST /api/transfers': {
    body: { walletAddress: wallet, cardId: wallet, recipient: 'duo-demo.sui' },
  },
  'POST /api/transfers/{id}/execute': {
    params: { id: 'none' },
    body: { walletAddress: wallet, signature: 'AA==' },
  },
  'GET /api/transfers/{id}': { params: { id: 'none' } },
  'GET /api/wallets/{address}/balances': { params: { address: wallet } },
  'GET /api/settings': {},
});

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
