import { shortAddress } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import { HolderLink } from '#web/cards/HolderLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { RankedRow } from '#web/ui/RankedList.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { RankedCollector } from './ranking.ts';
import { texts } from './texts.ts';

export function BoardRow({ row, isOwn }: { row: RankedCollector; isOwn: boolean }) {
  const { rank, name, walletAddress, nftCount } = row;
  const words = texts.board;
  const figure = { spoken: words.rank, shown: formatCount(rank) };
  return (
    <RankedRow rank={rank} figure={figure} isOwn={isOwn} className="board-row">
      <span className="board-collector">
        {rank === 1 && (
          <span className="board-leader">
            <Icon name="crown" size="1rem" /> {words.leader}
          </span>
        )}
        <span className="board-name">
          <HolderLink address={walletAddress}>
            <bdi className="truncate">{name}</bdi>
          </HolderLink>
          {isOwn && <span className="badge badge-lit">{words.you}</span>}
        </span>
        <span className="board-address tabular text-small text-mute" title={walletAddress}>
          {shortAddress(walletAddress)}
        </span>
      </span>
      <span className="board-count tabular">{words.cards(nftCount)}</span>
    </RankedRow>
  );
}

export function BoardRowSkeleton({ rank }: { rank: number }) {
  return (
    <RankedRow rank={rank} className="board-row">
      <span className="board-collector">
        {rank === 1 && <Skeleton width="8rem" height="1rem" margin="0 0 0.375rem" />}
        <Skeleton width="min(10rem, 100%)" height="1.25rem" />
        <Skeleton width="6rem" height="0.875rem" margin="0.375rem 0 0" />
      </span>
      <span className="board-count">
        <Skeleton width="4rem" height="1.25rem" margin="0.125rem 0" />
      </span>
    </RankedRow>
  );
}
