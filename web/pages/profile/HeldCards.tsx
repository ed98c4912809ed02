import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explorerLink, settings } from '#web/api/settings.ts';
import type { Collector } from '#web/app/use-collector.ts';
import { Card } from '#web/cards/Card.tsx';
import { NftPicture } from '#web/cards/NftPicture.tsx';
import { nftLook } from '#web/cards/nft-look.ts';
import { nftsQuery } from '#web/cards/queries.ts';
import { texts as cardTexts } from '#web/cards/texts.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { profile } from '../texts.ts';

/** Cards drawn at first, and with each press of the button. */
const BATCH = 60;
/** Placeholders while loading (SPEC section 2). */
const PLACEHOLDERS = 8;

/** Every card the wallet holds, with where it lies and its page in the explorer. */
export function HeldCards({ collector }: { collector: Collector | null }) {
  const address = collector?.address ?? null;
  const isMet = collector?.phase === 'reading' || collector?.phase === 'known';
  const nfts = useQuery({ ...nftsQuery(address), enabled: address !== null && isMet });
  const [drawn, setDrawn] = useState(BATCH);
  const cards = nfts.data ?? [];
  const left = Math.min(BATCH, cards.length - drawn);
  const isWaiting = nfts.isPending && collector?.phase !== 'failed';
  return (
    <section className="wrap pb-24" aria-labelledby="held-title">
      <h2 id="held-title" className="display text-heading mb-6">
        {profile.held}
      </h2>
      {isWaiting && <Placeholders />}
      {nfts.isError && (
        <Note>
          <p role="alert" className="text-lead text-danger">
            {nfts.error.message}
          </p>
          <Button onClick={() => void nfts.refetch()}>{profile.retry}</Button>
        </Note>
      )}
      {nfts.isSuccess && cards.length === 0 && <NoCards />}
      <ul className="held-grid">
        {cards.slice(0, drawn).map((nft) => (
          <li key={nft.id} className="held">
            <Card {...nftLook(nft)} isStale={collector?.user?.isStale} foil="plain">
              <NftPicture imageUrl={nft.imageUrl} alt={nft.name} />
            </Card>
            <p className="flex items-center justify-between gap-2 text-sm text-paper-dim">
              <span>{cardTexts.place[nft.place]}</span>
              <a
                href={explorerLink(nft.id)}
                target="_blank"
                rel="noreferrer"
                aria-label={profile.explorer(nft.name)}
                className="held-link"
              >
                <Icon name="outward" className="size-4" />
              </a>
            </p>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button className="mx-auto mt-10 flex!" onClick={() => setDrawn(drawn + BATCH)}>
          {profile.more(left)}
        </Button>
      )}
    </section>
  );
}

function Placeholders() {
  return (
    <>
      <p role="status" className="sr-only">
        {profile.loading}
      </p>
      <ul className="held-grid" aria-hidden="true">
        {Array.from({ length: PLACEHOLDERS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <li key={index} className="held">
            <Skeleton className="aspect-5/7 w-full rounded-xl!" />
            <Skeleton className="my-3 h-5 w-2/3" />
          </li>
        ))}
      </ul>
    </>
  );
}

function NoCards() {
  const { launchpad } = settings().links;
  return (
    <Note>
      <p className="display text-heading">{profile.none}</p>
      <p className="text-paper-dim">{profile.noneText}</p>
      {launchpad !== null && (
        <a
          href={launchpad}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ look: 'primary' })}
        >
          {profile.toLaunchpad}
        </a>
      )}
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="grid place-items-center gap-4 border-y border-ink-600 px-4 py-20 text-center">
      {children}
    </div>
  );
}
