import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Match } from '#contract/battle.ts';
import { Button } from '#web/ui/Button.tsx';
import { claimMatch, claimQuery } from './queries.ts';
import { isOpponentMissing } from './table-view.ts';
import { texts } from './texts.ts';
import { useBattleWrite } from './use-battle-write.ts';
import type { GameOnPage } from './use-game.ts';

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
export function ClaimOffer({ offer }: Pick<ReturnType<typeof useClaim>, 'offer'>) {
  const words = texts.claim;
  return (
    <>
      <p role="status" className="visually-hidden">
        {offer === null ? '' : words.away}
      </p>
      {offer !== null && (
        <div className="row battle-claim">
          <span className="tabular">{words.waiting(offer.seconds)}</span>
          <Button size="sm" disabled={offer.isPending} onClick={offer.claim}>
            {offer.isPending ? words.claiming : words.button}
          </Button>
        </div>
      )}
    </>
  );
}
