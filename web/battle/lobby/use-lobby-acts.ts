import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Lobby } from '#contract/battle.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclined } from '#web/api/session-gate.ts';
import type { GameStore } from '#web/battle/game/game-store.ts';
import { keepInMemory } from '#web/battle/game/memory.ts';
import {
  createLobby,
  joinLobby,
  leaveLobby,
  lobbiesQuery,
  refreshLobbies,
} from '#web/battle/game/queries.ts';
import { texts } from '#web/battle/game/texts.ts';
import { toast } from '#web/ui/toasts.ts';

/** Opening, joining and closing a lobby; each problem is told and stays beside its control (E2). */
export function useLobbyActs(store: GameStore) {
  const queries = useQueryClient();
  const { wallet } = store.get();
  const words = texts.lobby;

  const create = useMutation({
    mutationFn: (name: string) => createLobby(wallet, name),
    onSuccess: async (lobby) => {
      keepInMemory(wallet, { lobbyUntil: lobby.expiresAt });
      toast(words.created(lobby.name));
      await queries.cancelQueries({ queryKey: lobbiesQuery.queryKey });
      queries.setQueryData(lobbiesQuery.queryKey, (all) => [
        lobby,
        ...(all ?? []).filter(({ id }) => id !== lobby.id),
      ]);
      void refreshLobbies(queries);
    },
    onError: (error) => tellError(error, words.createFailed),
  });

  const join = useMutation({
    mutationFn: (lobby: Lobby) => joinLobby(wallet, lobby.id),
    onMutate: () => store.act({ kind: 'ask' }),
    onSuccess: (match) => {
      toast(words.joined);
      store.act({ kind: 'seen', match, via: 'answer' });
      store.act({ kind: 'asked' });
    },
    onError: (error) => {
      store.act({ kind: 'asked' });
      tellError(error, words.joinFailed);
      void refreshLobbies(queries);
    },
  });

  const close = useMutation({
    mutationFn: (id: string) => leaveLobby(wallet, id),
    onSuccess: () => keepInMemory(wallet, { lobbyUntil: null }),
    onError: (error) => tellError(error, words.closeFailed),
    onSettled: () => refreshLobbies(queries),
  });

  return {
    create: { run: create.mutate, isPending: create.isPending, reset: create.reset },
    createProblem: problemOf(create.error, words.createFailed),
    join: join.mutate,
    joining: join.isPending ? join.variables.id : null,
    joinProblem: problemOf(join.error, words.joinFailed),
    close: close.mutate,
    isClosing: close.isPending,
    closeProblem: problemOf(close.error, words.closeFailed),
  };
}

export type LobbyActs = ReturnType<typeof useLobbyActs>;

/** Saying no to the signature is no error: nothing happened. */
export function tellError(error: Error, otherwise: string): void {
  if (error instanceof SignInDeclined) return;
  toast(texts.toasts.error(sentenceOf(error, otherwise)));
}

export function problemOf(error: Error | null, otherwise: string): string | null {
  if (error === null) return null;
  return error instanceof SignInDeclined ? texts.lobby.notSigned : sentenceOf(error, otherwise);
}
