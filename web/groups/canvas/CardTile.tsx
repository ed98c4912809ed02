import { memo } from 'react';
import type { Nft } from '#contract/cards.ts';
import { explorerLink } from '#web/api/settings.ts';
import { withoutNumber } from '#web/cards/card-look.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import { texts } from '#web/groups/texts.ts';
import { NewTabLink } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Placeholders, Skeleton } from '#web/ui/Skeleton.tsx';
import { GridPart } from './GridPart.tsx';
import type { Stack } from './stacks.ts';
import './tile.css';

interface TileContentProps {
  nft: Nft;
  /** Set on the tile of a stack, and on the first tile of one that is spread. */
  stack: Stack | undefined;
  selected: number;
  isStale: boolean;
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
  const { nft, stack, selected, isReadOnly } = content;
  return (
    <GridPart
      role="gridcell"
      className="tile"
      data-card={nft.id}
      data-dragged={isDragged || undefined}
      data-landed={isLanded || undefined}
      data-readonly={isReadOnly || undefined}
      aria-colindex={column + 1}
      data-stack={(stack !== undefined && !stack.isSpread) || undefined}
      aria-selected={isReadOnly ? undefined : selected > 0}
      style={{ transform: `translateX(${left}px)` }}
    >
      <TileContent {...content} />
    </GridPart>
  );
}

/** A component of its own, so that a card that only moves is not rendered again. */
const TileContent = memo(function TileContent(props: TileContentProps) {
  const { nft, stack, selected, isStale, isRegistered, isReadOnly } = props;
  const count = stack === undefined || stack.isSpread ? 1 : stack.cardIds.length;
  const name = count === 1 ? nft.name : texts.stack.name(withoutNumber(nft.name), count);
  const tabIndex = props.isCurrent ? 0 : -1;
  return (
    <>
      <OwnedCard
        nft={nft}
        className="card-numbered"
        look={{
          isSelected: selected > 0,
          isStale,
          isRegistered,
          ...(count > 1 && { edition: texts.cards(count) }),
        }}
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
            checked={selected === count}
            readOnly
            tabIndex={tabIndex}
            data-action="check"
            aria-label={texts.card.select(name)}
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
      {stack !== undefined && (
        <button
          type="button"
          className="tile-stack tabular"
          tabIndex={tabIndex}
          aria-expanded={stack.isSpread}
          aria-label={texts.stack.spread(withoutNumber(nft.name), stack.cardIds.length)}
          data-stack-key={stack.key}
        >
          <span>
            {texts.stack.size(stack.isSpread ? 0 : selected, stack.cardIds.length)}
            <Icon name={stack.isSpread ? 'up' : 'down'} size="0.875rem" />
          </span>
        </button>
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
            <span className="visually-hidden">{texts.card.moveFor(name)}</span>
            <Icon name="down" size="1.2em" />
          </button>
        )}
        <NewTabLink
          className="tile-link"
          href={explorerLink(nft.id)}
          tabIndex={tabIndex}
          aria-label={texts.card.explorer(nft.name)}
        >
          <Icon name="outward" size="1rem" />
        </NewTabLink>
      </div>
    </>
  );
});

/** What stands in the place of the cards until they are loaded and rendered. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <Placeholders label={label} count={8} className="organiser-skeletons">
      {() => (
        <li>
          <Skeleton className="tile-skeleton" />
        </li>
      )}
    </Placeholders>
  );
}
