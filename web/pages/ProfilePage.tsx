import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useSearch } from 'wouter';
import { canonicalAddress } from '#rules/address.ts';
import { WALLET_PARAMETER } from '#rules/pages.ts';
import { settings } from '#web/api/settings.ts';
import { CardBack } from '#web/cards/Card.tsx';
import { inFan } from '#web/cards/card-look.ts';
import { ownedQuery } from '#web/cards/queries.ts';
import { NameEditor } from '#web/collectors/NameEditor.tsx';
import { typedName } from '#web/collectors/use-name-form.ts';
import { ConnectButton } from '#web/frame/ConnectButton.tsx';
import { Page } from '#web/frame/Page.tsx';
import { type Collector, useCollector } from '#web/frame/use-collector.ts';
import { Organiser } from '#web/groups/Organiser.tsx';
import { Button, buttonClass, NewTabLink } from '#web/ui/Button.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { useHeadingAfter } from '#web/ui/focus.ts';
import { lazyCode } from '#web/ui/lazy-code.ts';
import { Lazy } from '#web/ui/lazy-part.tsx';
import { isConnected } from '#web/wallet/page-connection.ts';
import { cardsInUse } from '#web/whitelist/card-choice.ts';
import { entriesQuery } from '#web/whitelist/queries.ts';
import { WhitelistPanel } from '#web/whitelist/WhitelistPanel.tsx';
import { knownCards } from './profile/known-cards.ts';
import { OtherProfile } from './profile/OtherProfile.tsx';
import { OwnHead } from './profile/OwnHead.tsx';
import { texts } from './profile/texts.ts';
import { useReadAgain } from './profile/use-read-again.ts';
import { useSending } from './profile/use-sending.ts';
import './profile/profile.css';

const sendDialog = lazyCode(async () => (await import('#web/transfers/SendDialog.tsx')).SendDialog);
const cardView = lazyCode(async () => (await import('./profile/CardView.tsx')).CardView);

/** One's own profile, or with `?wallet=` that of somebody else. */
export default function ProfilePage() {
  // Deferred: a connected profile is rendered in portions, not in the one task in which the wallet answers.
  const now = useCollector();
  const later = useDeferredValue(now);
  // Not the account before: what was removed of it would be asked for again.
  const collector = later === null || later.address === now?.address ? later : now;
  const wallet = new URLSearchParams(useSearch()).get(WALLET_PARAMETER);
  const address = canonicalAddress(wallet ?? '');
  if (wallet !== null && (address === null || address !== collector?.address)) {
    return <OtherProfile key={address} address={address} />;
  }
  return (
    <Page key="own">
      {collector === null ? (
        <ConnectPrompt />
      ) : collector.phase === 'failed' ? (
        <Failed />
      ) : (
        <Profile key={collector.address} collector={collector} />
      )}
    </Page>
  );
}

/** A picture, not the deck. */
const HAND = Array.from({ length: 5 }, (_, index) => inFan(index, 5));

function ConnectPrompt() {
  const unsaved = useStore(typedName);
  return (
    <section className="wrap connect-prompt">
      <div className="connect-prompt-words">
        <h1 className="display text-hero">{texts.connect.title}</h1>
        <p className="text-lead text-dim">{texts.connect.text}</p>
        <ConnectButton origin="page" size="lg" />
        {unsaved !== null && (
          <NameEditor address={unsaved.address} isConnected={isConnected} user={null} />
        )}
      </div>
      <div className="connect-prompt-hand" aria-hidden="true">
        {HAND.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: these cards have no identity
          <div key={index} style={place}>
            <CardBack />
          </div>
        ))}
      </div>
    </section>
  );
}

function Profile({ collector }: { collector: Collector }) {
  const { address, user, phase, isLoaded } = collector;
  const reading = useReadAgain(collector);
  const sending = useSending(address);
  const isUnread = user !== undefined && user.syncedAt === null;
  // Before the first reading of the chain there is no list.
  const held = useQuery({ ...ownedQuery(address), enabled: isLoaded && !isUnread });
  // Deferred: thousands of cards are rendered in portions, between which the page reacts.
  const nfts = useDeferredValue(
    knownCards(user, held.data, phase === 'reading' || held.isFetching),
  );
  const entries = useQuery(entriesQuery(address)).data;
  const registered = useMemo(() => new Set(cardsInUse(entries ?? []).keys()), [entries]);
  const isStale = user?.isStale ?? false;
  const hasFailed = held.isError || (isUnread && phase === 'known' && !reading.isReading);
  const { launchpad } = settings().links;
  // The wallet may go, or be switched, at any time.
  const panels = useHeadingAfter<HTMLDivElement>();
  const collection = useHeadingAfter<HTMLDivElement>();

  return (
    <>
      <OwnHead collector={collector} nfts={nfts} reading={reading} />
      <div ref={panels} className="wrap profile-panels">
        <NameEditor address={address} isConnected={isConnected} user={user} />
        <WhitelistPanel
          address={address}
          nfts={nfts}
          hasFailed={hasFailed}
          onCardsGone={() => held.refetch()}
        />
      </div>
      <div ref={collection} className="wrap profile-cards">
        <Organiser
          address={address}
          nfts={nfts}
          hasFailed={hasFailed}
          onRetry={isUnread ? reading.readAgain : () => held.refetch()}
          isStale={isStale}
          sending={sending}
          registered={registered}
          renderLooked={(looked) => (
            <Lazy
              part={cardView}
              address={address}
              looked={looked}
              isStale={isStale}
              sending={sending}
            />
          )}
          whenEmpty={
            launchpad !== null && (
              <NewTabLink href={launchpad} className={buttonClass({ look: 'primary' })}>
                {texts.toLaunchpad}
              </NewTabLink>
            )
          }
        />
      </div>
      {sending.model.card !== null && (
        <Lazy
          part={sendDialog}
          model={sending.model}
          isOpen={sending.isOpen}
          onClose={sending.close}
        />
      )}
    </>
  );
}

function Failed() {
  return (
    <section className="wrap profile-failed" role="alert">
      <h1 className="display text-title">{texts.failed.title}</h1>
      <p className="text-lead text-dim">{texts.failed.text}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {texts.failed.retry}
      </Button>
    </section>
  );
}
