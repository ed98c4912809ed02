import { memo } from 'react';
import type { Nft } from '#contract/cards.ts';
import { explorerLink } from '#web/api/settings.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

interface CardTileProps {
  nft: Nft;
  /** Px from the left edge of the organiser. */
  left: number;
  column: number;
  isSelected: boolean;
  isCarried: boolean;
  isLanded: boolean;
  isStale: boolean;
  isReadOnly: boolean;
  /** The one tile the Tab key reaches. */
  isCurrent: boolean;
  helpId: string;
}

/**
 * One card of the organiser with its controls. It handles nothing itself: presses and keys are caught
 * once, at the canvas, which reads `data-card` and `data-action`.
 */
export const CardTile = memo(function CardTile(props: CardTileProps) {
  const { nft, isSelected, isStale, isReadOnly } = props;
  const tabIndex = props.isCurrent ? 0 : -1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part and placed by px
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the card in it
    <div
      role="gridcell"
      className="tile"
      data-card={nft.id}
      data-carried={props.isCarried || undefined}
      data-landed={props.isLanded || undefined}
      data-readonly={isReadOnly || undefined}
      aria-colindex={props.column + 1}
      aria-selected={isReadOnly ? undefined : isSelected}
      style={{ transform: `translateX(${props.left}px)` }}
    >
      <OwnedCard
        nft={nft}
        as="static"
        isSelected={isSelected}
        isStale={isStale}
        // Not a button element: that would swallow the press that becomes a drag.
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
            <span className="sr-only">{texts.card.moveFor(nft.name)}</span>
            <Icon name="down" className="size-4" />
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
          <Icon name="outward" className="size-4" />
        </a>
      </div>
    </div>
  );
});
