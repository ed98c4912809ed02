import type { Received } from '#contract/api.ts';
import type { collectorRoutes } from '#contract/collectors.ts';
import type { Caller, Handlers } from '#server/http/handlers.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import type { CollectorBoards } from './boards.ts';
import { viewUser } from './collector-view.ts';
import type { Collectors } from './collectors.ts';

export function createCollectorHandlers(
  collectors: Collectors,
  boards: CollectorBoards,
  limits: Pick<Limits, 'chargeNetwork'>,
): Handlers<keyof typeof collectorRoutes> {
  const shareOf =
    ({ ip }: Caller) =>
    () =>
      limits.chargeNetwork('empty name', ip);
  return {
    'POST /api/user': async ({ body }) =>
      viewUser(await collectors.createOrGet(body.walletAddress)),
    'GET /api/user/{address}': async ({ params }) => viewUser(await collectors.get(params.address)),
    'PATCH /api/user/{address}': async ({ params, body, caller }) =>
      viewUser(
        await collectors.changeProfile(params.address, { name: body.username }, shareOf(caller)),
      ),
    'GET /api/users/{walletAddress}': async ({ params }) =>
      viewUser(await collectors.get(params.walletAddress)),
    'PATCH /api/users/{walletAddress}/profile': async ({ params, body, caller }) =>
      viewUser(
        await collectors.changeProfile(params.walletAddress, profileChange(body), shareOf(caller)),
      ),
    'GET /api/leaderboard': () => boards.ranking(),
    'GET /api/leaderboard/{walletAddress}': async ({ params }) => ({
      entry: await boards.placeOf(params.walletAddress),
    }),
    'GET /api/users': () => boards.summaries(),
    'GET /api/stats': () => boards.stats(),
  };
}

function profileChange({
  displayName,
  profilePictureCard,
  ...others
}: Received<'PATCH /api/users/{walletAddress}/profile', 'body'>): Parameters<
  Collectors['changeProfile']
>[1] {
  // A field of the contract that is not handed on does not compile.
  others satisfies Record<string, never>;
  return { name: displayName, pictureCard: profilePictureCard };
}
