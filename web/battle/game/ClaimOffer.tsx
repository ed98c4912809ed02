import { Button } from '#web/ui/Button.tsx';
import { texts } from './texts.ts';
import type { useClaim } from './use-claim.ts';

/** Tells what waiting costs, and offers to claim the match when the opponent stays away. */
export function ClaimOffer({ offer }: Pick<ReturnType<typeof useClaim>, 'offer'>) {
  const words = texts.claim;
  return (
    <>
      <p role="status" className="visually-hidden">
        {offer === null ? '' : words.away}
      </p>
      {offer !== null && (
        <div className="battle-claim">
          <span className="tabular">{words.waiting(offer.seconds)}</span>
          <Button size="sm" disabled={offer.isPending} onClick={offer.claim}>
            {offer.isPending ? words.claiming : words.button}
          </Button>
        </div>
      )}
    </>
  );
}
