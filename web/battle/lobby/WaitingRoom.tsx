import type { ReactNode } from 'react';
import { CardBack } from '#web/cards/Card.tsx';
import './waiting.css';

/** Waiting for the other player: one card lies face down, the other place is empty. */
export function WaitingRoom({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="waiting">
      <div className="waiting-cards" aria-hidden="true">
        <CardBack />
        <div className="waiting-seat">?</div>
      </div>
      <div role="status">
        <h2 className="waiting-title display">{title}</h2>
      </div>
      <div className="waiting-words">{children}</div>
    </section>
  );
}
