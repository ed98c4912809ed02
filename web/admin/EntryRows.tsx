import { useEffect, useRef, useState } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { useIsPrinting } from '#web/ui/printing.ts';
import { rowsInSight, useScrollView } from '#web/ui/scroll-view.ts';
import { EntryLine, WaitingLine } from './EntryLine.tsx';
import { texts } from './texts.ts';

/** Height of a row by the width of its frame, in rem: in narrower ones it is a small card; see entry-list.css. */
const ROWS = [
  { from: 58, height: 3.75 },
  { from: 14, height: 9 },
  // Letters twice as large on a phone.
  { from: 0, height: 17 },
] as const;
const COLUMNS = ['wallet', 'entries', 'nfts', 'registered', 'status', 'verdict'] as const;

interface EntryRowsProps {
  entries: readonly WhitelistEntry[];
  count: number;
  isPending: boolean;
  chosen: ReadonlyMap<string, WhitelistEntry>;
  onChoose: (entry: WhitelistEntry, isChosen: boolean) => void;
  canRead: boolean;
  /** Called when the list is scrolled to entries that are not loaded. */
  onReach: () => void;
}

/**
 * The registrations as a virtualised list: only visible rows are rendered, and further entries are loaded
 * when the list is scrolled to them.
 */
export function EntryRows(props: EntryRowsProps) {
  const { entries, count, isPending, chosen, onChoose, canRead, onReach } = props;
  const frame = useRef<HTMLElement>(null);
  const view = useScrollView(frame);
  const row = ROWS.find(({ from }) => view.width >= from * view.rem) ?? ROWS[0];
  const isNarrow = row !== ROWS[0];
  const height = Math.round(row.height * view.rem);
  const isPrinting = useIsPrinting();
  const inSight = rowsInSight(count, height, view);
  const [focused, setFocused] = useState(-1);
  const drawn = isPrinting ? [...entries.keys()] : withRow(inSight, focused, count);
  const words = texts.list;

  const last = inSight.at(-1) ?? -1;
  useEffect(() => {
    // Runs after every batch: for a batch from the cache `canRead` does not change.
    if (canRead && last >= entries.length) onReach();
  }, [canRead, last, entries.length, onReach]);

  return (
    <div className="entry-list-table" aria-busy={isPending} data-narrow={isNarrow || undefined}>
      {/* Hidden from screen readers: each row names its own figures. */}
      <div aria-hidden="true" className="entry-list-head">
        <div className="entry-list-row">
          {COLUMNS.map((column) => (
            <span key={column} className={`entry-list-${column}`}>
              {words[column]}
            </span>
          ))}
        </div>
      </div>
      <section
        ref={frame}
        className="entry-list-frame"
        aria-label={words.caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        onFocus={({ target }) =>
          setFocused(Number(target.closest('[aria-posinset]')?.ariaPosInSet ?? 0) - 1)
        }
      >
        <ol className="entry-list-space" style={{ height: isPrinting ? 'auto' : count * height }}>
          {drawn.map((index) => {
            const entry = entries[index];
            const place = { top: index * height, height };
            return entry === undefined ? (
              <WaitingLine key={index} {...place} />
            ) : (
              <EntryLine
                key={entry.id}
                entry={entry}
                index={index}
                count={count}
                {...place}
                isChosen={chosen.has(entry.id)}
                onChoose={onChoose}
              />
            );
          })}
        </ol>
      </section>
    </div>
  );
}

/** Adds the row that has the focus, however far away: removing it would lose the focus. In order, for the Tab key. */
function withRow(rows: readonly number[], row: number, count: number): readonly number[] {
  const [first] = rows;
  if (first === undefined || row < 0 || row >= count || rows.includes(row)) return rows;
  return row < first ? [row, ...rows] : [...rows, row];
}
