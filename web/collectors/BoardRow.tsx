import { shortAddress } from '#rules/address.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { RankedRow } from './ranking.ts';
import { texts } from './texts.ts';

/** One collector of the ranking: ranks 1, 2 and 3 have their own metal. */
export function BoardRow({ row, isOwn }: { row: RankedRow; isOwn: boolean }) {
  const { rank, name, walletAddress, nftCount } = row;
  return (
    <li
      className="board-row"
      data-rank={rank <= 3 ? rank : undefined}
      data-own={isOwn || undefined}
    >
      <span className="board-rank tabular" data-long={rank >= 1_000 || undefined}>
        <span className="sr-only">{texts.board.rank} </span>
        {rank.toLocaleString('en')}
      </span>
      <span className="min-w-0 flex-1">
        {rank === 1 && (
          <span className="board-leader">
            <Icon name="crown" className="size-4" /> {texts.board.leader}
          </span>
        )}
        <span className="flex items-center gap-2">
          <bdi className="board-name">{name}</bdi>
          {isOwn && <span className="badge board-you">{texts.board.you}</span>}
        </span>
        <span className="tabular block text-sm text-paper-mute" title={walletAddress}>
          {shortAddress(walletAddress)}
        </span>
      </span>
      <span className="board-count tabular">{texts.board.cards(nftCount)}</span>
    </li>
  );
}

/** The shape of a row before it is known. */
export function BoardRowSkeleton({ rank }: { rank: number }) {
  return (
    <li className="board-row" data-rank={rank <= 3 ? rank : undefined}>
      <Skeleton className="mx-auto size-7" />
      <span className="min-w-0 flex-1">
        {rank === 1 && <Skeleton className="mb-1.5 h-4 w-32" />}
        <Skeleton className="h-5 w-40 max-w-full" />
        <Skeleton className="mt-1.5 h-3.5 w-24" />
      </span>
      <span className="board-count">
        <Skeleton className="my-0.5 h-5 w-16" />
      </span>
    </li>
  );
}
