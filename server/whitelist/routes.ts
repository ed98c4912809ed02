import type { whitelistRoutes } from '#contract/whitelist.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { WhitelistBoards } from './boards.ts';
import type { Entries } from './entries.ts';
import { viewEntry, viewRecheck } from './entry-view.ts';
import type { Rechecks } from './rechecks.ts';

export function createWhitelistHandlers(
  entries: Entries,
  boards: WhitelistBoards,
  rechecks: Rechecks,
): Handlers<keyof typeof whitelistRoutes> {
  return {
    'GET /api/booster-pack/entries/{walletAddress}': async ({ params }) =>
      (await entries.ofWallet(params.walletAddress)).map(viewEntry),

    'GET /api/booster-pack/whitelist': async ({ query: { limit, before, held } }) =>
      limit === undefined && before === undefined && held === undefined
        ? boards.newest()
        : (await entries.newest(limit ?? null, before ?? null, held === 'true')).map(viewEntry),

    'GET /api/booster-pack/whitelist/totals': () => boards.totals(),

    'GET /api/booster-pack/whitelist/recheck': async () => viewRecheck(await rechecks.latest()),

    'POST /api/booster-pack/whitelist/recheck': async ({ caller }) => {
      return viewRecheck(await rechecks.request(caller.wallet));
    },

    'POST /api/booster-pack/register': async ({ body }) =>
      viewEntry(await entries.register(body.walletAddress, body.selectedNftIds)),

    'DELETE /api/booster-pack/entry/{id}': async ({ params, caller }) => {
      await entries.remove(params.id, caller.wallet);
      return { id: params.id, deleted: true };
    },
  };
}
