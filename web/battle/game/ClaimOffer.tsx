import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Match } from '#contract/battle.ts';
import { Button } from '#web/ui/Button.tsx';
import type { GameStore } from './game-store.ts';
import { claimMatch, claimQuery } from './queries.ts';
import { isOpponentMissing } from './table-view.ts';
import { texts } from './texts.ts';
import { useBattleWrite } from './use-battle-write.ts';
import type { GameOnPage } from './use-game.ts';

interface ClaimOfferProps extends Pick<ReturnType<typeof useClaim>, 'offer'> {
  store: GameStore;
}

/** The match of an opponent who missed a round and is still away; null while it cannot be claimed. */
export function useClaim({ store, game, time }: GameOnPage) {
  const queries = useQueryClient();
  const { match, wallet, reveal } = game;
  const isMissing = match !== null && isOpponentMissing(match, wallet);
  const query = claimQuery(match?.id ?? '');
  const { data } = useQuery({ ...query, enabled: isMissing });
  const { run, isPending, problem } = useBattleWrite({
    mutationFn: ({ id }: Match) => claimMatch(wallet, id),
    failed: texts.claim.failed,
    toastOf: () => null,
    onSuccess: (claimed) => store.dispatch({ kind: 'seen', match: claimed, via: 'answer' }),
    onError: () => void queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const isRevealing = reveal !== null && reveal.part !== 'outcome';
  const canClaim = isMissing && data?.canClaim === true && time !== null && !isRevealing;
  return {
    /** Why claiming did not work; the opponent may be back. */
    problem: isMissing ? problem : null,
    offer: canClaim ? { seconds: time.untilClosed, isPending, claim: () => run(match) } : null,
  };
}

/** Tells what waiting costs, and offers to claim the match when the opponent stays away. */
export function ClaimOffer({ offer, store: { claimAnnouncer } }: ClaimOfferProps) {
  const words = texts.claim;
  const canClaim = offer !== null;
  useEffect(() => {
    if (!canClaim) claimAnnouncer.clear();
    // Said once, though each scene shows the offer anew.
    else if (claimAnnouncer.get() === '') claimAnnouncer.say(texts.claim.away);
  }, [canClaim, claimAnnouncer]);
  if (offer === null) return null;
  return (
    <div className="row battle-claim">
      <span className="tabular">{words.waiting(offer.seconds)}</span>
      <Button size="sm" isBusy={offer.isPending} onClick={offer.claim}>
        {offer.isPending ? words.claiming : words.button}
      </Button>
    </div>
  );
}
