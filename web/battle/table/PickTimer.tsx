import type { CSSProperties } from 'react';
import { BREAK_SECONDS, GRACE_SECONDS, PICK_SECONDS } from '#rules/battle/match.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';
import './timer.css';

/**
 * `break`: time to read the result of the round before. `grace`: no more picking, but SHOT! still works.
 * `theirs`: this player has played; the time left is the opponent's.
 */
export type TimerPhase = 'pick' | 'grace' | 'break' | 'theirs';

/** With so many seconds left, or fewer, the timer is red. */
export const URGENT_SECONDS = 10;

export function isUrgent(secondsLeft: number, phase: TimerPhase): boolean {
  return phase === 'grace' || (phase === 'pick' && secondsLeft <= URGENT_SECONDS);
}

/** Length of each phase, in seconds. */
const WHOLE: Readonly<Record<TimerPhase, number>> = {
  pick: PICK_SECONDS,
  grace: GRACE_SECONDS,
  break: BREAK_SECONDS,
  theirs: PICK_SECONDS + GRACE_SECONDS,
};

/** How much of the ring is left, 0 to 1. */
export function shareLeft(secondsLeft: number, phase: TimerPhase): number {
  return Math.min(Math.max(secondsLeft / WHOLE[phase], 0), 1);
}

interface PickTimerProps {
  /** Whole seconds of the running phase. */
  secondsLeft: number;
  phase: TimerPhase;
  /** Whether screen readers are told that little time is left. */
  isCalling: boolean;
}

/** The countdown between the two players; red, labelled and pulsing in the last seconds to pick. */
export function PickTimer({ secondsLeft, phase, isCalling }: PickTimerProps) {
  const isHot = isUrgent(secondsLeft, phase);
  const word = isHot && phase === 'pick' ? texts.timer.hurry : texts.timer[phase];
  return (
    <div
      className="pick-timer"
      data-phase={phase}
      data-urgent={isHot || undefined}
      style={{ '--left': shareLeft(secondsLeft, phase) } as CSSProperties}
    >
      <svg viewBox="0 0 100 100" className="pick-timer-ring" aria-hidden="true">
        <circle cx="50" cy="50" r="44" pathLength="1" className="pick-timer-track" />
        <circle cx="50" cy="50" r="44" pathLength="1" className="pick-timer-arc" />
      </svg>
      <span
        className="pick-timer-figure"
        role="timer"
        aria-label={texts.timerLabel(secondsLeft, phase === 'theirs')}
      >
        {secondsLeft}
      </span>
      <span className="pick-timer-word">
        {isHot && <Icon name="alert" size="1.1em" />}
        {word}
      </span>
      <span className="visually-hidden" role="status">
        {isHot && isCalling && (phase === 'grace' ? texts.graceSpoken : texts.tenLeft)}
      </span>
    </div>
  );
}
