/** Contract route -> use case. */
import type { whitelistRoutes } from '#contract/whitelist.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Entries } from './entries.ts';
import { viewEntry } from './entry-view.ts';

export function whitelistHandlers(entries: Entries): Handlers<keyof typeof whitelistRoutes> {
  return {
    'GET /api/booster-pack/entries/{walletAddress}': async ({ params }) =>
      (await entries.ofWallet(params.walletAddress)).map(viewEntry),

    'GET /api/booster-pack/whitelist': async () =>
      (await entries.newest(null, null)).map(viewEntry),

    'POST /api/booster-pack/register': async ({ body }) =>
      viewEntry(await entries.register(body.walletAddress, body.selectedNftIds)),

    'DELETE /api/booster-pack/entry/{id}': async ({ params, caller }) => {
      if (caller.wallet === null) throw new Refusal('no-session');
      await entries.remove(params.id, caller.wallet);
      return { id: params.id, deleted: true };
    },
  };
}
