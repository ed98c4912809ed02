import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Match } from '#contract/battle.ts';
import { HttpError } from '#web/api/http-error.ts';
import { orFound, orFoundOrAgain } from '#web/api/or-found.ts';
import { SignInDeclinedError, withSession } from '#web/api/session-gate.ts';
import { useStore } from '#web/ui/external-store.ts';
import { isOffering } from './game.ts';
import type { GameStore } from './game-store.ts';
import { playerView } from './player-view.ts';
import {
  createLobby,
  joinLobby,
  leaveLobby,
  leaveMatch,
  leaveQuietly,
  matchQuery,
  playCard,
  readMatch,
} from './queries.ts';
import { isAwaited, isOldNews, type Shot } from './shot.ts';
import { texts } from './texts.ts';
import { useBattleWrite } from './use-battle-write.ts';

export function useShot(store: GameStore) {
  const { run, problem, reset } = useBattleWrite({
    mutationFn: async (shot: Shot): Promise<Match | null> => {
      const isStillAwaited = () => isAwaited(store.get(), shot);
      try {
        return await playCard(store.get().wallet, shot, isStillAwaited);
      } catch (error) {
        if (isOldNews(store.get(), shot, error)) return null;
        throw error;
      }
    },
    failed: texts.playing.playFailed,
    onSuccess: (match) => match !== null && store.dispatch({ kind: 'seen', match, via: 'answer' }),
    onError: (error, shot) =>
      store.dispatch({ kind: 'shot-failed', shot, isPickKept: isPickKept(error) }),
  });
  const forget = () => {
    if (problem !== null) reset();
  };
  const { match, pick, wallet } = useStore(store);
  const isDown = match !== null && playerView(match, wallet).hasPlayed;
  const forgetNow = useEffectEvent(forget);
  useEffect(() => {
    // Picked by the clock, perhaps; or the card is down after all.
    if (pick !== null || isDown) forgetNow();
  }, [pick, isDown]);
  return {
    /** Of the last shot; cleared by the next pick. */
    problem,
    forget,
    shoot(): void {
      const { match, pick, isSending } = store.get();
      if (match === null || pick === null || isSending) return;
      store.dispatch({ kind: 'shot' });
      const { id: matchId, currentRound: round, isReplay } = match;
      run({ matchId, round, isReplay, cardName: pick });
    },
  };
}

/** Nobody has judged the card: the person did not sign, or too much waits to be stored. */
function isPickKept(error: unknown): boolean {
  if (error instanceof SignInDeclinedError) return true;
  return error instanceof HttpError && error.reason === 'server-busy';
}

async function askRematch(
  wallet: string,
  { id, rematch }: Match,
  withinMs?: number,
): Promise<Match> {
  const { state, offeredBy, lobbyId } = rematch;
  if (state === 'offered' && offeredBy !== wallet && lobbyId !== null) {
    return joinLobby(lobbyId, { playerWallet: wallet }, withinMs);
  }
  const lobby = await createLobby(wallet, texts.result.rematchName, { rematchOf: id, withinMs });
  // Until it starts, the offer is part of the finished match.
  return readMatch(lobby.matchId ?? id, wallet);
}

/** The rematch, or the finished match with one's own offer. */
async function findRematch(wallet: string, id: string): Promise<Match | undefined> {
  const match = await readMatch(id, wallet);
  const { state, offeredBy, matchId } = match.rematch;
  if (matchId !== null) return readMatch(matchId, wallet);
  return state === 'offered' && offeredBy === wallet ? match : undefined;
}

/** Declines a rematch, or takes one's own offer back. */
function endOffer(wallet: string, { id, rematch }: Match): Promise<unknown> {
  return orFound<unknown>(leaveLobby(wallet, rematch.lobbyId ?? ''), async () => {
    const now = (await readMatch(id, wallet)).rematch;
    return now.state === 'offered' ? undefined : now;
  });
}

export function useMatchActions(store: GameStore) {
  const queries = useQueryClient();
  const { wallet } = store.get();
  const refresh = (matchId: string) =>
    queries.invalidateQueries({ queryKey: matchQuery(matchId, wallet).queryKey });

  const decline = useBattleWrite({
    mutationFn: (match: Match) => endOffer(wallet, match),
    failed: texts.result.declineFailed,
    onSettled: (_answer, _error, match) => refresh(match.id),
  });

  return {
    decline,
    leave: useBattleWrite({
      mutationFn: (match: Match) => leaveMatch(wallet, match.id),
      failed: texts.leave.failed,
      toastOf: () => null,
      onSuccess(_left, { id }) {
        // A late answer: the player may sit in the next match.
        if (store.get().match?.id === id) store.dispatch({ kind: 'reset' });
      },
    }),
    playAgain: useBattleWrite({
      /** Joins the rematch that the opponent offered, else offers one; the server decides. */
      mutationFn: (match: Match): Promise<Match | null> =>
        withSession(() =>
          orFoundOrAgain(
            (withinMs) => askRematch(wallet, match, withinMs),
            () => findRematch(wallet, match.id),
            () => store.get().isAsking,
          ),
        ).catch((error) => {
          if (store.get().isAsking) throw error;
          return null; // cancelled
        }),
      failed: texts.result.rematchFailed,
      toastOf: () => texts.toasts.rematchFailed,
      onMutate: () => store.dispatch({ kind: 'ask' }),
      onSuccess: (match) => {
        if (match === null) return;
        const isCancelled = !store.get().isAsking;
        store.dispatch({ kind: 'seen', match, via: 'answer' });
        if (isCancelled && isOffering(store.get())) decline.run(match);
      },
      onSettled: (_started, _error, match) => {
        store.dispatch({ kind: 'asked' });
        void refresh(match.id);
      },
    }),
    /** Leaves a finished match, without waiting and without a signature. */
    quit(match: Match): void {
      if (match.rematch.state !== 'over') void leaveQuietly(wallet, match.id);
      store.dispatch({ kind: 'reset' });
    },
  };
}

export type MatchActions = ReturnType<typeof useMatchActions>;
