/** The game of this page: applies actions, stores what a reload needs, and shows notices. */
import { createStore, type Store } from '#web/ui/external-store.ts';
import { type Announcer, createAnnouncer } from '#web/ui/LiveRegion.tsx';
import { toast } from '#web/ui/toasts.ts';
import { serverClock } from './clock.ts';
import { type Action, type Game, isOffering, newGame, phaseOf } from './game.ts';
import { keepInMemory, readMemory } from './memory.ts';
import { wordsFor } from './notice-words.ts';
import { knownMatch, offeredRematch } from './open-lobby.ts';
import { reduce } from './reduce.ts';

export interface GameStore extends Pick<Store<Game>, 'get' | 'subscribe'> {
  dispatch(action: Action): void;
  readonly announcer: Announcer;
  /** Says that the match can be claimed; empty while it cannot. */
  readonly claimAnnouncer: Announcer;
}

export function createGameStore(wallet: string, isInvited: boolean): GameStore {
  const state = createStore(newGame(wallet, readMemory(wallet), isInvited));
  const announcer = createAnnouncer();

  return {
    get: state.get,
    subscribe: state.subscribe,
    announcer,
    claimAnnouncer: createAnnouncer(),
    dispatch(action) {
      // For a poll the header tells the time: the body may come from the browser's cache.
      if (action.kind === 'seen' && (action.via === 'push' || action.via === 'answer')) {
        serverClock.heard(action.match.serverNow);
      }
      const before = state.get();
      const { game, notices } = reduce(before, action);
      state.set(game);
      if (game.memory !== before.memory) keepInMemory(wallet, game.memory);
      const offered = offeredUntil(game);
      // Only at a change: another tab may have made the offer that is kept.
      if (offered !== offeredUntil(before)) offeredRematch.keep(wallet, offered);
      const live = liveId(game);
      if (live !== liveId(before)) knownMatch.keep(wallet, live);
      const words = notices
        // At the table the opponent's plate shows it.
        .filter(({ kind }) => kind !== 'opponent-ready' || phaseOf(game) !== 'playing')
        .map((notice) => wordsFor(notice, wallet));
      for (const one of words) if (one.toast !== null) toast(one.toast);
      const sentences = words.map(({ spoken }) => spoken).filter((spoken) => spoken !== null);
      if (sentences.length > 0) announcer.say(sentences.join(' '));
      // Who reads the page later does not find there what was true of the scene before.
      else if (phaseOf(game) !== phaseOf(before)) announcer.clear();
    },
  };
}

function liveId({ match }: Game): string | null {
  return match?.status === 'in_progress' ? match.id : null;
}

function offeredUntil(game: Game): string | null {
  return isOffering(game) ? (game.match?.rematch.expiresAt ?? null) : null;
}
