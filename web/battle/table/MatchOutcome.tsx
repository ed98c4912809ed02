import type { ReactNode } from 'react';
import { Card } from '#web/cards/Card.tsx';
import { MoveIcon } from '#web/cards/MoveIcon.tsx';
import { heroesOf, type PlayedRound } from './heroes.ts';
import { Score } from './RoundOutcome.tsx';
import { type EndReason, endLine } from './reason.ts';
import { faceOf, kiOfPick, type Outcome, type Scores, type Throw } from './table-cards.ts';
import { texts } from './texts.ts';
import './outcome.css';
import './match-outcome.css';

export type { PlayedRound };

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
  const heroes = heroesOf(outcome, rounds);
  return (
    <div
      className="outcome outcome-match"
      data-outcome={outcome}
      data-heroes={heroes.length}
      data-ki={kiOfPick(heroes[0]?.thrown.card ?? null) ?? undefined}
    >
      <div className="outcome-beams" aria-hidden="true" />
      <div className="outcome-head" role="status">
        <p className="eyebrow">{texts.match.eyebrow}</p>
        <h2 className="outcome-word display">{texts.match[outcome]}</h2>
        <p className="outcome-reason">{endLine(outcome, endReason)}</p>
      </div>
      {heroes.length > 0 && (
        <div className="outcome-heroes" aria-hidden="true">
          {heroes.map(({ side, thrown }) => (
            <Card key={side} {...faceOf(thrown.card, thrown.choice)} as="static" />
          ))}
        </div>
      )}
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
