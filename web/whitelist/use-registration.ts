import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { Address } from '#rules/address.ts';
import { cardsMissing } from '#rules/whitelist.ts';
import { hadNoAnswer, sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError } from '#web/api/session-gate.ts';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { isSameCards, refreshEntries, register } from './queries.ts';
import { refusedCards } from './refused-cards.ts';
import { texts } from './texts.ts';

interface RegistrationOptions {
  readonly address: Address;
  readonly nfts: readonly Nft[];
  readonly entries: readonly WhitelistEntry[];
  readonly onDone: () => void;
  readonly onCardsGone: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Registers a selection; shows a toast, or marks the refused cards. */
export function useRegistration(options: RegistrationOptions) {
  const { address, nfts, entries, onDone, onCardsGone } = options;
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [marked, setMarked] = useState(NONE);
  /** The cards of a try without an answer: they may be registered all the same. */
  const [unanswered, setUnanswered] = useState<readonly string[]>([]);
  const foundLater = entries.find(({ selectedNftIds: ids }) => isSameCards(ids, unanswered));

  function fail(text: string): void {
    setProblem(text);
    toast(failureToast(texts.registerFailed)(text));
  }

  const tell = ({ entryCount }: WhitelistEntry) =>
    toast({ title: texts.registered, description: texts.registeredText(entryCount) });

  const foundIt = useEffectEvent((entry: WhitelistEntry) => {
    tell(entry);
    onDone();
  });
  useEffect(() => {
    if (foundLater !== undefined) foundIt(foundLater);
  }, [foundLater]);

  const mutation = useMutation({
    mutationFn: (cardIds: readonly string[]) => register(address, cardIds),
    onSuccess: (entry) => {
      tell(entry);
      void refreshEntries(queries, address);
    },
    onError: (error, cardIds) => {
      if (error instanceof SignInDeclinedError) {
        setProblem(texts.dialog.notSigned);
        return;
      }
      if (hadNoAnswer(error)) setUnanswered(cardIds);
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
      setUnanswered([]);
      if (cardsMissing(cardIds.length) > 0) fail(texts.tooFew);
      // Not after the dialog was closed: another one may be open by then.
      else mutation.mutate(cardIds, { onSuccess: onDone });
    },
  };
}
