import { Card } from '#web/cards/Card.tsx';
import { ConnectButton } from '#web/frame/ConnectButton.tsx';
import { profile } from '../texts.ts';

const HAND = [1, 2, 3, 4, 5];

/** No wallet: a hand of cards lies face down until its owner comes. */
export function ProfileDoor() {
  return (
    <section className="wrap door">
      <div className="door-words">
        <h1 className="display text-hero">{profile.connect}</h1>
        <p className="text-lead text-dim">{profile.connectText}</p>
        <ConnectButton origin="page" size="lg" />
      </div>
      <div className="door-hand" aria-hidden="true">
        {HAND.map((card) => (
          <div key={card}>
            <Card as="static" name="" ki="sui" foil="off" isFaceDown />
          </div>
        ))}
      </div>
    </section>
  );
}
