import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { Address } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import { CardBack } from '#web/cards/Card.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { CardSkeletons } from './canvas/CardTile.tsx';
import type { LookedCard } from './looked-card.ts';
import type { Sending } from './MoveMenu.tsx';
import { OrganiserBoard } from './OrganiserBoard.tsx';
import { queueQuery } from './saving/queues.ts';
import { texts } from './texts.ts';
import './organiser.css';

export interface CollectionProps {
  address: Address;
  /** Undefined while loading. */
  nfts: readonly Nft[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  /** The last reading of the chain failed; the cards come from an older one. */
  isStale: boolean;
  registered: ReadonlySet<string>;
  renderLooked: (looked: LookedCard) => ReactNode;
}

interface OrganiserProps extends CollectionProps {
  sending: Sending;
  whenEmpty: ReactNode;
}

/** The collection organiser: cards in groups, arranged by hand, saved automatically. */
export function Organiser({ hasFailed, onRetry, whenEmpty, ...board }: OrganiserProps) {
  const { address, nfts } = board;
  const queue = useQuery(queueQuery(address));
  return (
    <section aria-labelledby="organiser-title">
      <CollectionHead title={texts.title} count={nfts?.length ?? 0} />
      {nfts !== undefined && nfts.length > 0 && !queue.isError && (
        <p className="organiser-about text-dim">
          <span className="organiser-by-hand">{texts.byHand}</span>
          <span className="organiser-by-touch">{texts.byTouch}</span> {texts.savesItself}
        </p>
      )}
      {nfts === undefined && hasFailed ? (
        <Failure
          className="notice organiser-failed"
          sign="danger"
          title={texts.cardsFailed.title}
          words={texts.cardsFailed.text}
          onRetry={onRetry}
        />
      ) : nfts === undefined || queue.isPending ? (
        <CardSkeletons label={texts.loading} />
      ) : nfts.length === 0 && !queue.data?.get().groups.length ? (
        <Empty>{whenEmpty}</Empty>
      ) : (
        <OrganiserBoard
          key={address}
          {...board}
          nfts={nfts}
          queue={queue.data ?? null}
          onReload={() => queue.refetch()}
        />
      )}
    </section>
  );
}

/** @param count not shown when 0 */
export function CollectionHead({ title, count }: { title: string; count: number }) {
  return (
    <div className="row row-ends organiser-top">
      <h2 id="organiser-title" className="display text-title">
        {title}
      </h2>
      {count > 0 && (
        <p className="figure text-ki">
          {formatCount(count)}
          <span className="visually-hidden"> {texts.cardsWord(count)}</span>
        </p>
      )}
    </div>
  );
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <div className="organiser-empty panel-lit">
      <div className="organiser-empty-words">
        <p className="display text-heading">{texts.empty.title}</p>
        <p className="text-dim">{texts.empty.text}</p>
        {children}
      </div>
      <div className="organiser-empty-card" aria-hidden="true">
        <CardBack />
      </div>
    </div>
  );
}
