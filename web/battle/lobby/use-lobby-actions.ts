import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Lobby, Match } from '#contract/battle.ts';
import { call } from '#web/api/call.ts';
import { HttpError } from '#web/api/http-error.ts';
import { orFound, orFoundOrAgain } from '#web/api/or-found.ts';
import { withSession } from '#web/api/session-gate.ts';
import type { GameStore } from '#web/battle/game/game-store.ts';
import { ownLobby } from '#web/battle/game/open-lobby.ts';
import {
  createLobby,
  joinLobby,
  leaveLobby,
  lobbiesQuery,
  POLL_TIMEOUT_MS,
  refreshLobbies,
  soon,
} from '#web/battle/game/queries.ts';
import { useBattleWrite } from '#web/battle/game/use-battle-write.ts';
import { askToNotify } from '#web/battle/game/use-match-alert.ts';
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { currentToast, dismissToast, toast } from '#web/ui/toasts.ts';
import { isSeatLost, quickMatch } from './quick-match.ts';
import { texts } from './texts.ts';

/** In the tab's storage: the lobby that 'Quick match' opened last. */
const QUICK = 'battle_quick';

/** Takes the seat. Without an answer the matches tell whether it was taken. */
function takeSeat(wallet: string, { id }: Lobby, isWanted?: () => boolean): Promise<Match> {
  return orFoundOrAgain(
    (withinMs) => joinLobby(id, { walletAddress: wallet }, withinMs),
    async () => (await readMatches(wallet)).find(({ lobbyId }) => lobbyId === id),
    isWanted,
  );
}

/** Opens a lobby. Without an answer the list tells whether it was opened. */
function openLobby(wallet: string, name: string, isWanted?: () => boolean): Promise<Lobby> {
  return orFoundOrAgain(
    (withinMs) => createLobby(wallet, name, { withinMs }),
    async () => (await readLobbies()).find(({ creatorWallet }) => creatorWallet === wallet),
    isWanted,
  );
}

/** Closes a lobby. Without an answer the list tells whether it is still open. */
function closeLobby(wallet: string, id: string): Promise<unknown> {
  return orFound<unknown>(leaveLobby(wallet, id), async () => {
    const isOpen = (await readLobbies()).some((lobby) => lobby.id === id);
    return isOpen ? undefined : id;
  });
}

function readLobbies(): Promise<Lobby[]> {
  return call('GET /api/game/lobbies', {}, soon(POLL_TIMEOUT_MS));
}

/** Null when the seat is lost; the live match of a player who has one. */
async function tryToJoin(
  wallet: string,
  lobby: Lobby,
  isWanted?: () => boolean,
): Promise<Match | null> {
  try {
    return await takeSeat(wallet, lobby, isWanted);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (isSeatLost(error.reason)) return null;
    if (error.reason !== 'already-in-match') throw error;
    const matches = await readMatches(wallet);
    return matches.find(({ status }) => status === 'in_progress') ?? null;
  }
}

function readMatches(walletAddress: string): Promise<Match[]> {
  return call('GET /api/game/matches', { query: { walletAddress } }, soon(POLL_TIMEOUT_MS));
}

/** Null when it failed after it was cancelled, or after a match had begun. */
function ifWanted<T>(isWanted: () => boolean, asked: Promise<T>): Promise<T | null> {
  return asked.catch((error) => {
    if (isWanted()) throw error;
    return null;
  });
}

/** Until a match begins, whose head the words would cover. */
function tellOpen(store: GameStore, name: string): void {
  const words = texts.created(name);
  toast(words);
  const stop = store.subscribe(() => {
    if (store.get().match === null) return;
    stop();
    const shown = currentToast.get();
    if (shown !== null && shown.description === words.description) dismissToast(shown.id);
  });
}

