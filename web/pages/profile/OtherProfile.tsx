import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import { kept } from '#web/api/call.ts';
import { HttpError } from '#web/api/http-error.ts';
import { nftsQuery } from '#web/cards/queries.ts';
import { userQuery } from '#web/collectors/queries.ts';
import { hasComeFromPage, Page } from '#web/frame/Page.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { GuestCollection } from '#web/groups/GuestCollection.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useIsHydrated } from '#web/ui/hydration.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyCode } from '#web/ui/lazy-code.ts';
import { Lazy } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { cardsInUse } from '#web/whitelist/card-choice.ts';
import { entriesQuery } from '#web/whitelist/queries.ts';
import { Portrait, ProfileHead } from './ProfileHead.tsx';
import { GUEST_STALE, Record } from './Record.tsx';
import { onDay, onTime, otherTexts as texts } from './texts.ts';

const cardView = lazyCode(async () => (await import('./CardView.tsx')).CardView);

/**
 * The profile of somebody else, read-only. It never has the chain read.
 * @param address null: what the link has is no address
 */
export function OtherProfile({ address }: { address: Address | null }) {
  return address === null ? <NoProfile {...texts.malformed} /> : <Somebody address={address} />;
}

function Somebody({ address }: { address: Address }) {
  const user = useQuery({ ...userQuery(address), ...kept(GUEST_STALE) });
  const isUnknown = user.error instanceof HttpError && user.error.status === 404;
  if (isUnknown) return <NoProfile {...texts.unknown} />;
  if (user.isError && user.data === undefined) {
    return <NoProfile {...texts.failed} onRetry={() => void user.refetch()} />;
  }
  return <Known address={address} user={user.data} />;
}

function Known({ address, user }: { address: Address; user: User | undefined }) {
  const isRead = user !== undefined && user.syncedAt !== null;
  const held = useQuery({ ...nftsQuery(address), enabled: isRead });
  const entries = useQuery({ ...entriesQuery(address), enabled: isRead }).data;
  const registered = useMemo(() => new Set(cardsInUse(entries ?? []).keys()), [entries]);
  const isStale = user?.isStale ?? false;
  return (
    <Page key={address} title={user?.username ?? texts.title} isPrivate>
      <div className="wrap other-back">
        <BackLink />
      </div>
      <ProfileHead
        eyebrow={texts.eyebrow}
        address={address}
        user={user}
        portrait={<Portrait user={user} nfts={held.data} />}
      >
        {user === undefined ? <CountedSkeleton /> : <Counted user={user} />}
      </ProfileHead>
      <div className="wrap">
        <Record address={address} />
      </div>
      {(isRead || user === undefined) && (
        <div className="wrap profile-cards">
          <GuestCollection
            address={address}
            nfts={held.data}
            hasFailed={held.isError}
            onRetry={() => void held.refetch()}
            isStale={isStale}
            registered={registered}
            renderLooked={(looked) => (
              <Lazy part={cardView} address={address} looked={looked} isStale={isStale} />
            )}
          />
        </div>
      )}
    </Page>
  );
}

/** The number of cards and when it was read. What was never read is not called 0 (E3). */
function Counted({ user: { nftCount, syncedAt, isStale } }: { user: User }) {
  const isHydrated = useIsHydrated();
  if (syncedAt === null) {
    return (
      <p className="holding-line" data-fault>
        <Icon name="clock" size="1rem" /> {texts.neverRead}
      </p>
    );
  }
  // The server does not know the reader's zone.
  const time = isHydrated ? onTime(syncedAt) : onDay(syncedAt);
  return (
    <div className="row holding">
      <p className="holding-count">
        <span className="figure text-ki">{formatCount(nftCount)}</span>{' '}
        <span className="text-dim">{texts.cards(nftCount)}</span>
      </p>
      <p className="holding-line" data-fault={isStale || undefined}>
        {isStale && <Icon name="clock" size="1rem" />}
        {isStale ? texts.stale(time) : texts.readAt(time)}
      </p>
    </div>
  );
}

function CountedSkeleton() {
  return (
    <div className="row holding" aria-hidden="true">
      <p className="holding-count">
        <Skeleton width="6.5rem" height="1.6em" />
      </p>
      <p className="holding-line">
        <Skeleton width="15rem" height="1em" />
      </p>
    </div>
  );
}

/** An address that is none, a wallet nobody knows, or a fault. */
function NoProfile(props: { title: string; text: string; onRetry?: () => void }) {
  return (
    <Page title={texts.title} isPrivate>
      <section className="wrap profile-failed" role={props.onRetry ? 'alert' : undefined}>
        <h1 className="display text-title">{props.title}</h1>
        <p className="text-lead text-dim">{props.text}</p>
        <div className="actions">
          {props.onRetry && (
            <Button look="primary" onClick={props.onRetry}>
              {texts.failed.retry}
            </Button>
          )}
          <BackLink />
        </div>
      </section>
    </Page>
  );
}

/** Back to the list the name stood in; who came by a link gets the home page with its ranking. */
function BackLink() {
  return (
    <PageLink
      href="/"
      className="link link-touch"
      onClick={(event) => {
        const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
        if (!isPlain || !hasComeFromPage()) return;
        event.preventDefault();
        history.back();
      }}
    >
      <Icon name="previous" size="1rem" /> {texts.back}
    </PageLink>
  );
}
