import type { CSSProperties } from 'react';
import type { BattlePlace } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import { HolderLink } from '#web/cards/HolderLink.tsx';
import { Ago } from '#web/ui/Ago.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { RankedRow } from '#web/ui/RankedList.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { rateWords, streakKind, streakWords, texts } from './texts.ts';

const STREAK_ICON = { win: 'up', loss: 'down', none: 'more' } as const;

export function BattleBoardRow({ place, isOwn }: { place: BattlePlace; isOwn: boolean }) {
  const { rank, isExact, row } = place;
  const words = texts.board;
  const kind = streakKind(row.streak);
  const figure = { spoken: words.rank, shown: isExact ? formatCount(rank) : words.atBest(rank) };
  return (
    <RankedRow rank={rank} figure={figure} isOwn={isOwn} className="battle-row">
      <span className="battle-row-player">
        <span className="battle-row-name">
          <HolderLink address={row.walletAddress}>
            <bdi className="battle-row-words">{row.displayName}</bdi>
          </HolderLink>
          {isOwn && <span className="badge badge-lit">{words.you}</span>}
        </span>
        <span className="battle-row-address tabular">
          <span title={row.walletAddress}>{shortAddress(row.walletAddress)}</span>{' '}
          <span>
            <span className="visually-hidden">{words.lastGame} </span>
            <Ago at={row.lastGameAt} />
          </span>
        </span>
      </span>
      <dl className="battle-row-figures tabular">
        <Figure label={words.won} value={formatCount(row.wins)} />
        <Figure label={words.lost} value={formatCount(row.losses)} />
        <Figure label={words.tied} value={formatCount(row.ties)} />
      </dl>
      <span className="battle-row-rate tabular" title={words.games(row.totalGames)}>
        <span className="battle-row-percent">{rateWords(row.winRate)}</span>
        <span className="battle-row-rate-word">{words.winRate}</span>
        <span className="battle-row-bar" aria-hidden="true">
          <span style={{ '--rate': row.winRate / 100 } as CSSProperties} />
        </span>
      </span>
      <span className="row battle-row-streaks tabular">
        <span className="battle-row-streak" data-streak={kind}>
          <Icon name={STREAK_ICON[kind]} size="1rem" /> {streakWords(row.streak)}
        </span>
        <span className="battle-row-best">
          <span className="visually-hidden">{words.bestLabel} </span>
          {words.best(row.bestStreak)}
        </span>
      </span>
    </RankedRow>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function BattleBoardRowSkeleton({ rank }: { rank: number }) {
  return (
    <RankedRow rank={rank} className="battle-row">
      <span className="battle-row-player">
        <Skeleton width="min(9rem, 100%)" height="1.25rem" margin="0.25rem 0" />
        <Skeleton width="6rem" height="0.875rem" margin="0.25rem 0" />
      </span>
      <span className="battle-row-figures">
        <Skeleton width="6rem" height="1.25rem" />
      </span>
      <span className="battle-row-rate">
        <Skeleton width="3.5rem" height="2.25rem" />
      </span>
      <span className="row battle-row-streaks">
        <Skeleton width="7rem" height="1.25rem" />
      </span>
    </RankedRow>
  );
}
