import type { CSSProperties } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';
import './timer.css';

/** `reading`: the result before is still being read. `grace`: picking is over, a shot still counts. */
export type TimerPhase = 'pick' | 'grace' | 'reading';

/** From here on the pick timer is red, in seconds. */
export const URGENT_SECONDS = 10;

export function isUrgent(secondsLeft: number, phase: TimerPhase): boolean {
  return phase === 'grace' || (phase === 'pick' && secondsLeft <= URGENT_SECONDS);
}

/** How much of the ring is left, 0 to 1. Grace and reading are 10 s each. */
export function shareLeft(secondsLeft: number, total: number, phase: TimerPhase): number {
  const whole = phase === 'pick' ? total : 10;
  if (!(whole > 0)) return 0;
  return Math.min(Math.max(secondsLeft / whole, 0), 1);
}

interface PickTimerProps {
  /** Whole seconds of the running phase. */
  secondsLeft: number;
  /** Length of the phase `pick` in seconds: 30. */
  total: number;
  phase: TimerPhase;
}

/** The clock between the players. In its last 10 s it is red, says so and beats. */
export function PickTimer({ secondsLeft, total, phase }: PickTimerProps) {
  const isHot = isUrgent(secondsLeft, phase);
  const word = isHot && phase === 'pick' ? texts.timer.hurry : texts.timer[phase];
  return (
    <div
      className="pick-timer"
      data-phase={phase}
      data-urgent={isHot || undefined}
      style={{ '--left': shareLeft(secondsLeft, total, phase) } as CSSProperties}
    >
      <svg viewBox="0 0 100 100" className="pick-timer-ring" aria-hidden="true">
        <circle cx="50" cy="50" r="44" pathLength="1" className="pick-timer-track" />
        <circle cx="50" cy="50" r="44" pathLength="1" className="pick-timer-arc" />
      </svg>
      <span className="pick-timer-figure" role="timer" aria-label={texts.timerLabel(secondsLeft)}>
        {secondsLeft}
      </span>
      <span className="pick-timer-word">
        {isHot && <Icon name="alert" size="1.1em" />}
        {word}
      </span>
      <span className="visually-hidden" role="status">
        {phase === 'grace' ? texts.graceSpoken : isHot ? texts.tenLeft : ''}
      </span>
    </div>
  );
}
