import { ConnectButton } from '#web/app/ConnectButton.tsx';
import { Card } from '#web/cards/Card.tsx';
import { texts } from './texts.ts';

/** Nobody is connected: what waits behind the curtain, and the way in (SPEC section 2). */
export function Gate() {
  const { title, text, note } = texts.gate;
  return (
    <section className="wrap gate">
      <div className="gate-words">
        <h1 className="display text-title">{title}</h1>
        <p className="text-lead max-w-[38ch] text-paper-dim">{text}</p>
        <ConnectButton origin="page" size="lg" />
        <p className="max-w-[44ch] text-sm text-paper-mute">{note}</p>
      </div>
      <div className="gate-fan" aria-hidden="true">
        <div className="spot gate-spot" />
        {[0, 1, 2].map((place) => (
          <div key={place} className="gate-card">
            <Card as="static" name="" ki="sui" foil="off" isFaceDown />
          </div>
        ))}
      </div>
    </section>
  );
}
