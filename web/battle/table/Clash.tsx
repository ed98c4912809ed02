import { useEffect, useEffectEvent } from 'react';
import { Card, CardBack } from '#web/cards/Card.tsx';
import { Button } from '#web/ui/Button.tsx';
import { battleCard, kiOfPick } from './battle-card.ts';
import {
  fateOf,
  type Outcome,
  type PlayedCard,
  type SeenRound,
  type Side,
} from './shown-rounds.ts';
import { playSound } from './sound.ts';
import { texts } from './texts.ts';
import './clash.css';
import './clash-motion.css';

/** Times of the clash in ms; clash.css has the same figures. */
export const IMPACT_MS = 260;
export const CLASH_MS = 950;

interface ClashProps {
  round: SeenRound;
  /** At the end, or when it is skipped; may be called twice. */
  onDone(): void;
}

/**
 * The clash of the two cards: the winner lit, the loser dimmed, the point; under a second. A click, Enter
 * or Escape skips it; under reduced motion only the last frame is shown.
 */
export function Clash({ round: { yours, theirs, outcome }, onDone }: ClashProps) {
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === 'Enter') finish();
    };
    const timers = [
      setTimeout(() => playSound('clash'), IMPACT_MS),
      setTimeout(() => playSound(outcome), IMPACT_MS * 2),
      setTimeout(() => finish(), CLASH_MS),
    ];
    document.addEventListener('keydown', press);
    return () => {
      timers.forEach(clearTimeout);
      document.removeEventListener('keydown', press);
    };
  }, [outcome]);

  // The Ki of the winner; of one's own card after a tie.
  const lit = (outcome === 'lost' ? theirs : yours) ?? yours ?? theirs;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Escape are heard above
    <div className="clash" data-ki={kiOfPick(lit?.card ?? null) ?? undefined} onClick={onDone}>
      <div className="clash-burst" aria-hidden="true" />
      <ClashCard side="you" played={yours} outcome={outcome} />
      <ClashCard side="opponent" played={theirs} outcome={outcome} />
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
      <Button look="plain" className="clash-skip" onClick={onDone}>
        {texts.skip}
      </Button>
    </div>
  );
}

interface ClashCardProps {
  side: Side;
  played: PlayedCard | null;
  outcome: Outcome;
}

function ClashCard({ side, played, outcome }: ClashCardProps) {
  const fate = fateOf(side, outcome);
  return (
    <div className="clash-card" data-side={side} data-fate={fate}>
      {played === null ? (
        <p className="clash-missed">{side === 'you' ? texts.missedYou : texts.missedThem}</p>
      ) : (
        <Card look={{ ...battleCard(played.card, played.choice), foil: 'off' }} />
      )}
      {side === 'opponent' && played !== null && <CardBack className="clash-back" />}
      {fate === 'loser' && played !== null && <span className="clash-shade" aria-hidden="true" />}
    </div>
  );
}
