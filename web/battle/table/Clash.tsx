import { useCallback, useEffect, useRef } from 'react';
import { Card } from '#web/cards/Card.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CLASH_MS, IMPACT_MS } from './clash-times.ts';
import { playSound } from './sound.ts';
import { faceOf, type Outcome, type Throw } from './table-cards.ts';
import { texts } from './texts.ts';
import './clash.css';

interface ClashProps {
  yours: Throw | null;
  theirs: Throw | null;
  outcome: Outcome;
  /** Called once: at the end, or when it is skipped. */
  onDone(): void;
}

/**
 * The moment: both cards thrown, the clash, the winner lit, the loser dimmed, the point. Under a
 * second. A click, Enter or Escape skips it; under reduced motion the last frame stands from the start.
 */
export function Clash({ yours, theirs, outcome, onDone }: ClashProps) {
  const done = useRef<(() => void) | null>(onDone);
  useEffect(() => {
    if (done.current !== null) done.current = onDone;
  }, [onDone]);
  const finish = useCallback(() => {
    const tell = done.current;
    done.current = null;
    tell?.();
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === 'Enter') finish();
    };
    const impact = setTimeout(() => playSound('clash'), IMPACT_MS);
    const verdict = setTimeout(() => playSound(outcome), IMPACT_MS * 2);
    const end = setTimeout(finish, CLASH_MS);
    document.addEventListener('keydown', press);
    return () => {
      clearTimeout(impact);
      clearTimeout(verdict);
      clearTimeout(end);
      document.removeEventListener('keydown', press);
    };
  }, [finish, outcome]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Escape are heard above
    <div className="clash" data-outcome={outcome} onClick={finish}>
      <div className="clash-burst" aria-hidden="true" />
      <ClashCard side="you" thrown={yours} missed={texts.missedYou} />
      <ClashCard side="opponent" thrown={theirs} missed={texts.missedThem} />
      <p className="clash-word display" aria-hidden="true">
        {texts.clash[outcome]}
      </p>
      {outcome !== 'tie' && (
        <span
          className="clash-point display"
          data-side={outcome === 'won' ? 'you' : 'opponent'}
          aria-hidden="true"
        >
          +1
        </span>
      )}
      <Button look="plain" className="clash-skip" onClick={finish}>
        {texts.skip}
      </Button>
    </div>
  );
}

interface ClashCardProps {
  side: 'you' | 'opponent';
  thrown: Throw | null;
  missed: string;
}

function ClashCard({ side, thrown, missed }: ClashCardProps) {
  return (
    <div className="clash-card" data-side={side}>
      {thrown === null ? (
        <p className="clash-missed">{missed}</p>
      ) : (
        <Card {...faceOf(thrown.card, thrown.choice)} as="static" foil="off" />
      )}
    </div>
  );
}
