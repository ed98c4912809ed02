import type { ReactNode } from 'react';
import { MoveIcon } from '#web/cards/MoveIcon.tsx';
import { Score } from './RoundOutcome.tsx';
import { type EndReason, endLine } from './reason.ts';
import type { Outcome, Scores, Throw } from './table-cards.ts';
import { texts } from './texts.ts';
import './outcome.css';

export interface PlayedRound {
  readonly round: number;
  readonly outcome: Outcome;
  readonly yours: Throw | null;
  readonly theirs: Throw | null;
}

interface MatchOutcomeProps {
  outcome: Outcome;
  endReason: EndReason;
  scores: Scores;
  rounds: readonly PlayedRound[];
  /** The buttons. */
  children: ReactNode;
}

/** The end of a match, as a poster: the verdict, the score, every round. */
export function MatchOutcome({ outcome, endReason, scores, rounds, children }: MatchOutcomeProps) {
  return (
    <div className="outcome outcome-match" data-outcome={outcome}>
      <div role="status">
        <p className="eyebrow">{texts.match.eyebrow}</p>
        <h2 className="outcome-word display">{texts.match[outcome]}</h2>
        <p className="outcome-reason">{endLine(outcome, endReason)}</p>
      </div>
      <Score scores={scores} />
      {rounds.length > 0 && (
        <ol className="outcome-rounds" aria-label={texts.match.rounds}>
          {rounds.map((round) => (
            <RoundLine key={round.round} {...round} />
          ))}
        </ol>
      )}
      <div className="outcome-actions">{children}</div>
    </div>
  );
}

function RoundLine({ round, outcome, yours, theirs }: PlayedRound) {
  return (
    <li className="outcome-round" data-outcome={outcome}>
      <Half thrown={yours} />
      <span className="outcome-round-word">{texts.match.roundLine(round, outcome)}</span>
      <Half thrown={theirs} />
    </li>
  );
}

function Half({ thrown }: { thrown: Throw | null }) {
  if (thrown === null) return <span className="outcome-half">{texts.missedWord}</span>;
  return (
    <span className="outcome-half" title={thrown.card}>
      <MoveIcon move={thrown.choice} />
      {thrown.choice}
    </span>
  );
}
