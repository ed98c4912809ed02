import type { ReactNode } from 'react';
import { CardBack } from '#web/cards/Card.tsx';
import './battle-door.css';

interface BattleDoorProps {
  title: string;
  text: string;
  /** Loading: announced to screen readers. */
  isBusy?: boolean;
  isFault?: boolean;
  children?: ReactNode;
}

/** Shown in place of the game: what is missing for access, and how to get it. */
export function BattleDoor({ title, text, isBusy, isFault, children }: BattleDoorProps) {
  return (
    <section className="battle-door" aria-busy={isBusy || undefined}>
      <div className="battle-door-cards" data-busy={isBusy || undefined} aria-hidden="true">
        <div className="card">
          <CardBack label="" />
        </div>
        <div className="card">
          <CardBack label="" />
        </div>
      </div>
      <h1 className="display text-title">{title}</h1>
      <p role={isBusy ? 'status' : isFault ? 'alert' : undefined} className="text-lead">
        {text}
      </p>
      {children}
    </section>
  );
}
