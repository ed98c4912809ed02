import { CardBack } from '#web/cards/CardBack.tsx';
import { EmptyPlace } from './EmptyPlace.tsx';
import { texts } from './texts.ts';
import './place.css';

/** The opponent's place: empty while they choose, then a card that tells nothing. */
export function FaceDown({ hasPlayed }: { hasPlayed: boolean }) {
  return (
    <div className="place" data-side="opponent">
      {hasPlayed ? (
        <div className="place-card">
          <div className="card">
            <CardBack label={texts.theirCardDown} />
          </div>
        </div>
      ) : (
        <EmptyPlace>{texts.theirPlace}</EmptyPlace>
      )}
    </div>
  );
}
