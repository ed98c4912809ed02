import type { whitelistRoutes } from '#contract/whitelist.ts';
import type { RoundProof, roundRoutes } from '#contract/whitelist-rounds.ts';
import { WHITELIST_PAGE } from '#rules/whitelist.ts';
import { type Handlers, JsonText, Lines, Reply } from '#server/http/handlers.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import { wholeNetworkOf } from '#server/http/limits/networks.ts';
import type { WhitelistAnswers } from './cached-answers.ts';
import type { Entries } from './entries.ts';
import { viewEntry, viewFound, viewRecheck } from './entry-view.ts';
import type { Published } from './published.ts';
import type { Rechecks } from './rechecks.ts';
import { hexOf, viewRound } from './round-view.ts';
import type { Rounds } from './rounds.ts';

interface WhitelistUseCases {
  readonly entries: Entries;
  readonly boards: WhitelistAnswers;
  readonly rechecks: Rechecks;
  readonly rounds: Rounds;
  readonly published: Published;
  readonly clock: { now(): Date };
  readonly limits: Pick<Limits, 'chargeNetwork'>;
}

type WhitelistKey = keyof typeof whitelistRoutes | keyof typeof roundRoutes;

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function createWhitelistHandlers(useCases: WhitelistUseCases): Handlers<WhitelistKey> {
  const { entries, boards, rechecks, rounds, published, clock, limits } = useCases;
  return {
    'GET /api/booster-pack/entries/{walletAddress}': ({ params }) =>
      boards.ofWallet(params.walletAddress),

    'GET /api/booster-pack/whitelist': async ({ query: { limit, before, held, find }, caller }) => {
      const part = { limit, before, isHeldOnly: held === 'true' };
      if (find?.by === 'name') await limits.chargeNetwork('search', caller.ip);
      const network = wholeNetworkOf(caller.ip);
      if (find !== undefined) return (await entries.find(find, part, network)).map(viewFound);
      const isWhole = limit === undefined || limit === WHITELIST_PAGE;
      const isFirst = isWhole && before === undefined && held === undefined;
      return isFirst ? boards.newest() : (await entries.page(part, network)).map(viewEntry);
    },

    'GET /api/booster-pack/whitelist/totals': () => boards.totals(),

    'GET /api/booster-pack/whitelist/recheck': async () => viewRecheck(await rechecks.latest()),

    'POST /api/booster-pack/whitelist/recheck': async ({ caller }) => {
      return viewRecheck(await rechecks.request(caller.wallet));
    },

    'POST /api/booster-pack/register': async ({ body, caller }) => {
      const { walletAddress, selectedNftIds } = body;
      const takeShare = () => limits.chargeNetwork('empty wallet', caller.ip);
      return viewEntry(await entries.register(walletAddress, selectedNftIds, takeShare));
    },

    'DELETE /api/booster-pack/entry/{id}': async ({ params, caller }) => {
      await entries.remove(params.id, caller.wallet);
      return { id: params.id, deleted: true };
    },

    'GET /api/booster-pack/rounds': () => boards.rounds(),

    'GET /api/booster-pack/rounds/{id}': async ({ params }) =>
      viewRound(await rounds.find(params.id), clock.now()),

    'GET /api/booster-pack/rounds/{id}/list': async ({ params, query, caller }) => {
      const round = await published.require(params.id, query.root);
      const network = wholeNetworkOf(caller.ip);
      const list = (isGone: () => boolean) => published.list(round, { network, isGone });
      return new Lines(list, `list-${hexOf(round.root)}`);
    },

    'GET /api/booster-pack/rounds/{id}/evidence': async ({ params, query, caller }) => {
      const round = await published.require(params.id, query.root);
      const network = wholeNetworkOf(caller.ip);
      const evidence = (isGone: () => boolean) => published.evidence(round, { network, isGone });
      return new Lines(evidence, `evidence-${hexOf(round.root)}`);
    },

    'GET /api/booster-pack/rounds/{id}/proof/{address}': async ({ params, query }) => {
      const round = await published.require(params.id, query.root);
      const { text, etag } = await published.proof(round, params.address);
      return new Reply(new JsonText<RoundProof>(text), { etag });
    },

    'PATCH /api/admin/booster-pack/rounds/{id}': async ({ params, body }) =>
      viewRound(
        await rounds.setTimes(params.id, {
          ...(body.opensAt === undefined ? {} : { opensAt: timeOf(body.opensAt) }),
          ...(body.closesAt === undefined ? {} : { closesAt: timeOf(body.closesAt) }),
        }),
        clock.now(),
      ),

    'POST /api/admin/booster-pack/rounds/{id}/freeze': async ({ params, body, caller }) =>
      viewRound(await rounds.freeze(params.id, body.registrations, caller.wallet), clock.now()),

    'POST /api/admin/booster-pack/rounds': async ({ body }) => {
      const times = { opensAt: timeOf(body.opensAt), closesAt: timeOf(body.closesAt) };
      return viewRound(await rounds.beginNext(body.id, times), clock.now());
    },
  };
}
