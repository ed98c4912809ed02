import type { collectorRoutes } from '#contract/collectors.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { CollectorBoards } from './boards.ts';
import { viewUser } from './collector-view.ts';
import type { Collectors } from './collectors.ts';

export function createCollectorHandlers(
  collectors: Collectors,
  boards: CollectorBoards,
): Handlers<keyof typeof collectorRoutes> {
  return {
    'POST /api/user': async ({ body }) =>
      viewUser(await collectors.createOrGet(body.walletAddress)),
    'GET /api/user/{address}': async ({ params }) => viewUser(await collectors.get(params.address)),
    'PATCH /api/user/{address}': async ({ params, body }) =>
      viewUser(await collectors.changeProfile(params.address, { name: body.username })),
    'GET /api/users/{walletAddress}': async ({ params }) =>
      viewUser(await collectors.get(params.walletAddress)),
    'PATCH /api/users/{walletAddress}/profile': async ({ params, body }) =>
      viewUser(
        await collectors.changeProfile(params.walletAddress, {
          name: body.displayName,
          pictureCard: body.profilePictureCard,
        }),
      ),
    'GET /api/leaderboard': () => boards.ranking(),
    'GET /api/leaderboard/{walletAddress}': async ({ params }) => ({
      entry: await boards.placeOf(params.walletAddress),
    }),
    'GET /api/users': () => boards.summaries(),
    'GET /api/stats': () => boards.stats(),
  };
}
