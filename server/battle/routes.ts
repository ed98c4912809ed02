/** Contract route -> use case. The session decides whose cards are shown, never the query. */
import type { Match } from '#contract/battle.ts';
import type { battleRoutes } from '#contract/battle-routes.ts';
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { type Caller, type Handlers, JsonText, Reply } from '#server/http/handlers.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import type { BattleBoards } from './boards/boards.ts';
import type { Lobbies } from './lobbies/lobbies.ts';
import { viewLobby } from './lobbies/lobby-view.ts';
import type { StoredMatch } from './matches/match-row.ts';
import { matchTag, matchText, viewMatch } from './matches/match-view.ts';
import type { Matches } from './matches/matches.ts';
import type { Presence } from './presence.ts';

interface BattleUseCases {
  readonly lobbies: Lobbies;
  readonly matches: Matches;
  readonly boards: BattleBoards;
  readonly presence: Pick<Presence, 'saw'>;
  readonly clock: { now(): Date };
  readonly limits: Pick<Limits, 'chargeNetwork'>;
}

export function createBattleHandlers(
  useCases: BattleUseCases,
): Handlers<keyof typeof battleRoutes> {
  const { lobbies, matches, boards, presence, clock, limits } = useCases;
  const shareOf =
    ({ ip }: Pick<Caller, 'ip'>) =>
    () =>
      limits.chargeNetwork('empty wallet', ip);
  const view = (stored: StoredMatch, viewer: Address | null, at = clock.now()) =>
    new JsonText<Match>(matchText(stored, viewer, at));
  const viewAll = (found: readonly StoredMatch[], viewer: Address | null, at = clock.now()) =>
    new JsonText<Match[]>(`[${found.map((stored) => matchText(stored, viewer, at)).join(',')}]`);

  return {
    'GET /api/game/leaderboard': () => boards.standings(),
    'GET /api/game/leaderboard/{walletAddress}': async ({ params }) => ({
      place: await boards.placeOf(params.walletAddress),
    }),
    'GET /api/game/lobbies': ({ caller }) => {
      presence.saw(caller.wallet);
      return boards.lobbies(caller.wallet);
    },

    'GET /api/game/lobbies/{id}': async ({ params, caller }) => {
      presence.saw(caller.wallet);
      return viewLobby(await lobbies.get(params.id));
    },

    'POST /api/game/lobbies': async ({ body, caller }) => {
      presence.saw(caller.wallet); // one that is open already stays so
      return viewLobby(await lobbies.open(caller.wallet, body, shareOf(caller)));
    },

    'POST /api/game/lobbies/{id}/join': async ({ params, caller }) => {
      const { lobby, stored } = await lobbies.join(caller.wallet, params.id, shareOf(caller));
      return { ...viewLobby(lobby), match: viewMatch(stored, caller.wallet, clock.now()) };
    },

    'POST /api/game/lobbies/{id}/leave': async ({ params, caller }) =>
      viewLobby(await lobbies.leave(caller.wallet, params.id)),

    'GET /api/game/matches': async ({ query, caller }) => {
      presence.saw(caller.wallet);
      const wallet = query.walletAddress ?? caller.wallet;
      if (wallet === null) throw new Refusal('no-wallet-address');
      const found = await matches.ofWallet(wallet);
      const etag = found.map((stored) => matchTag(stored, caller.wallet)).join('+');
      const serverNow = clock.now();
      return new Reply(() => viewAll(found, caller.wallet, serverNow), {
        etag: etag === '' ? 'none' : etag,
        serverNow,
      });
    },

    'GET /api/game/history/{walletAddress}': async ({ params, query }) =>
      viewAll(await matches.history(params.walletAddress, query.before ?? null), null),

    'GET /api/game/matches/{id}': async ({ params, caller }) => {
      presence.saw(caller.wallet);
      const stored = await matches.get(params.id);
      const serverNow = clock.now();
      return new Reply(() => view(stored, caller.wallet, serverNow), {
        etag: matchTag(stored, caller.wallet),
        serverNow,
      });
    },

    'POST /api/game/matches/{id}/play': async ({ params, body, caller }) =>
      view(await matches.play(caller.wallet, params.id, body), caller.wallet),

    'GET /api/game/matches/{id}/claim': async ({ params, caller }) => {
      presence.saw(caller.wallet);
      return { canClaim: await matches.canClaim(caller.wallet, params.id) };
    },

    'POST /api/game/matches/{id}/claim': async ({ params, caller }) =>
      view(await matches.claim(caller.wallet, params.id), caller.wallet),

    'POST /api/game/matches/{id}/leave': async ({ params, caller }) =>
      view(await matches.leave(caller.wallet, params.id), caller.wallet),
  };
}
