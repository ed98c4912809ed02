import { queryOptions } from '@tanstack/react-query';
import type { RoundProof, WhitelistRound } from '#contract/whitelist-rounds.ts';
import type { Address } from '#rules/address.ts';
import { kept, pathOf, readJson, readQuery } from '#web/api/call.ts';
import { HttpError } from '#web/api/http-error.ts';
import { serverTime } from '#web/ui/clock.ts';

/** Poll interval while a round freezes, in ms. */
const PROGRESS_POLL_MS = 1_500;
/** Until the next look at a round whose time has come by the clock of this page but not by the server's, in ms. */
const SHORTEST_LOOK = 5_000;
/** And at the most, in ms: the admin may set other times, or begin the next round. */
const LONGEST_LOOK = 60_000;

/** The current one first. */
export const roundsQuery = queryOptions({
  ...readQuery('GET /api/booster-pack/rounds'),
  ...kept(LONGEST_LOOK),
  refetchInterval: ({ state }) => nextLook(state.data?.[0]),
});

/** In how many ms the round may have changed. */
export function nextLook(round: WhitelistRound | undefined): number {
  if (round?.state === 'freezing') return PROGRESS_POLL_MS;
  const changesAt =
    round?.state === 'upcoming' ? round.opensAt : round?.state === 'open' ? round.closesAt : null;
  if (!changesAt) return LONGEST_LOOK;
  const left = Date.parse(changesAt) - serverTime();
  return Math.min(Math.max(left, SHORTEST_LOOK), LONGEST_LOOK);
}

export type Published = WhitelistRound & { published: NonNullable<WhitelistRound['published']> };

export function newestPublished(rounds: readonly WhitelistRound[]): Published | undefined {
  return rounds.find((round): round is Published => round.published !== null);
}

const NEVER_STALE = Number.POSITIVE_INFINITY;

/** Address of a file of a frozen round; with its root it may be kept for ever. */
export function fileOf({ id, published }: Published, file: 'list' | 'evidence'): string {
  const query = { root: published.root };
  return pathOf(`GET /api/booster-pack/rounds/{id}/${file}`, { params: { id: String(id) }, query });
}

export function proofPath({ id, published }: Published, address: Address): string {
  return pathOf('GET /api/booster-pack/rounds/{id}/proof/{address}', {
    params: { id: String(id), address },
    query: { root: published.root },
  });
}

/** Null for a wallet that is not in the list. */
export function proofQuery(round: Published, address: Address) {
  const path = proofPath(round, address);
  return queryOptions({
    queryKey: [path],
    staleTime: NEVER_STALE,
    async queryFn(): Promise<RoundProof | null> {
      try {
        return (await readJson(path)) as RoundProof;
      } catch (error) {
        if (error instanceof HttpError && error.reason === 'not-in-round') return null;
        throw error;
      }
    },
  });
}
