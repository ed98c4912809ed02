import { type KeyboardEvent, useId, useMemo } from 'react';
import { formatCount } from '#rules/amounts.ts';
import { KiSigil } from '#web/cards/CardIcons.tsx';
import { texts as cardTexts } from '#web/cards/texts.ts';
import { SearchField } from '#web/ui/SearchField.tsx';
import { collectionsOf, kisOf, ORDERS, type Order } from './canvas/sections.ts';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';
import './tools.css';

interface OrganiserToolsProps {
  organiser: OrganiserModel;
  /** On narrow screens: they stay under the bar instead of scrolling away. */
  isPinned: boolean;
  onUnpin: () => void;
}

export function OrganiserTools({ organiser, isPinned, onUnpin }: OrganiserToolsProps) {
  const { cards, filter, setFilter } = organiser;
  const collections = useMemo(() => collectionsOf(cards.values()), [cards]);
  const kis = useMemo(() => kisOf(cards.values()), [cards]);
  const noteId = useId();
  const note = filter.order === 'newest' ? newestNote(organiser) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    // In the search field the first Escape clears it.
    if (event.key === 'Escape' && isPinned && filter.search === '') onUnpin();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: there is nothing to submit */}
      <div
        role="search"
        className="tools"
        data-pinned={isPinned || undefined}
        onKeyDown={onKeyDown}
      >
        <div className="field-row tools-row">
          <SearchField
            value={filter.search}
            label={texts.search.label}
            placeholder={texts.search.placeholder}
            onSearch={(search) => setFilter({ search })}
          />
          <label className="tools-order">
            <span className="visually-hidden">{texts.order.label}</span>
            <select
              className="field"
              value={filter.order}
              aria-describedby={note === null ? undefined : noteId}
              onChange={(event) => setFilter({ order: event.target.value as Order })}
            >
              {ORDERS.map((order) => (
                <option key={order} value={order}>
                  {texts.order[order]}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className="tools-chips">
          <Chip
            label={texts.stack.toggle}
            isPressed={filter.isStacked}
            onPress={() => setFilter({ isStacked: !filter.isStacked })}
          />
          {collections.length > 1 && (
            <fieldset className="tools-filter">
              <legend className="visually-hidden">{texts.collections.label}</legend>
              <Chip
                label={texts.collections.all}
                isPressed={filter.collection === null}
                onPress={() => setFilter({ collection: null })}
              />
              {collections.map(({ type, label, cards }) => (
                <Chip
                  key={type}
                  label={label}
                  count={cards}
                  isPressed={filter.collection === type}
                  onPress={() => setFilter({ collection: type })}
                />
              ))}
            </fieldset>
          )}
          {kis.length > 1 && (
            <fieldset className="tools-filter">
              <legend className="visually-hidden">{texts.ki}</legend>
              {kis.map(({ ki, cards }) => {
                const isPressed = filter.ki === ki;
                return (
                  <button
                    key={ki}
                    type="button"
                    className="chip tools-ki"
                    data-ki={ki}
                    title={cardTexts.ki[ki]}
                    aria-pressed={isPressed}
                    onClick={() => setFilter({ ki: isPressed ? null : ki })}
                  >
                    <KiSigil ki={ki} />
                    <span className="tools-ki-name">{cardTexts.ki[ki]} </span>
                    <span className="tabular">{formatCount(cards)}</span>
                  </button>
                );
              })}
            </fieldset>
          )}
        </div>
      </div>
      {note !== null && (
        <p id={noteId} className="tools-note text-small text-dim">
          {note}
        </p>
      )}
    </>
  );
}

/** What 'newest' means, and of how many cards it is not known. */
function newestNote({ cards }: OrganiserModel): string {
  const undated = [...cards.values()].filter(({ heldSince }) => heldSince === null).length;
  const { newestMeans, newestUnknown } = texts.order;
  return undated === 0 ? newestMeans : `${newestMeans} ${newestUnknown(undated)}`;
}

function Chip(props: { label: string; count?: number; isPressed: boolean; onPress: () => void }) {
  return (
    <button type="button" className="chip" aria-pressed={props.isPressed} onClick={props.onPress}>
      {props.label}
      {props.count !== undefined && <span className="tabular">{formatCount(props.count)}</span>}
    </button>
  );
}
