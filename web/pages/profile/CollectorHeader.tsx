import { shortAddress } from '#rules/address.ts';
import type { Collector } from '#web/app/use-collector.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Standing } from '../home/Standing.tsx';
import { texts } from '../home/texts.ts';
import { profile } from '../texts.ts';

/** Who this is, and how many cards they hold. */
export function CollectorHeader({ collector }: { collector: Collector | null }) {
  const user = collector?.user;
  const address = collector?.address;
  const isCounted = user !== undefined && user.syncedAt !== null;
  return (
    <header className="wrap collector-head">
      <div className="min-w-0">
        <p className="eyebrow">{profile.title}</p>
        <h1 className="display collector-name">
          {user === undefined ? (
            <Skeleton className="h-[1em] w-[min(7em,100%)]" />
          ) : (
            <bdi>{user.username}</bdi>
          )}
        </h1>
        <p className="tabular mt-3 text-paper-mute" title={address}>
          {address === undefined ? <Skeleton className="h-6 w-36" /> : shortAddress(address)}
        </p>
        <Standing collector={collector} isRanked />
      </div>
      <p className="collector-count">
        <span className="tabular">{isCounted ? user.nftCount.toLocaleString('en') : '-'}</span>
        <span className="text-label font-sans text-paper-dim">{texts.own.cards}</span>
      </p>
    </header>
  );
}
