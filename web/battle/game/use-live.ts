import { useEffect, useEffectEvent, useRef } from 'react';
import type { Match } from '#contract/battle.ts';
import { type LiveSocket, openLiveSocket } from '#web/api/live.ts';
import { signIns } from '#web/api/session-gate.ts';
import { useStore } from '#web/ui/external-store.ts';

interface LiveOptions {
  /** Lobbies shown on the page; to a page without a session the server sends their matches. */
  readonly lobbyIds: readonly string[];
  readonly onMatch: (match: Match) => void;
  readonly onLobbies: () => void;
  /** The socket is open again; messages may have been missed. */
  readonly onBack: () => void;
}

/**
 * Listens to the socket. The session of the handshake decides whose matches are sent, so the socket is
 * opened again after signing in.
 */
export function useLive({ lobbyIds, ...options }: LiveOptions): void {
  const live = useRef<LiveSocket | null>(null);
  const session = useStore(signIns);
  const onMatch = useEffectEvent(options.onMatch);
  const onLobbies = useEffectEvent(options.onLobbies);
  const onUp = useEffectEvent(() => {
    for (const lobbyId of lobbyIds) live.current?.send({ type: 'join-lobby', lobbyId });
    options.onBack();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session needs a new socket
  useEffect(() => {
    const opened = openLiveSocket({
      onOpen: () => onUp(),
      onMessage(message) {
        if (message.type === 'lobby-updated') onLobbies();
        else onMatch(message.match);
      },
    });
    live.current = opened;
    return () => {
      live.current = null;
      opened.close();
    };
  }, [session]);

  const ids = lobbyIds.join(' ');
  const joined = useRef('');
  useEffect(() => {
    const known = joined.current.split(' ');
    for (const lobbyId of ids.split(' ')) {
      if (lobbyId !== '' && !known.includes(lobbyId)) {
        live.current?.send({ type: 'join-lobby', lobbyId });
      }
    }
    joined.current = ids;
  }, [ids]);
}
