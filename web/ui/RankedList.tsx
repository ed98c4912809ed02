import { type ReactNode, useId } from 'react';
import { Skeleton } from './Skeleton.tsx';
import './ranked-list.css';

interface RankedListProps {
  title: string;
  /** Beside the title. */
  aside: ReactNode;
  /** Between the heading and the rows. */
  intro?: ReactNode;
  className?: string;
  /** When empty, `children` is shown. */
  rows: readonly ReactNode[];
  /** The viewer's own row, when it is below the shown rows. */
  own?: { label: string; rank: number; row: ReactNode } | null;
  /** Shown without rows: placeholders, an error, or a note. */
  children: ReactNode;
  foot?: ReactNode;
}

export function RankedList(props: RankedListProps) {
  const { title, aside, intro, className = '', rows, own, children, foot } = props;
  const id = useId();
  return (
    <section
      className={`ranked-list panel-lit ${className}`}
      aria-labelledby={id}
      data-filled={rows.length > 0 || undefined}
    >
      <div className="ranked-head">
        <h2 id={id} className="display text-heading">
          {title}
        </h2>
        {aside}
      </div>
      {intro}
      {children}
      {rows.length > 0 && <ol className="ranked-rows">{rows}</ol>}
      {own && (
        <section className="ranked-below" aria-label={own.label}>
          <ol className="ranked-rows" start={own.rank}>
            {own.row}
          </ol>
        </section>
      )}
      {foot}
    </section>
  );
}

interface RankedRowProps {
  /** 1 to 3 are gold, silver and bronze. */
  rank: number;
  /** The rank as written, and the word screen readers say before it; without it the row is a placeholder. */
  figure?: { spoken: string; shown: string };
  isOwn?: boolean;
  className: string;
  children: ReactNode;
}

export function RankedRow({ rank, figure, isOwn, className, children }: RankedRowProps) {
  return (
    <li
      className={`ranked-row ${className}`}
      data-rank={rank <= 3 ? rank : undefined}
      data-own={isOwn || undefined}
    >
      <span className="ranked-figure tabular" data-long={rank >= 1_000 || undefined}>
        {figure === undefined ? (
          <Skeleton width="1.75rem" height="1.75rem" margin="0 auto" />
        ) : (
          <>
            <span className="visually-hidden">{figure.spoken} </span>
            {figure.shown}
          </>
        )}
      </span>
      {children}
    </li>
  );
}
