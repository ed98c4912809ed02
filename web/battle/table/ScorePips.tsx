import { POINTS_TO_WIN } from '#rules/battle/match.ts';
import type { Scores, Side } from './shown-rounds.ts';
import { texts } from './texts.ts';
import './plate.css';

export function ScorePips({ yours, theirs }: Scores) {
  return (
    <div className="pips">
      <span className="visually-hidden">{texts.score(yours, theirs)}</span>
      <Lamps side="you" lit={yours} />
      <span className="pips-figures" aria-hidden="true">
        {yours}
        <span className="pips-dash">:</span>
        {theirs}
      </span>
      <Lamps side="opponent" lit={theirs} />
      <span className="pips-goal">{texts.scoreTo(POINTS_TO_WIN)}</span>
    </div>
  );
}

function Lamps({ side, lit }: { side: Side; lit: number }) {
  return (
    <span className="pips-lamps" data-side={side} aria-hidden="true">
      {Array.from({ length: POINTS_TO_WIN }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lamps have no identity
        <span key={index} className="pips-lamp" data-lit={index < lit || undefined} />
      ))}
    </span>
  );
}
