import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Match } from '#contract/battle.ts';
import { SignInDeclined } from '#web/api/session-gate.ts';
import { problemOf, tellError } from '#web/battle/lobby/use-lobby-acts.ts';
import { toast } from '#web/ui/toasts.ts';
import type { GameStore } from './game-store.ts';
import {
  createLobby,
  joinRematch,
  leaveLobby,
  leaveMatch,
  leaveQuietly,
  matchQuery,
  readMatch,
} from './queries.ts';
import { texts } from './texts.ts';

/** In ms. */
const MATCH_PATIENCE = 10_000;

/** What can be done with a match beside playing: resign, play again, decline, take the offer back. */
export function useEndActs(store: GameStore) {
  const queries = useQueryClient();
  const { wallet } = store.get();
  const refresh = (matchId: string) =>
    queries.invalidateQueries({ queryKey: matchQuery(matchId, wallet).queryKey });

  const leave = useMutation({
    mutationFn: (match: Match) => leaveMatch(wallet, match.id),
    onSuccess: () => store.act({ kind: 'reset' }),
  });

  const again = useMutation({
    /** Joins the rematch that the other one offered, else offers one; the server knows what it means. */
    mutationFn: async (match: Match): Promise<Match> => {
      const { state, offeredBy, lobbyId } = match.rematch;
      if (state === 'offered' && offeredBy !== wallet && lobbyId !== null) {
        return joinRematch(wallet, lobbyId);
      }
      const lobby = await createLobby(wallet, texts.result.rematchName, match.id);
      // Until it starts, the finished match is what says that an offer stands.
      return readMatch(lobby.matchId ?? match.id, wallet, AbortSignal.timeout(MATCH_PATIENCE));
    },
    onMutate: () => store.act({ kind: 'ask' }),
    onSuccess: (match) => store.act({ kind: 'seen', match, via: 'answer' }),
    onError: (error) => {
      if (!(error instanceof SignInDeclined)) toast(texts.toasts.rematchFailed);
    },
    onSettled: (_started, _error, match) => {
      store.act({ kind: 'asked' });
      void refresh(match.id);
    },
  });

  const decline = useMutation({
    mutationFn: ({ rematch }: Match) => leaveLobby(wallet, rematch.lobbyId ?? ''),
    onError: (error) => tellError(error, texts.result.declineFailed),
    onSettled: (_answer, _error, match) => refresh(match.id),
  });

  return {
    leave: leave.mutate,
    isLeaving: leave.isPending,
    leaveProblem: problemOf(leave.error, texts.leave.failed),
    forgetLeave: leave.reset,
    playAgain: again.mutate,
    rematchProblem: problemOf(again.error, texts.result.rematchFailed),
    decline: decline.mutate,
    isDeclining: decline.isPending,
    declineProblem: problemOf(decline.error, texts.result.declineFailed),
    /** Leaves the table of a match that is over; nobody has to wait or sign for that. */
    quit(match: Match): void {
      if (match.rematch.state !== 'over') void leaveQuietly(wallet, match.id);
      store.act({ kind: 'reset' });
    },
  };
}

export type EndActs = ReturnType<typeof useEndActs>;
