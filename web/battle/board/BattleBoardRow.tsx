import type { CSSProperties } from 'react';
import type { BattleRow } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { rateWords, type StreakKind, streakKind, streakWords } from './standing-words.ts';
import { texts } from './texts.ts';

interface BattleBoardRowProps {
  row: BattleRow;
  /** The first three have a metal of their own. */
  rank: number;
  isOwn: boolean;
  /** False: so many are equal that this is the best the rank can be. */
  isExact?: boolean;
}

/** One player of the board. */
export function BattleBoardRow({ row, rank, isOwn, isExact = true }: BattleBoardRowProps) {
  const words = texts.board;
  const kind = streakKind(row.streak);
  return (
    <li
      className="battle-row"
      data-rank={rank <= 3 ? rank : undefined}
      data-own={isOwn || undefined}
    >
      <span className="battle-row-rank tabular" data-long={rank >= 1_000 || undefined}>
        <span className="visually-hidden">{words.rank} </span>
        {isExact ? words.count(rank) : words.atBest(rank)}
      </span>
      <span className="battle-row-player">
        <span className="battle-row-name">
          <bdi>{row.displayName}</bdi>
          {isOwn && <span className="badge battle-row-you">{words.you}</span>}
        </span>
        <span
          className="battle-row-address tabular"
          title={`${row.walletAddress} · ${words.lastGame(row.lastGameAt)}`}
        >
          {shortAddress(row.walletAddress)}
        </span>
      </span>
      <dl className="battle-row-figures tabular">
        <Figure label={words.wins} short="W" value={words.count(row.wins)} />
        <Figure label={words.losses} short="L" value={words.count(row.losses)} />
        <Figure label={words.ties} short="T" value={words.count(row.ties)} />
      </dl>
      <span className="battle-row-rate tabular" title={words.games(row.totalGames)}>
        <span className="battle-row-percent">{rateWords(row.winRate)}</span>
        <span className="battle-row-rate-word">{words.winRate}</span>
        <span className="battle-row-bar" aria-hidden="true">
          <span style={{ '--rate': row.winRate / 100 } as CSSProperties} />
        </span>
      </span>
      <span className="battle-row-streaks tabular">
        <span className="battle-row-streak" data-streak={kind}>
          <Icon name={STREAK_ICON[kind]} size="1rem" /> {streakWords(row.streak)}
        </span>
        <span className="battle-row-best">
          <span className="visually-hidden">{words.bestLabel} </span>
          {words.best(row.bestStreak)}
        </span>
      </span>
    </li>
  );
}

const STREAK_ICON = { win: 'up', loss: 'down', none: 'more' } as const satisfies Record<
  StreakKind,
  string
>;

function Figure({ label, short, value }: { label: string; short: string; value: string }) {
  return (
    <div>
      <dt>
        <abbr title={label}>{short}</abbr>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The shape of a row before it is known. */
export function BattleBoardRowSkeleton({ rank }: { rank: number }) {
  return (
    <li className="battle-row" data-rank={rank <= 3 ? rank : undefined}>
      <span className="battle-row-rank">
        <Skeleton width="1.75rem" height="1.75rem" margin="0 auto" />
      </span>
      <span className="battle-row-player">
        <Skeleton className="max-w-full" width="9rem" height="1.25rem" margin="0.25rem 0" />
        <Skeleton width="6rem" height="0.875rem" margin="0.25rem 0" />
      </span>
      <span className="battle-row-figures">
        <Skeleton width="6rem" height="1.25rem" />
      </span>
      <span className="battle-row-rate">
        <Skeleton width="3.5rem" height="2.25rem" />
      </span>
      <span className="battle-row-streaks">
        <Skeleton width="7rem" height="1.25rem" />
      </span>
    </li>
  );
}
