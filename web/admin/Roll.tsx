import { useEffect, useRef } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { rowsInSight, useScrollView } from '#web/ui/scroll-view.ts';
import { EntryLine, WaitingLine } from './EntryLine.tsx';
import { texts } from './texts.ts';

/** Below this width, in rem, a row is a small card. */
const NARROW = 46;
const ROW_REMS = { wide: 3.75, narrow: 9 };
const COLUMNS = ['wallet', 'entries', 'nfts', 'registered', 'status', 'verdict'] as const;

interface RollProps {
  /** Those that have been read. */
  entries: readonly WhitelistEntry[];
  /** Of all, read or not. */
  count: number;
  isPending: boolean;
  canRead: boolean;
  /** Somebody scrolled to where nothing has been read yet. */
  onReach: () => void;
}

/**
 * The registrations in a frame that scrolls: of a hundred thousand only those in sight are drawn, and
 * only those that somebody scrolls to are read.
 */
export function Roll({ entries, count, isPending, canRead, onReach }: RollProps) {
  const frame = useRef<HTMLElement>(null);
  const view = useScrollView(frame);
  const isNarrow = view.width < NARROW * view.rem;
  const height = Math.round((isNarrow ? ROW_REMS.narrow : ROW_REMS.wide) * view.rem);
  const drawn = rowsInSight(count, height, view);
  const words = texts.list;

  const last = drawn.at(-1) ?? -1;
  useEffect(() => {
    // Asked again after every batch: one that comes from memory is never seen to be under way.
    if (canRead && last >= entries.length) onReach();
  }, [canRead, last, entries.length, onReach]);

  return (
    <div className="roll-table" aria-busy={isPending} data-narrow={isNarrow || undefined}>
      {/* For the eye: each registration says of itself what its figures are. */}
      <div aria-hidden="true" className="roll-head">
        <div className="roll-row">
          {COLUMNS.map((column) => (
            <span key={column} className={`roll-${column}`}>
              {words[column]}
            </span>
          ))}
        </div>
      </div>
      <section
        ref={frame}
        className="roll-frame"
        aria-label={words.caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
      >
        <ol className="roll-space" style={{ height: count * height }}>
          {drawn.map((index) => {
            const entry = entries[index];
            const place = { top: index * height, height };
            return entry === undefined ? (
              <WaitingLine key={index} place={place} />
            ) : (
              <EntryLine key={entry.id} entry={entry} index={index} count={count} place={place} />
            );
          })}
        </ol>
      </section>
    </div>
  );
}
