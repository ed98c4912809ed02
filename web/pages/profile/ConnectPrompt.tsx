import { CardBack } from '#web/cards/Card.tsx';
import { inFan } from '#web/cards/card-look.ts';
import { ConnectButton } from '#web/frame/ConnectButton.tsx';
import { texts } from './texts.ts';

const HAND = Array.from({ length: 5 }, (_, index) => inFan(index, 5));

export function ConnectPrompt() {
  return (
    <section className="wrap connect-prompt">
      <div className="connect-prompt-words">
        <h1 className="display text-hero">{texts.connect.title}</h1>
        <p className="text-lead text-dim">{texts.connect.text}</p>
        <ConnectButton origin="page" size="lg" />
      </div>
      <div className="connect-prompt-hand" aria-hidden="true">
        {HAND.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: these cards have no identity
          <div key={index} style={place}>
            <CardBack />
          </div>
        ))}
      </div>
    </section>
  );
}
