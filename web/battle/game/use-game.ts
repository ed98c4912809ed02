import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Match } from '#contract/battle.ts';
import { autoPick } from '#rules/battle/deck.ts';
import { signIns } from '#web/api/session-gate.ts';
import { URGENT_SECONDS } from '#web/battle/table/PickTimer.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { type TimeLeft, useTimeLeft } from './clock.ts';
import { type Phase, phaseOf } from './game.ts';
import { createGameStore, type GameStore } from './game-store.ts';
import { playerView } from './player-view.ts';
import {
  lobbiesQuery,
  matchesQuery,
  matchQuery,
  PROGRESS_POLL_MS,
  readMatch,
  refreshLobbies,
} from './queries.ts';
import { texts } from './texts.ts';
import { useLive } from './use-live.ts';

export type GameOnPage = ReturnType<typeof useGame>;

/**
 * The game of a connected wallet: polls at fixed intervals, listens to the socket, and feeds both into one
 * state. The component needs the address as its key.
 * @param isAdmitted false while it is not known to hold a card: then lobbies are not fetched
 * @param isInvited whether the page was opened by an invite link
 */
export function useGame(wallet: string, isAdmitted: boolean, isInvited: boolean) {
  const queries = useQueryClient();
  const [store] = useState(() => createGameStore(wallet, isInvited));
  const game = useStore(store);
  const phase = phaseOf(game);
  const matchId = game.match?.id ?? null;

  const list = useQuery(matchesQuery(wallet));
  useEffect(() => {
    if (list.data !== undefined) store.dispatch({ kind: 'listed', matches: list.data });
  }, [list.data, store]);

  const detail = useQuery({ ...matchQuery(matchId ?? '', wallet), enabled: matchId !== null });
  useEffect(() => {
    if (detail.data !== undefined)
      store.dispatch({ kind: 'seen', match: detail.data, via: 'poll' });
  }, [detail.data, store]);

  const isInLobby = phase === 'lobby' && isAdmitted;
  const lobbies = useQuery({ ...lobbiesQuery, enabled: isInLobby });
  // The kept list may still show the lobby that became this match.
  useEffect(() => {
    if (matchId !== null) void queries.resetQueries({ queryKey: lobbiesQuery.queryKey });
  }, [matchId, queries]);

  useEffect(() => {
    if (phase !== 'playing' || matchId === null) return;
    const timer = setInterval(() => {
      readMatch(matchId, wallet, AbortSignal.timeout(PROGRESS_POLL_MS)).then(
        (match) => store.dispatch({ kind: 'seen', match, via: 'progress' }),
        () => {}, // a fault is shown by the other poll
      );
    }, PROGRESS_POLL_MS);
    return () => clearInterval(timer);
  }, [phase, matchId, wallet, store]);

  const { refetch: lookAgain } = list;
  useLive({
    lobbyIds: lobbies.data?.map(({ id }) => id) ?? [],
    onMatch: (match) => store.dispatch({ kind: 'seen', match, via: 'push' }),
    onLobbies: () => void refreshLobbies(queries),
    onBack: () => void lookAgain(),
  });
  // After signing in the server shows one's own card.
  const session = useStore(signIns);
  useEffect(() => {
    if (session > 0) void lookAgain();
  }, [session, lookAgain]);

  const time = useTimeLeft(game.match, (now, of) => {
    // Not when the round seems closed: the machine slept, and what it missed is told by the next answer.
    if (now?.phase !== 'grace') return;
    store.dispatch({ kind: 'time-up', card: autoPick(Math.random), of });
  });
  useTenSeconds(store, phase, time);

  const checkResult = useCallback(async () => {
    if (matchId === null) return;
    const match = await readMatch(matchId, wallet);
    store.dispatch({ kind: 'seen', match, via: 'check' });
  }, [matchId, wallet, store]);

  return {
    store,
    game,
    phase,
    time,
    /** This wallet's live match, then its last ones; undefined while loading. */
    matches: list.data,
    lobbies: lobbies.data,
    faults: {
      lobbies: lobbies.isError,
      matches: list.error?.message ?? null,
      match: matchId !== null && detail.isError ? detail.error.message : null,
    },
    checkResult,
    async refresh(): Promise<void> {
      await Promise.all([lookAgain(), refreshLobbies(queries)]);
    },
    /** Reopens a live match that was left by a reset. @returns all matches */
    async checkMatches(): Promise<readonly Match[]> {
      store.dispatch({ kind: 'rejoin' });
      const { data, error } = await lookAgain();
      if (error !== null) throw error;
      // An unchanged answer does not run the effect above.
      store.dispatch({ kind: 'listed', matches: data ?? [] });
      return data ?? [];
    },
  };
}

/** Says it while a result is shown; at the table the clock does. */
function useTenSeconds(store: GameStore, phase: Phase, time: TimeLeft | null): void {
  const isTen = phase === 'result' && time?.phase === 'pick' && time.seconds === URGENT_SECONDS;
  useEffect(() => {
    if (!isTen) return;
    const { match, pick, wallet } = store.get();
    if (match === null || pick !== null || playerView(match, wallet).hasPlayed) return;
    store.announcer.say(texts.spoken.tenLeft);
  }, [isTen, store]);
}
