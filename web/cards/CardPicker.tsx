import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import { useScrollView } from '#web/ui/scroll-view.ts';
import { OwnedCard } from './OwnedCard.tsx';
import { pickerRows, pickerStep } from './picker-rows.ts';
import { extendTo, type Selection, toggle } from './selection.ts';
import './card-picker.css';

interface CardPickerProps {
  nfts: readonly Nft[];
  label: string;
  selected: ReadonlySet<string>;
  /** Why a card cannot be picked; undefined when it can. */
  disabledReasonOf?: (id: string) => string | undefined;
  isSingle?: boolean;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/**
 * A scrolling, virtualised grid of cards to select from. One Tab stop: arrows move, Space selects, Shift
 * with a click or an arrow selects a range.
 */
export function CardPicker(props: CardPickerProps) {
  const { nfts, selected, disabledReasonOf = () => undefined, isSingle = false, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  // Measured before the first paint: with a width of 0 one card would cover the whole frame.
  const view = useScrollView(frame);
  const [current, setCurrent] = useState<string | null>(null);
  const [anchor, setAnchor] = useState<string | null>(null);
  /** How the current card gets the focus once it is drawn; null: it does not. */
  const awaitedFocus = useRef<FocusOptions | null>(null);
  const rows = useMemo(() => pickerRows(nfts.length, view), [nfts.length, view]);
  const order = useMemo(() => nfts.map(({ id }) => id), [nfts]);
  const currentIndex = Math.max(0, current === null ? 0 : order.indexOf(current));

  useEffect(() => {
    const options = awaitedFocus.current;
    if (options === null) return;
    const option = frame.current?.querySelector<HTMLElement>('[role="option"][tabindex="0"]');
    if (!option) return;
    awaitedFocus.current = null;
    option.focus(options);
  });

  const isFree = (id: string) => disabledReasonOf(id) === undefined;
  function pick(id: string, isRange: boolean): void {
    if (!isFree(id)) return;
    if (isSingle) {
      onSelect(new Set(selected.has(id) ? [] : [id]));
      return;
    }
    const from: Selection = { ids: selected, anchor };
    const next = isRange ? extendTo(from, order.filter(isFree), id) : toggle(from, id);
    setAnchor(next.anchor);
    onSelect(next.ids);
  }

  const onClick = (event: MouseEvent) => {
    const id = (event.target as Element).closest('[data-card]')?.getAttribute('data-card');
    if (!id) return;
    setCurrent(id);
    pick(id, event.shiftKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = order[currentIndex];
    if (at === undefined) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (!event.repeat) pick(at, event.shiftKey);
      return;
    }
    const next = pickerStep(event, currentIndex, rows.columns, order.length);
    if (next === null) return;
    event.preventDefault();
    const id = order[next] ?? at;
    setCurrent(id);
    // By itself Safari draws no ring where a script moves the focus after a click.
    awaitedFocus.current = { preventScroll: true, focusVisible: true };
    const box = rows.boxOf(next);
    const shown = frame.current;
    if (shown !== null) {
      const under = box.top + box.height + rows.gap - shown.clientHeight;
      if (box.top < shown.scrollTop + rows.gap) shown.scrollTop = box.top - rows.gap;
      else if (under > shown.scrollTop) shown.scrollTop = under;
    }
    if (event.shiftKey && !isSingle) {
      if (anchor === null && isFree(at)) setAnchor(at);
      pick(id, true);
    }
  };

  // The focused option stays in the document, or the focus would be lost.
  const drawn = rows.drawn.includes(currentIndex) ? rows.drawn : [...rows.drawn, currentIndex];
  return (
    <div
      ref={frame}
      role="listbox"
      className="picker"
      style={{ height: rows.height }}
      aria-label={props.label}
      aria-multiselectable={!isSingle}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div className="picker-space" role="presentation" style={{ height: rows.height }}>
        {drawn.map((index) => {
          const nft = nfts[index];
          if (nft === undefined) return null;
          const reason = disabledReasonOf(nft.id);
          const { left, top, width } = rows.boxOf(index);
          return (
            <OwnedCard
              key={nft.id}
              nft={nft}
              look={{ foil: 'plain', isSelected: selected.has(nft.id), disabledReason: reason }}
              role="option"
              className="picker-card card-numbered"
              data-card={nft.id}
              tabIndex={index === currentIndex ? 0 : -1}
              aria-selected={selected.has(nft.id)}
              aria-disabled={reason !== undefined || undefined}
              aria-posinset={index + 1}
              aria-setsize={nfts.length}
              style={{ left, top, width }}
            />
          );
        })}
      </div>
    </div>
  );
}
