import { useCallback, useEffect, useRef } from 'react';
import { Card } from '#web/cards/Card.tsx';
import { CardBack } from '#web/cards/CardBack.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CLASH_MS, IMPACT_MS } from './clash-times.ts';
import { playSound } from './sound.ts';
import { faceOf, fateOf, kiOfPick, type Outcome, type Throw } from './table-cards.ts';
import { texts } from './texts.ts';
import './clash.css';
import './clash-motion.css';

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

  // The winner's light; a tie has yours.
  const lit = (outcome === 'lost' ? theirs : yours) ?? yours ?? theirs;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Escape are heard above
    <div className="clash" data-ki={kiOfPick(lit?.card ?? null) ?? undefined} onClick={finish}>
      <div className="clash-burst" aria-hidden="true" />
      <ClashCard side="you" thrown={yours} outcome={outcome} />
      <ClashCard side="opponent" thrown={theirs} outcome={outcome} />
      <div className="clash-flash" aria-hidden="true" />
      <p className="clash-word display" aria-hidden="true">
        {yours === null || theirs === null ? texts.clash.missed : texts.clash[outcome]}
      </p>
      {outcome !== 'tie' && (
        <span
          className="clash-point display"
          data-side={outcome === 'won' ? 'you' : 'opponent'}
          aria-hidden="true"
        >
          {texts.clash.point}
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
  outcome: Outcome;
}

function ClashCard({ side, thrown, outcome }: ClashCardProps) {
  const fate = fateOf(side, outcome);
  return (
    <div className="clash-card" data-side={side} data-fate={fate}>
      {thrown === null ? (
        <p className="clash-missed">{side === 'you' ? texts.missedYou : texts.missedThem}</p>
      ) : (
        <Card {...faceOf(thrown.card, thrown.choice)} as="static" foil="off" />
      )}
      {side === 'opponent' && thrown !== null && (
        <span className="clash-back card" aria-hidden="true">
          <CardBack label="" />
        </span>
      )}
      {fate === 'loser' && thrown !== null && <span className="clash-shade" aria-hidden="true" />}
    </div>
  );
}
