import { texts } from './texts.ts';
import './plate.css';

interface ScorePipsProps {
  yours: number;
  theirs: number;
  /** Points that win the match: 2. */
  toWin: number;
}

/** Rounds won by both players, as lamps. */
export function ScorePips({ yours, theirs, toWin }: ScorePipsProps) {
  return (
    <div className="pips">
      <span className="visually-hidden">{texts.score(yours, theirs)}</span>
      <Lamps side="you" lit={yours} of={toWin} />
      <span className="pips-figures" aria-hidden="true">
        {yours}
        <span className="pips-dash">:</span>
        {theirs}
      </span>
      <Lamps side="opponent" lit={theirs} of={toWin} />
      <span className="pips-goal">{texts.scoreTo(toWin)}</span>
    </div>
  );
}

function Lamps({ side, lit, of }: { side: 'you' | 'opponent'; lit: number; of: number }) {
  return (
    <span className="pips-lamps" data-side={side} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lamps have no identity
        <span key={index} className="pips-lamp" data-lit={index < lit || undefined} />
      ))}
    </span>
  );
}
