import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { playSound } from './sound.ts';
import { texts } from './texts.ts';
import './countdown.css';

const COUNTDOWN_SECONDS = 3;

interface BattleCountdownProps {
  /** At the end, or when it is skipped. */
  onOver(): void;
}

/** 3, 2, 1 over the whole table; Escape skips it. */
export function BattleCountdown({ onOver }: BattleCountdownProps) {
  const [second, setSecond] = useState<3 | 2 | 1>(COUNTDOWN_SECONDS);
  const finish = useEffectEvent(onOver);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') finish();
    };
    const timers = [
      setTimeout(() => setSecond(2), 1_000),
      setTimeout(() => setSecond(1), 2_000),
      setTimeout(() => finish(), COUNTDOWN_SECONDS * 1_000),
    ];
    document.addEventListener('keydown', press);
    return () => {
      timers.forEach(clearTimeout);
      document.removeEventListener('keydown', press);
    };
  }, []);
  useEffect(() => playSound(`tick-${second}`), [second]);
  return (
    <div className="countdown">
      <span className="countdown-rays" key={`rays-${second}`} aria-hidden="true" />
      <span className="countdown-figure" key={second} aria-hidden="true">
        {second}
      </span>
      <span className="visually-hidden" role="status">
        {texts.countdown(second)}
      </span>
      <Button look="plain" className="countdown-skip" onClick={onOver}>
        {texts.skip}
      </Button>
    </div>
  );
}
