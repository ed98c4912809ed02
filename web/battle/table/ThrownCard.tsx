import { Card } from '#web/cards/Card.tsx';
import { faceOf, fateOf, type Outcome, type Throw } from './table-cards.ts';
import { texts } from './texts.ts';

interface ThrownCardProps {
  side: 'you' | 'opponent';
  thrown: Throw | null;
  /** The outcome for you. */
  outcome: Outcome;
}

/** A card as it lay at the end of a round; the one that lost is dimmed. */
export function ThrownCard({ side, thrown, outcome }: ThrownCardProps) {
  const fate = fateOf(side, outcome);
  return (
    <figure className="thrown" data-side={side} data-fate={fate}>
      <figcaption className="thrown-side">
        {texts[side]} <span className="thrown-fate">{texts.fate[fate]}</span>
      </figcaption>
      {thrown === null ? (
        <p className="thrown-missed">{texts.missedWord}</p>
      ) : (
        <Card {...faceOf(thrown.card, thrown.choice)} as="static" />
      )}
    </figure>
  );
}
