/** One player's game on this page: applies acts, keeps what a reload needs, and tells the news. */
import type { Match } from '#contract/battle.ts';
import { createStore, type Store } from '#web/ui/external-store.ts';
import type { ToastWords } from '#web/ui/toasts.ts';
import type { Act } from './acts.ts';
import { type Game, type Memory, newGame, phaseOf, step } from './game.ts';
import { wordsFor } from './news-words.ts';

export interface GameStore extends Pick<Store<Game>, 'get' | 'subscribe'> {
  act(act: Act): void;
  /** Last sentence for the live region; the same one twice in a row is said twice. */
  readonly spoken: Pick<Store<Spoken>, 'get' | 'subscribe'>;
  /** Says something that is no news of the game. */
  say(text: string): void;
}

export interface Spoken {
  readonly text: string;
  readonly id: number;
}

export interface GameAround {
  readonly memory: Memory;
  readonly remember: (memory: Memory) => void;
  readonly toast: (words: ToastWords) => void;
  /** Told of every snapshot's `serverNow`. */
  readonly heard: (serverNow: string) => void;
}

export function createGameStore(wallet: string, around: GameAround): GameStore {
  const state = createStore(newGame(wallet, around.memory));
  const spoken = createStore<Spoken>({ text: '', id: 0 });
  const say = (text: string) => spoken.set({ text, id: spoken.get().id + 1 });

  return {
    get: state.get,
    subscribe: state.subscribe,
    spoken,
    say,
    act(act) {
      for (const { serverNow } of snapshotsOf(act)) around.heard(serverNow);
      const before = state.get();
      const { game, news } = step(before, act);
      state.set(game);
      if (game.memory !== before.memory) around.remember(game.memory);
      const said = news
        // At the table the opponent's plate says it.
        .filter(({ kind }) => kind !== 'opponent-ready' || phaseOf(game) !== 'playing')
        .map((one) => wordsFor(one, wallet));
      for (const words of said.flatMap(({ toasts }) => toasts)) around.toast(words);
      const sentences = said.map((words) => words.spoken).filter((words) => words !== null);
      if (sentences.length > 0) say(sentences.join(' '));
    },
  };
}

function snapshotsOf(act: Act): readonly Match[] {
  if (act.kind === 'listed') return act.matches;
  return act.kind === 'seen' ? [act.match] : [];
}
