import { useEffect, useEffectEvent, useRef } from 'react';
import type { Match } from '#contract/battle.ts';
import { type Line, openLine } from '#web/api/live.ts';
import { signIns } from '#web/api/session-gate.ts';
import { useStore } from '#web/ui/external-store.ts';

interface LiveOptions {
  /** Lobbies this page shows; their matches are told to it. */
  readonly lobbyIds: readonly string[];
  readonly onMatch: (match: Match) => void;
  readonly onLobbies: () => void;
  /** The line is up again: what was said meanwhile was missed. */
  readonly onBack: () => void;
}

/**
 * Hears what changes the moment it does. The session of the handshake says whose
 * matches are told, so after signing in the line is opened anew.
 */
export function useLive({ lobbyIds, ...options }: LiveOptions): void {
  const line = useRef<Line | null>(null);
  const session = useStore(signIns);
  const onMatch = useEffectEvent(options.onMatch);
  const onLobbies = useEffectEvent(options.onLobbies);
  const onUp = useEffectEvent(() => {
    for (const lobbyId of lobbyIds) line.current?.say({ type: 'join-lobby', lobbyId });
    options.onBack();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session wants a new line
  useEffect(() => {
    const opened = openLine({
      onOpen: () => onUp(),
      onMessage(message) {
        if (message.type === 'lobby-updated') onLobbies();
        else onMatch(message.match);
      },
    });
    line.current = opened;
    return () => {
      line.current = null;
      opened.close();
    };
  }, [session]);

  const ids = lobbyIds.join(' ');
  const joined = useRef('');
  useEffect(() => {
    const known = joined.current.split(' ');
    for (const lobbyId of ids.split(' ')) {
      if (lobbyId !== '' && !known.includes(lobbyId)) {
        line.current?.say({ type: 'join-lobby', lobbyId });
      }
    }
    joined.current = ids;
  }, [ids]);
}
