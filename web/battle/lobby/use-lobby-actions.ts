import { useQueryClient } from '@tanstack/react-query';
import type { Lobby } from '#contract/battle.ts';
import type { GameStore } from '#web/battle/game/game-store.ts';
import { keepLobby } from '#web/battle/game/open-lobby.ts';
import {
  createLobby,
  joinLobby,
  leaveLobby,
  lobbiesQuery,
  refreshLobbies,
} from '#web/battle/game/queries.ts';
import { texts } from '#web/battle/game/texts.ts';
import { useAction } from '#web/battle/game/use-action.ts';
import { askToNotify } from '#web/battle/game/use-call.ts';
import { toast } from '#web/ui/toasts.ts';

/** Creates, joins and closes lobbies. */
export function useLobbyActions(store: GameStore) {
  const queries = useQueryClient();
  const { wallet } = store.get();
  const words = texts.lobby;

  return {
    create: useAction({
      mutationFn: (name: string) => createLobby(wallet, name),
      failed: words.createFailed,
      onMutate: askToNotify,
      onSuccess: async (lobby) => {
        keepLobby(wallet, lobby.expiresAt);
        toast(words.created(lobby.name));
        await queries.cancelQueries({ queryKey: lobbiesQuery.queryKey });
        queries.setQueryData(lobbiesQuery.queryKey, (all) => [
          lobby,
          ...(all ?? []).filter(({ id }) => id !== lobby.id),
        ]);
        void refreshLobbies(queries);
      },
    }),
    join: useAction({
      mutationFn: (lobby: Lobby) => joinLobby(wallet, lobby.id),
      failed: words.joinFailed,
      onMutate: () => store.dispatch({ kind: 'ask' }),
      onSuccess: (match) => {
        toast(words.joined);
        store.dispatch({ kind: 'seen', match, via: 'answer' });
        store.dispatch({ kind: 'answered' });
      },
      onError: () => {
        store.dispatch({ kind: 'answered' });
        void refreshLobbies(queries);
      },
    }),
    close: useAction({
      mutationFn: (id: string) => leaveLobby(wallet, id),
      failed: words.closeFailed,
      onSuccess: () => keepLobby(wallet, null),
      onSettled: () => refreshLobbies(queries),
    }),
  };
}

export type LobbyActions = ReturnType<typeof useLobbyActions>;
