import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { Address } from '#rules/address.ts';
import { cardsMissing } from '#rules/whitelist.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError } from '#web/api/session-gate.ts';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { refreshEntries, register } from './queries.ts';
import { refusedCards } from './refused-cards.ts';
import { texts } from './texts.ts';

interface RegistrationOptions {
  readonly address: Address;
  readonly nfts: readonly Nft[];
  readonly onDone: () => void;
  readonly onCardsGone: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Registers a selection; shows a toast, or marks the refused cards. */
export function useRegistration({ address, nfts, onDone, onCardsGone }: RegistrationOptions) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [marked, setMarked] = useState(NONE);

  function fail(text: string): void {
    setProblem(text);
    toast(failureToast(texts.registerFailed)(text));
  }

  const mutation = useMutation({
    mutationFn: (cardIds: readonly string[]) => register(address, cardIds),
    onSuccess: async (entry) => {
      toast({ title: texts.registered, description: texts.registeredText(entry.entryCount) });
      onDone();
      await refreshEntries(queries, address);
    },
    onError: (error) => {
      if (error instanceof SignInDeclinedError) {
        setProblem(texts.dialog.notSigned);
        return;
      }
      const refused = refusedCards(error, nfts);
      if (refused === null) {
        fail(sentenceOf(error, texts.registerFailedText));
        void refreshEntries(queries, address);
        return;
      }
      const marks = refused.cards.map((id) => [id, refused.mark] as const);
      setMarked((old) => new Map([...old, ...marks]));
      fail(refused.sentence);
      if (refused.isTaken) void refreshEntries(queries, address);
      else onCardsGone();
    },
  });

  return {
    problem,
    marked,
    isRegistering: mutation.isPending,
    /** Clears the problem when the selection changes. */
    forget: () => setProblem(null),

    register(cardIds: readonly string[]): void {
      setProblem(null);
      if (cardsMissing(cardIds.length) > 0) fail(texts.tooFew);
      else mutation.mutate(cardIds);
    },
  };
}
