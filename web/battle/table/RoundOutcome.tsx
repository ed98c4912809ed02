import type { ReactNode } from 'react';
import { reasonOf } from './reason.ts';
import { ThrownCard } from './ThrownCard.tsx';
import type { Outcome, Scores, Throw } from './table-cards.ts';
import { texts } from './texts.ts';
import './outcome.css';

interface RoundOutcomeProps {
  round: number;
  outcome: Outcome;
  yours: Throw | null;
  theirs: Throw | null;
  scores: Scores;
  /** The buttons. */
  children: ReactNode;
}

/** How a round went: both cards, which move beat which, the score. */
export function RoundOutcome({
  round,
  outcome,
  yours,
  theirs,
  scores,
  children,
}: RoundOutcomeProps) {
  return (
    <div className="outcome" data-outcome={outcome}>
      <div className="outcome-beams" aria-hidden="true" />
      <div className="outcome-head" role="status">
        <p className="eyebrow">{texts.round.eyebrow(round)}</p>
        <h2 className="outcome-word display">{texts.round[outcome]}</h2>
        <p className="outcome-reason">{reasonOf(outcome, yours, theirs)}</p>
      </div>
      <div className="outcome-cards">
        <ThrownCard side="you" thrown={yours} outcome={outcome} />
        <Score scores={scores} />
        <ThrownCard side="opponent" thrown={theirs} outcome={outcome} />
      </div>
      <div className="outcome-actions">{children}</div>
    </div>
  );
}

export function Score({ scores: { yours, theirs } }: { scores: Scores }) {
  return (
    <p className="outcome-score display">
      <span className="sr-only">{texts.score(yours, theirs)}</span>
      <span aria-hidden="true">
        {yours} <span className="outcome-colon">:</span> {theirs}
      </span>
    </p>
  );
}
