import { useQuery } from '@tanstack/react-query';
import type { Address } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import { kept, readQuery } from '#web/api/call.ts';
import { rateWords } from '#web/battle/board/texts.ts';
import { otherTexts } from './texts.ts';

/** Stale time of what is shown of somebody else, in ms. */
export const GUEST_STALE = 60_000;

export function Record({ address }: { address: Address }) {
  const params = { walletAddress: address };
  const stale = kept(GUEST_STALE);
  const place = useQuery({
    ...readQuery('GET /api/leaderboard/{walletAddress}', { params }),
    ...stale,
  });
  const battle = useQuery({
    ...readQuery('GET /api/game/leaderboard/{walletAddress}', { params }),
    ...stale,
  });
  const words = otherTexts.record;
  const rank = place.data?.entry?.rank;
  const game = battle.data?.place ?? null;
  const row = game?.row;
  return (
    <section aria-label={words.title}>
      <dl className="record">
        <Tile name={words.collectors}>
          {rank !== undefined ? words.rank(rank, true) : missing(place, words.unranked)}
        </Tile>
        <Tile name={words.battle}>
          {game !== null ? words.rank(game.rank, game.isExact) : missing(battle, words.none)}
        </Tile>
        {row !== undefined && (
          <>
            <Tile name={words.matches}>
              {[row.wins, row.losses, row.ties].map(formatCount).join(' · ')}
            </Tile>
            <Tile name={words.winRate}>{rateWords(row.winRate)}</Tile>
            <Tile name={words.streak}>{words.streakOf(row.streak)}</Tile>
          </>
        )}
      </dl>
    </section>
  );
}

/** What stands in for a figure: that it loads, that it cannot be read, or that there is none. */
function missing({ data, isError }: { data: unknown; isError: boolean }, none: string): string {
  if (data !== undefined) return none;
  return isError ? otherTexts.record.failed : '...';
}

function Tile({ name, children }: { name: string; children: string }) {
  return (
    <div className="record-tile">
      <dt className="text-small text-dim">{name}</dt>
      <dd className="display tabular">{children}</dd>
    </div>
  );
}
