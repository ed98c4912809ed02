import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { Address } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import { kept, reading } from '#web/api/call.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Placeholders } from '#web/ui/Placeholders.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { LookedCard } from './looked-card.ts';
import { OrganiserBoard } from './OrganiserBoard.tsx';
import { SKELETONS } from './Organiser.tsx';
import { guestTexts as words, texts } from './texts.ts';
import './organiser.css';

interface GuestCollectionProps {
  address: Address;
  /** Undefined while loading. */
  nfts: readonly Nft[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  isStale: boolean;
  registered: ReadonlySet<string>;
  renderLooked: (looked: LookedCard) => ReactNode;
}

/** Cards and groups of somebody else: to be looked at, searched and sorted, not changed. */
export function GuestCollection(props: GuestCollectionProps) {
  const { address, nfts, hasFailed, onRetry } = props;
  const groups = useQuery({
    ...reading('GET /api/nft-groups/{walletAddress}', { params: { walletAddress: address } }),
    ...kept(0),
  });
  const stored = useMemo(
    () =>
      groups.data?.map(({ groupId, groupName, nftTokenIds }) => ({
        id: groupId,
        name: groupName,
        cardIds: nftTokenIds,
      })),
    [groups.data],
  );
  return (
    <section aria-labelledby="organiser-title">
      <div className="organiser-top">
        <h2 id="organiser-title" className="display text-title">
          {words.title}
        </h2>
        {nfts !== undefined && nfts.length > 0 && (
          <p className="figure text-ki">
            {formatCount(nfts.length)}
            <span className="visually-hidden"> {texts.cardsWord(nfts.length)}</span>
          </p>
        )}
      </div>
      {(nfts === undefined && hasFailed) || (groups.isError && stored === undefined) ? (
        <Failure
          className="notice organiser-failed"
          sign="danger"
          title={words.failed}
          words={words.failedText}
          retry={texts.cardsFailed.retry}
          onRetry={() => {
            if (groups.isError) void groups.refetch();
            if (hasFailed) onRetry();
          }}
        />
      ) : nfts === undefined || stored === undefined ? (
        <Placeholders label={words.loading} count={SKELETONS} className="organiser-skeletons">
          {() => (
            <li>
              <Skeleton className="tile-skeleton" />
            </li>
          )}
        </Placeholders>
      ) : nfts.length === 0 ? (
        <p className="organiser-none">{words.empty}</p>
      ) : (
        <OrganiserBoard
          key={address}
          queue={null}
          guestGroups={stored}
          nfts={nfts}
          isStale={props.isStale}
          onReload={() => {}}
          sendItem={null}
          onSend={() => {}}
          registered={props.registered}
          renderLooked={props.renderLooked}
        />
      )}
    </section>
  );
}
