import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { Card } from '#web/cards/Card.tsx';
import { cardOfKey } from './digit-keys.ts';
import { playSound } from './sound.ts';
import { type BattleCard, faceOf } from './table-cards.ts';
import { texts } from './texts.ts';
import './hand.css';

interface HandProps {
  cards: readonly BattleCard[];
  /** Name of the picked card. */
  selected: string | null;
  /** Name of the card that was put down: the hand rests then. */
  locked: string | null;
  isDisabled: boolean;
  onSelect(name: string): void;
}

/**
 * The player's cards as one radio group: arrows move the pick, the digits 1 to 5 pick from anywhere
 * on the page, and every face shows its move.
 */
export function Hand({ cards, selected, locked, isDisabled, onSelect }: HandProps) {
  const group = useId();
  const isResting = isDisabled || locked !== null;
  const picked = locked ?? selected;

  const select = (name: string) => {
    if (isResting || name === picked) return;
    playSound('pick');
    onSelect(name);
  };
  useDigits(isResting ? [] : cards, select);

  return (
    <fieldset
      className="hand"
      aria-disabled={isResting || undefined}
      data-resting={isResting || undefined}
      style={{ '--cards': cards.length } as CSSProperties}
    >
      <legend className="sr-only">{texts.hand}</legend>
      {cards.map(({ name, move }, index) => (
        <label
          key={name}
          className="hand-card"
          style={{ '--nth': index, '--off': index - (cards.length - 1) / 2 } as CSSProperties}
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
            {...faceOf(name, move)}
            as="static"
            aria-hidden="true"
            isSelected={selected === name && locked === null}
            isLocked={locked === name}
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

function useDigits(cards: readonly BattleCard[], select: (name: string) => void): void {
  const latest = useRef({ cards, select });
  latest.current = { cards, select };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = cardOfKey(event, latest.current.cards);
      if (name !== null) latest.current.select(name);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
