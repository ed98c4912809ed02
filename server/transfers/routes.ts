import type { transferRoutes } from '#contract/transfers.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { viewDraft, viewTransfer } from './transfer-view.ts';
import type { Transfers } from './transfers.ts';

export function createTransferHandlers(
  transfers: Transfers,
): Handlers<keyof typeof transferRoutes> {
  return {
    'POST /api/transfers': async ({ body, caller }) =>
      viewDraft(await transfers.prepare(caller.wallet, body.cardId, body.recipient)),

    'POST /api/transfers/{id}/execute': async ({ params, body, caller }) =>
      viewTransfer(await transfers.execute(caller.wallet, params.id, body.signature)),

    'GET /api/transfers/{id}': async ({ params, caller }) =>
      viewTransfer(await transfers.get(caller.wallet, params.id)),
  };
}
