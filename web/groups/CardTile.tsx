import { memo } from 'react';
import type { Nft } from '#contract/cards.ts';
import { explorerLink } from '#web/api/settings.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';
import './tile.css';

interface TileContentProps {
  nft: Nft;
  isSelected: boolean;
  isStale: boolean;
  /** Registered for the whitelist. */
  isRegistered: boolean;
  isReadOnly: boolean;
  /** The only tile with `tabindex="0"`. */
  isCurrent: boolean;
  helpId: string;
}

interface CardTileProps extends TileContentProps {
  /** Px from the left edge of the organiser. */
  left: number;
  column: number;
  isDragged: boolean;
  isLanded: boolean;
}

/**
 * One card of the organiser with its controls. It has no event handlers: clicks and keys are handled
 * once, on the canvas, which reads `data-card` and `data-action`.
 */
export function CardTile({ left, column, isDragged, isLanded, ...content }: CardTileProps) {
  const { nft, isSelected, isReadOnly } = content;
  return (
    // biome-ignore lint/a11y/useSemanticElements: table elements cannot be virtualised and positioned in px
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the card in it
    <div
      role="gridcell"
      className="tile"
      data-card={nft.id}
      data-dragged={isDragged || undefined}
      data-landed={isLanded || undefined}
      data-readonly={isReadOnly || undefined}
      aria-colindex={column + 1}
      aria-selected={isReadOnly ? undefined : isSelected}
      style={{ transform: `translateX(${left}px)` }}
    >
      <TileContent {...content} />
    </div>
  );
}

/** A component of its own, so that a card that only moves is not rendered again. */
const TileContent = memo(function TileContent(props: TileContentProps) {
  const { nft, isSelected, isStale, isRegistered, isReadOnly } = props;
  const tabIndex = props.isCurrent ? 0 : -1;
  return (
    <>
      <OwnedCard
        nft={nft}
        as="static"
        className="card-numbered"
        isSelected={isSelected}
        isStale={isStale}
        isRegistered={isRegistered}
        // Not a button element: it would swallow the press that starts a drag.
        role={isReadOnly ? 'group' : 'button'}
        tabIndex={tabIndex}
        data-face=""
        aria-describedby={isReadOnly ? undefined : props.helpId}
      />
      {!isReadOnly && (
        <label className="tile-check">
          <input
            type="checkbox"
            checked={isSelected}
            readOnly
            tabIndex={tabIndex}
            data-action="check"
            aria-label={texts.card.select(nft.name)}
          />
        </label>
      )}
      <button
        type="button"
        className="tile-look"
        tabIndex={tabIndex}
        aria-label={texts.card.look(nft.name)}
        data-action="look"
      >
        <Icon name="enlarge" size="1rem" />
      </button>
      <div className="tile-controls">
        {!isReadOnly && (
          <button
            type="button"
            className="tile-move"
            tabIndex={tabIndex}
            aria-haspopup="menu"
            data-action="move"
          >
            {texts.card.moveTo}
            <span className="visually-hidden">{texts.card.moveFor(nft.name)}</span>
            <Icon name="down" size="1rem" />
          </button>
        )}
        <a
          className="tile-link"
          href={explorerLink(nft.id)}
          target="_blank"
          rel="noreferrer"
          tabIndex={tabIndex}
          aria-label={texts.card.explorer(nft.name)}
        >
          <Icon name="outward" size="1rem" />
        </a>
      </div>
    </>
  );
});
