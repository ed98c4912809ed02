import { useQuery } from '@tanstack/react-query';
import { shortAddress } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import { nftsQuery } from '#web/cards/queries.ts';
import { leaderboardQuery } from '#web/collectors/queries.ts';
import { rankedRows, useOwnRow } from '#web/collectors/ranking.ts';
import { texts as frameTexts } from '#web/frame/texts.ts';
import type { Collector } from '#web/frame/use-collector.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatMoment } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyCode } from '#web/ui/lazy-code.ts';
import { Lazy } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { isConnected } from '#web/wallet/page-connection.ts';
import { texts } from './texts.ts';
import './own-summary.css';

const quickName = lazyCode(async () => (await import('#web/collectors/QuickName.tsx')).QuickName);

/** Number of cards shown; the others are counted. */
const CARDS_SHOWN = 5;

export function OwnSummary({ collector }: { collector: Collector | null }) {
  const address = collector?.address ?? null;
  const user = collector?.user;
  const hasFailed = collector?.phase === 'failed';
  const nfts = useQuery({ ...nftsQuery(address), enabled: collector?.isLoaded ?? false });
  const board = useQuery(leaderboardQuery);
  const place = useOwnRow(rankedRows(board.data ?? [], []), address);
  const cards = nfts.data ?? [];
  // Nothing is known of the cards then, whatever the empty list says (H2).
  const isUnread = user?.syncedAt === null;
  const count = user === undefined || isUnread ? null : user.nftCount;
  return (
    <section className="wrap own" aria-label={texts.own.title}>
      <div className="own-words">
        <h2
          className="display text-heading truncate"
          aria-label={user === undefined ? texts.own.title : undefined}
        >
          {user !== undefined ? (
            <bdi>{user.username}</bdi>
          ) : hasFailed ? (
            texts.own.title
          ) : (
            <Skeleton width="14rem" height="2rem" />
          )}
        </h2>
        <p className="tabular text-mute">{address === null ? '' : shortAddress(address)}</p>
        <div className="own-figures">
          <Figure value={count} label={texts.own.cards(count ?? 0)} />
          {place !== null && <Figure value={place.rank} label={texts.own.rank} prefix="#" />}
        </div>
        <SyncNote collector={collector} />
        {address !== null && user?.displayName === null && (
          <Lazy part={quickName} address={address} isConnected={isConnected} />
        )}
      </div>
      <ul className="own-cards">
        {(nfts.isPending && !hasFailed) || (isUnread && collector?.phase === 'reading')
          ? Array.from({ length: CARDS_SHOWN }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <li key={index}>
                <Skeleton />
              </li>
            ))
          : cards.slice(0, CARDS_SHOWN).map((nft) => (
              <li key={nft.id}>
                <OwnedCard nft={nft} look={{ foil: 'plain' }} />
              </li>
            ))}
        {nfts.isSuccess && cards.length === 0 && !isUnread && (
          <li className="own-none text-dim">{texts.own.none}</li>
        )}
        {nfts.isError && (
          <li className="own-none row text-danger">
            <p>{nfts.error.message}</p>
            <Button size="sm" disabled={nfts.isFetching} onClick={() => void nfts.refetch()}>
              {frameTexts.tryAgain}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

interface FigureProps {
  value: number | null;
  label: string;
  prefix?: string;
}

function Figure({ value, label, prefix = '' }: FigureProps) {
  return (
    <p className="own-figure">
      <span className="text-label text-dim">{label}</span>
      <span className="figure text-ki">
        {value === null ? '-' : `${prefix}${formatCount(value)}`}
      </span>
    </p>
  );
}

/** The state of the figures: loading, stale, or nothing (H2, E3). */
function SyncNote({ collector }: { collector: Collector | null }) {
  const user = collector?.user;
  const syncedAt = user?.syncedAt ?? null;
  if (collector?.phase === 'failed') return <Line isFault>{texts.own.failed}</Line>;
  if (collector?.phase === 'reading') return <Line>{texts.own.reading}</Line>;
  if (user?.isStale && syncedAt !== null) {
    return <Line isFault>{texts.own.stale(formatMoment(syncedAt))}</Line>;
  }
  if (user !== undefined && syncedAt === null) return <Line isFault>{texts.own.unread}</Line>;
  return <Line>{''}</Line>;
}

function Line({ children, isFault = false }: { children: string; isFault?: boolean }) {
  return (
    <p role="status" className={`own-line text-small ${isFault ? 'text-warn' : 'text-dim'}`}>
      {isFault && <Icon name="clock" />}
      {children}
    </p>
  );
}
