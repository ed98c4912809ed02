import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclined } from '#web/api/session-gate.ts';
import { toast } from '#web/ui/toasts.ts';
import type { GameStore } from './game-store.ts';
import { playCard, type Shot } from './queries.ts';
import { texts } from './texts.ts';

/** SHOT!: the picked card is put down. What went wrong also stands under the button (E2). */
export function useShot(store: GameStore) {
  const mutation = useMutation({
    mutationFn: (shot: Shot) => playCard(store.get().wallet, shot),
    onSuccess: (match) => store.act({ kind: 'seen', match, via: 'answer' }),
    onError: (error) => {
      if (error instanceof SignInDeclined) {
        store.act({ kind: 'unsent' });
        return;
      }
      store.act({ kind: 'refused' });
      toast(texts.toasts.error(sentenceOf(error, texts.playing.playFailed)));
    },
  });

  return {
    shoot(): void {
      const { match, pick, isSending } = store.get();
      if (match === null || pick === null || isSending) return;
      store.act({ kind: 'shot' });
      mutation.mutate({ matchId: match.id, round: match.currentRound, cardName: pick });
    },
    /** Of the last shot; gone with the next pick. */
    problem:
      mutation.error === null
        ? null
        : mutation.error instanceof SignInDeclined
          ? texts.lobby.notSigned
          : sentenceOf(mutation.error, texts.playing.playFailed),
    forget: () => {
      if (mutation.isError) mutation.reset();
    },
  };
}
