import { Card } from '#web/cards/Card.tsx';
import { inFan } from '#web/cards/card-look.ts';
import { ConnectButton } from '#web/frame/ConnectButton.tsx';
import { profile } from '../texts.ts';

const HAND = Array.from({ length: 5 }, (_, index) => inFan(index, 5));

/** The profile without a wallet: an invitation to connect. */
export function ProfileDoor() {
  return (
    <section className="wrap door">
      <div className="door-words">
        <h1 className="display text-hero">{profile.connect}</h1>
        <p className="text-lead text-dim">{profile.connectText}</p>
        <ConnectButton origin="page" size="lg" />
      </div>
      <div className="door-hand" aria-hidden="true">
        {HAND.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: these cards have no identity
          <div key={index} style={place}>
            <Card as="static" name="" ki="sui" foil="off" isFaceDown />
          </div>
        ))}
      </div>
    </section>
  );
}
