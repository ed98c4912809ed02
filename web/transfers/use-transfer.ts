/**
 * One transfer of one card, from whom it goes to until the chain shows it. It outlives its dialog: what
 * was handed in is followed with the dialog closed.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { Transfer, TransferDraft } from '#contract/transfers.ts';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { HttpError, sentenceOf } from '#web/api/http-error.ts';
import { reading } from '#web/api/reading.ts';
import { SignInDeclined, withSession } from '#web/api/session-gate.ts';
import { texts } from './texts.ts';

/** A transaction is looked for at this pace, in ms. */
const POLL = 2_000;
/** Once it is late, in ms. */
const LATE_POLL = 15_000;

export type Step =
  | { readonly at: 'recipient' | 'checking'; readonly problem: string | null }
  | {
      readonly at: 'review' | 'signing' | 'handing-in';
      readonly draft: TransferDraft;
      readonly problem: string | null;
    }
  | { readonly at: 'following'; readonly draft: TransferDraft; readonly transfer: Transfer };

interface TransferDependencies {
  readonly address: Address;
  /** The wallet's signature under a transaction; see web/wallet/sign-transaction.ts. */
  readonly sign: (transaction: string) => Promise<string>;
  /** What to say of a wallet that did not sign. */
  readonly problemOf: (error: unknown) => string;
  /** Told once, when it is over. */
  readonly onOver: (transfer: Transfer, card: Nft) => void;
}

export type TransferModel = ReturnType<typeof useTransfer>;

export function useTransfer({ address, sign, problemOf, onOver }: TransferDependencies) {
  const [card, setCard] = useState<Nft | null>(null);
  const [step, setStep] = useState<Step>({ at: 'recipient', problem: null });
  /** Whatever an earlier attempt still brings in is ignored. */
  const attempt = useRef(0);
  const begin = () => {
    attempt.current += 1;
    const mine = attempt.current;
    return () => mine === attempt.current;
  };
  useEffect(
    () => () => {
      attempt.current += 1;
    },
    [],
  );

  const followed = step.at === 'following' ? step : null;
  const { data: seen } = useQuery({
    ...reading('GET /api/transfers/{id}', { params: { id: followed?.draft.id ?? '' } }),
    enabled: followed !== null,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const status = state.data?.status ?? 'sent';
      return status === 'sent' ? POLL : status === 'late' ? LATE_POLL : false;
    },
  });
  const transfer = seen ?? followed?.transfer ?? null;
  const isOver = transfer !== null && ['done', 'failed', 'refused'].includes(transfer.status);
  // It never arrived: the signature can be given again.
  const isUnsent = followed !== null && transfer?.status === 'open';
  useEffect(() => {
    if (isUnsent && followed !== null) {
      setStep({ at: 'review', draft: followed.draft, problem: texts.notArrived });
    }
  }, [isUnsent, followed]);
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (!isOver || transfer === null || card === null || told.current === transfer.id) return;
    told.current = transfer.id;
    onOver(transfer, card);
  }, [isOver, transfer, card, onOver]);

  async function check(recipient: string): Promise<void> {
    if (card === null) return;
    const isMine = begin();
    setStep({ at: 'checking', problem: null });
    const body = { walletAddress: address, cardId: card.id, recipient };
    try {
      const draft = await withSession(() => call('POST /api/transfers', { body }));
      if (isMine()) setStep({ at: 'review', draft, problem: null });
    } catch (error) {
      const isUnsigned = error instanceof SignInDeclined;
      const problem = isUnsigned ? texts.notSigned : sentenceOf(error, texts.checkFailed);
      if (isMine()) setStep({ at: 'recipient', problem });
    }
  }

  async function signAndSend(draft: TransferDraft): Promise<void> {
    const isMine = begin();
    setStep({ at: 'signing', draft, problem: null });
    let signature: string;
    try {
      signature = await sign(draft.transaction);
    } catch (error) {
      if (isMine()) setStep({ at: 'review', draft, problem: problemOf(error) });
      return;
    }
    // Closed, or begun anew while the wallet was open: a signature that comes now is let go.
    if (!isMine()) return;
    setStep({ at: 'handing-in', draft, problem: null });
    const next = await handIn(draft, signature);
    if (isMine()) setStep(next);
  }

  async function handIn(draft: TransferDraft, signature: string): Promise<Step> {
    const { id } = draft;
    const body = { walletAddress: address, signature };
    const send = () => call('POST /api/transfers/{id}/execute', { params: { id }, body });
    try {
      return { at: 'following', draft, transfer: await withSession(send) };
    } catch (error) {
      if (error instanceof SignInDeclined) return { at: 'review', draft, problem: texts.notSigned };
      const isRefused = error instanceof HttpError && error.status < 500;
      if (isRefused) {
        return { at: 'recipient', problem: sentenceOf(error, texts.handInFailed) };
      }
      // No answer is no "no": the server may have handed it in.
      return { at: 'following', draft, transfer: { ...draft, status: 'sent' } };
    }
  }

  return {
    card,
    step,
    /** As it stands on the chain, once it was handed in. */
    transfer,
    isFollowing: followed !== null && !isOver,
    check,
    signAndSend,

    begin(next: Nft): void {
      begin();
      setCard(next);
      setStep({ at: 'recipient', problem: null });
    },

    /** Back to whom it goes to. */
    startOver(): void {
      begin();
      setStep({ at: 'recipient', problem: null });
    },

    /** Lets go of it, unless it was handed in. */
    cancel(): void {
      if (step.at === 'following' || step.at === 'handing-in') return;
      begin();
      setStep({ at: 'recipient', problem: null });
    },
  };
}
