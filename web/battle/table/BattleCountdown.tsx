import { useEffect } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { playSound } from './sound.ts';
import { texts } from './texts.ts';
import './countdown.css';

interface BattleCountdownProps {
  secondsLeft: 3 | 2 | 1;
  onSkip(): void;
}

/** 3, 2, 1 over the whole table. Escape skips it, too. */
export function BattleCountdown({ secondsLeft, onSkip }: BattleCountdownProps) {
  useEffect(() => playSound(`tick-${secondsLeft}`), [secondsLeft]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onSkip();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onSkip]);
  return (
    <div className="countdown">
      <span className="countdown-beat" key={`beat-${secondsLeft}`} aria-hidden="true" />
      <span className="countdown-figure" key={secondsLeft} aria-hidden="true">
        {secondsLeft}
      </span>
      <span className="sr-only" role="status">
        {texts.countdown(secondsLeft)}
      </span>
      <Button look="plain" className="countdown-skip" onClick={onSkip}>
        {texts.skip}
      </Button>
    </div>
  );
}