/** @param isAskingRematch also when that was cancelled, and is not answered yet */
export function useLobbyActions(store: GameStore, isAskingRematch: boolean) {
  const queries = useQueryClient();
  const { wallet } = store.get();
  /** How many lobbies were closed by hand. */
  const closings = useRef(0);
  const [quickId, setQuickId] = useState(() =>
    ifStorageAllows(() => sessionStorage.getItem(QUICK)),
  );

  /** Null when it was closed before its opening was answered, as the list had shown it already; or when it is a match. */
  const create = async (name: string): Promise<Lobby | null> => {
    const before = closings.current;
    const isWanted = () => closings.current === before && store.get().match === null;
    const opening = withSession(() => openLobby(wallet, name, isWanted));
    const lobby = await ifWanted(isWanted, opening);
    return isWanted() ? lobby : null;
  };
  const opened = async (lobby: Lobby) => {
    ownLobby.keep(wallet, lobby.expiresAt);
    tellOpen(store, lobby.name);
    await queries.cancelQueries({ queryKey: lobbiesQuery.queryKey });
    queries.setQueryData(lobbiesQuery.queryKey, (all) => [
      lobby,
      ...(all ?? []).filter(({ id }) => id !== lobby.id),
    ]);
    void refreshLobbies(queries);
  };
  const joined = (match: Match) => {
    if (store.get().match === null) {
      // Also a match that 'Reset Game' left: whoever is in one gets it.
      store.dispatch({ kind: 'rejoin' });
      store.dispatch({ kind: 'ask' });
    }
    store.dispatch({ kind: 'seen', match, via: 'answer' });
    store.dispatch({ kind: 'asked' });
  };
  const notJoined = () => {
    store.dispatch({ kind: 'asked' });
    void refreshLobbies(queries);
  };

  const isWanted = () => store.get().isAsking;
  const close = useBattleWrite({
    mutationFn: (id: string) => closeLobby(wallet, id),
    failed: texts.closeFailed,
    onSuccess: () => {
      closings.current += 1;
      ownLobby.keep(wallet, null);
    },
    onSettled: () => refreshLobbies(queries),
  });

  const quick = useBattleWrite({
    mutationFn: () =>
      ifWanted(
        isWanted,
        // One session for all its steps: none of them asks an account that has come meanwhile for a signature.
        withSession(() =>
          quickMatch(wallet, {
            isWanted,
            lobbies: readLobbies,
            join: (lobby) => tryToJoin(wallet, lobby, isWanted),
            open: () => openLobby(wallet, texts.quickName),
          }),
        ),
      ),
    failed: texts.joinFailed,
    onMutate: () => {
      askToNotify();
      store.dispatch({ kind: 'ask' });
    },
    onSuccess: async (found) => {
      if (found === null) return;
      if ('match' in found) return joined(found.match);
      if (!isWanted()) return close.run(found.lobby.id);
      const { id } = found.lobby;
      setQuickId(id);
      ifStorageAllows(() => sessionStorage.setItem(QUICK, id));
      await opened(found.lobby);
      store.dispatch({ kind: 'asked' });
    },
    onError: notJoined,
  });
  const join = useBattleWrite({
    mutationFn: (lobby: Lobby) => {
      const joining = withSession(() => takeSeat(wallet, lobby, isWanted));
      return ifWanted(isWanted, joining);
    },
    failed: texts.joinFailed,
    onMutate: () => store.dispatch({ kind: 'ask' }),
    onSuccess: (match) => (match === null ? refreshLobbies(queries) : joined(match)),
    onError: notJoined,
  });
  // One that was cancelled would be wanted again with the next one, and can still bring a seat.
  const isPending = quick.isPending || join.isPending || isAskingRematch;

  /** Whoever closed it, here or in another tab, wants no other seat either. */
  const isOpen = () =>
    queries
      .getQueryData(lobbiesQuery.queryKey)
      ?.some(({ creatorWallet }) => creatorWallet === wallet) === true;

  return {
    close,
    quick: { ...quick, isPending },
    join: { ...join, isPending },
    create: useBattleWrite({
      mutationFn: create,
      failed: texts.createFailed,
      onMutate: askToNotify,
      onSuccess: (lobby) => lobby !== null && opened(lobby),
    }),
    /** Goes over to an older lobby from one's own; the server closes that. */
    goOver: {
      ...useBattleWrite({
        mutationFn: (lobby: Lobby) => withSession(() => tryToJoin(wallet, lobby, isOpen)),
        failed: texts.joinFailed,
        toastOf: () => null,
        onSuccess: (match) => match !== null && joined(match),
      }),
      /** Id of the lobby that 'Quick match' opened: no other one is left. */
      from: quickId,
    },
  };
}

export type LobbyActions = ReturnType<typeof useLobbyActions>;
