import type { ReactNode } from 'react';
import { Card } from '#web/cards/Card.tsx';
import { battleCard } from './battle-card.ts';
import {
  fateOf,
  type Outcome,
  outcomeReason,
  type PlayedCard,
  type Scores,
  type SeenRound,
  type Side,
} from './shown-rounds.ts';
import { texts } from './texts.ts';
import './outcome.css';

interface RoundOutcomeProps {
  round: SeenRound;
  scores: Scores;
  children: ReactNode;
}

export function RoundOutcome({ round, scores, children }: RoundOutcomeProps) {
  const { outcome, yours, theirs } = round;
  return (
    <div className="outcome" data-outcome={outcome}>
      <div className="outcome-beams" aria-hidden="true" />
      <div className="outcome-head">
        <p className="eyebrow">{texts.round.eyebrow(round.round)}</p>
        <h2 className="outcome-word display">{texts.round[outcome]}</h2>
        <p className="outcome-reason">{outcomeReason(round)}</p>
      </div>
      <div className="outcome-cards">
        <ThrownCard side="you" played={yours} outcome={outcome} />
        <Score scores={scores} />
        <ThrownCard side="opponent" played={theirs} outcome={outcome} />
      </div>
      <div className="actions outcome-actions">{children}</div>
    </div>
  );
}

export function Score({ scores: { yours, theirs } }: { scores: Scores }) {
  return (
    <p className="outcome-score display">
      <span className="visually-hidden">{texts.score(yours, theirs)}</span>
      <span aria-hidden="true">
        {yours} <span className="outcome-colon">:</span> {theirs}
      </span>
    </p>
  );
}

interface ThrownCardProps {
  side: Side;
  played: PlayedCard | null;
  outcome: Outcome;
}

/** A card of a finished round; the losing one is dimmed. */
function ThrownCard({ side, played, outcome }: ThrownCardProps) {
  const fate = fateOf(side, outcome);
  return (
    <figure className="thrown" data-side={side} data-fate={fate}>
      <figcaption className="thrown-side">
        {texts[side]} <span className="thrown-fate">{texts.fate[fate]}</span>
      </figcaption>
      {played === null ? (
        <p className="thrown-missed">{texts.missedWord}</p>
      ) : (
        <Card look={battleCard(played.card, played.choice)} />
      )}
    </figure>
  );
}
