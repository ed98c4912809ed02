import { useId } from 'react';
import { DECK } from '#rules/battle/deck.ts';
import { Card } from '#web/cards/Card.tsx';
import { inFan } from '#web/cards/card-look.ts';
import { battleCard } from './battle-card.ts';
import { useDigitKeys } from './digit-keys.ts';
import { playSound } from './sound.ts';
import { texts } from './texts.ts';
import './hand.css';

interface HandProps {
  /** Name of the card that is picked or was played. */
  picked: string | null;
  isDown: boolean;
  isResting: boolean;
  onSelect(name: string): void;
}

/**
 * The player's cards as one radio group: arrow keys move the pick, digit keys pick from anywhere on the
 * page.
 */
export function Hand({ picked, isDown, isResting, onSelect }: HandProps) {
  const group = useId();

  const select = (name: string) => {
    if (isResting || name === picked) return;
    playSound('pick');
    onSelect(name);
  };
  useDigitKeys(isResting ? [] : DECK, select);

  return (
    <fieldset
      className="hand"
      aria-disabled={isResting || undefined}
      data-resting={isResting || undefined}
    >
      <legend className="visually-hidden">{texts.hand}</legend>
      {DECK.map(({ name, move }, index) => (
        <label
          key={name}
          className="hand-card"
          style={inFan(index, DECK.length)}
          data-picked={picked === name || undefined}
        >
          <input
            type="radio"
            name={group}
            value={name}
            checked={picked === name}
            aria-label={texts.cardLabel(name, move)}
            aria-disabled={isResting || undefined}
            aria-keyshortcuts={String(index + 1)}
            onChange={() => select(name)}
          />
          <Card
            look={{
              ...battleCard(name, move),
              isSelected: picked === name && !isDown,
              isLocked: picked === name && isDown,
            }}
            aria-hidden="true"
          />
          <span className="hand-move" aria-hidden="true">
            <kbd className="hand-key">{index + 1}</kbd>
            {move}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
