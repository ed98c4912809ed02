import type { transferRoutes } from '#contract/transfers.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { viewDraft, viewTransfer } from './transfer-view.ts';
import type { Transfers } from './transfers.ts';

export function transferHandlers(transfers: Transfers): Handlers<keyof typeof transferRoutes> {
  return {
    'POST /api/transfers': async ({ body, caller }) => {
      if (caller.wallet === null) throw new Refusal('no-session');
      return viewDraft(await transfers.prepare(caller.wallet, body.cardId, body.recipient));
    },

    'POST /api/transfers/{id}/execute': async ({ params, body, caller }) => {
      if (caller.wallet === null) throw new Refusal('no-session');
      return viewTransfer(await transfers.handIn(caller.wallet, params.id, body.signature));
    },

    'GET /api/transfers/{id}': async ({ params, caller }) => {
      if (caller.wallet === null) throw new Refusal('no-session');
      return viewTransfer(await transfers.get(caller.wallet, params.id));
    },
  };
}
