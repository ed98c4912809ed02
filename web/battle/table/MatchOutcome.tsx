import type { ReactNode } from 'react';
import { Card } from '#web/cards/Card.tsx';
import { MoveIcon } from '#web/cards/CardIcons.tsx';
import { battleCard, kiOfPick } from './battle-card.ts';
import { Score } from './RoundOutcome.tsx';
import {
  type EndReason,
  endingOf,
  heroesOf,
  type Outcome,
  type PlayedCard,
  type Scores,
  type SeenRound,
} from './shown-rounds.ts';
import { texts } from './texts.ts';
import './outcome.css';
import './match-outcome.css';

interface MatchOutcomeProps {
  outcome: Outcome;
  endReason: EndReason;
  scores: Scores;
  rounds: readonly SeenRound[];
  children: ReactNode;
}

export function MatchOutcome({ outcome, endReason, scores, rounds, children }: MatchOutcomeProps) {
  const heroes = heroesOf(outcome, rounds);
  return (
    <div
      className="outcome outcome-match"
      data-outcome={outcome}
      data-heroes={heroes.length}
      data-ki={kiOfPick(heroes[0]?.played.card ?? null) ?? undefined}
    >
      <div className="outcome-beams" aria-hidden="true" />
      <div className="outcome-head">
        <p className="eyebrow">{texts.match.eyebrow}</p>
        <h2 className="outcome-word display">{texts.match[outcome]}</h2>
        <p className="outcome-reason">{texts.match.line[endingOf(outcome, endReason)]}</p>
      </div>
      {heroes.length > 0 && (
        <div className="outcome-heroes" aria-hidden="true">
          {heroes.map(({ side, played }) => (
            <Card key={side} look={battleCard(played.card, played.choice)} />
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
      <div className="actions outcome-actions">{children}</div>
    </div>
  );
}

function RoundLine({ round, outcome, yours, theirs }: SeenRound) {
  return (
    <li className="outcome-round" data-outcome={outcome}>
      <Half played={yours} />
      <span className="outcome-round-word">{texts.match.roundLine(round, outcome)}</span>
      <Half played={theirs} />
    </li>
  );
}

function Half({ played }: { played: PlayedCard | null }) {
  if (played === null) return <span className="outcome-half">{texts.missedWord}</span>;
  return (
    <span className="outcome-half" title={played.card}>
      <MoveIcon move={played.choice} />
      {played.choice}
    </span>
  );
}
