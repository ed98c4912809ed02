/**
 * One transfer of one card, from the recipient until it is seen on the chain. A submitted transfer is
 * polled also while the dialog is closed, and when the page is left.
 */
import { type QueryClient, QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { Transfer, TransferDraft } from '#contract/transfers.ts';
import type { Address } from '#rules/address.ts';
import { call, kept, readQuery } from '#web/api/call.ts';
import { HttpError, sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError, withSession } from '#web/api/session-gate.ts';
import { createLatest } from '#web/ui/latest.ts';
import { texts } from './texts.ts';
import { isHandedIn, NO_TRANSFER, type TransferAct, transferFlow } from './transfer-flow.ts';

/** Poll intervals of a submitted transfer, in ms; null once it has ended. One that is open never reached the server. */
const POLLS: Readonly<Record<Transfer['status'], number | false | null>> = {
  open: false,
  sent: 2_000,
  late: 15_000,
  done: null,
  failed: null,
  refused: null,
};

interface TransferDependencies {
  readonly address: Address;
  /** Signs with the wallet; see web/wallet/sign-transaction.ts. */
  readonly sign: (transaction: string) => Promise<string>;
  readonly problemOf: (error: unknown) => string;
  /** Called once, when the transfer has ended or is known not to have reached the server. */
  readonly onOver: (transfer: Transfer, card: Nft) => void;
}

/** Whether asking again would be answered in the same way. */
const isFinal = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && error.status !== 429;

const statusQuery = (id: string) => ({
  ...readQuery('GET /api/transfers/{id}', { params: { id } }),
  ...kept(0),
  refetchInterval: ({ state }: { state: { data: Transfer | undefined; error: unknown } }) =>
    !isFinal(state.error) && (POLLS[state.data?.status ?? 'sent'] ?? false),
});

const hasEnded = ({ status }: Transfer) => POLLS[status] === null;
/** It has ended, or never reached the server. */
const isSettled = ({ status }: Transfer) => typeof POLLS[status] !== 'number';

/** Without the page. Ends also when nothing more can be heard: the session is another one's. */
function followOn(queries: QueryClient, id: string, onEnd: (transfer: Transfer) => void): void {
  const stop = new QueryObserver(queries, statusQuery(id)).subscribe(({ data, error }) => {
    if (data !== undefined && isSettled(data)) onEnd(data);
    else if (!isFinal(error)) return;
    stop();
  });
}

export type TransferModel = ReturnType<typeof useTransfer>;

export function useTransfer({ address, sign, problemOf, onOver }: TransferDependencies) {
  const [{ card, typed, step }, dispatch] = useReducer(transferFlow, NO_TRANSFER);
  const [attempts] = useState(createLatest);
  useEffect(() => attempts.stop, [attempts]);

  const queries = useQueryClient();
  const followed = step.at === 'following' ? step : null;
  const { data: seen, error } = useQuery({
    ...statusQuery(followed?.draft.id ?? ''),
    enabled: followed !== null,
  });
  const transfer = seen ?? followed?.transfer ?? null;
  const isOver = transfer !== null && hasEnded(transfer);
  // It never reached the server: the person can sign again.
  const unsent = followed !== null && transfer?.status === 'open' ? followed.draft : null;
  useEffect(() => {
    if (unsent !== null) dispatch({ type: 'review', draft: unsent, problem: texts.notArrived });
  }, [unsent]);
  const ended = isOver || unsent !== null ? transfer : null;
  const told = useRef(false);
  useEffect(() => {
    if (ended !== null && card !== null && !told.current) onOver(ended, card);
    told.current = ended !== null;
  }, [ended, card, onOver]);
  // Nothing more is heard when the session has ended.
  const isFollowing = followed !== null && !isOver && !isFinal(error);
  const onLeft = useRef(() => {});
  useEffect(() => {
    onLeft.current = () => {
      if (isFollowing && card !== null)
        followOn(queries, followed.draft.id, (ended) => onOver(ended, card));
    };
  }, [isFollowing, followed, card, queries, onOver]);
  useEffect(() => () => onLeft.current(), []);

  async function check(recipient: string): Promise<void> {
    if (card === null) return;
    const signal = attempts.begin();
    dispatch({ type: 'check', typed: recipient });
    const body = { walletAddress: address, cardId: card.id, recipient };
    try {
      const draft = await withSession(() => call('POST /api/transfers', { body }, { signal }));
      if (!signal.aborted) dispatch({ type: 'review', draft, problem: null });
    } catch (error) {
      const isUnsigned = error instanceof SignInDeclinedError;
      const problem = isUnsigned ? texts.notSigned : sentenceOf(error, texts.checkFailed);
      // Of the two ids in the call only the recipient can be wrong.
      const isRecipientWrong = error instanceof HttpError && error.status === 400;
      if (!signal.aborted) dispatch({ type: 'ask-recipient', problem, isRecipientWrong });
    }
  }

  async function signAndSend(draft: TransferDraft): Promise<void> {
    const signal = attempts.begin();
    dispatch({ type: 'sign' });
    let signature: string;
    try {
      signature = await sign(draft.transaction);
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'review', draft, problem: problemOf(error) });
      return;
    }
    // The dialog was closed or started again meanwhile: the signature is not used.
    if (signal.aborted) return;
    dispatch({ type: 'hand-in' });
    const next = await handIn(draft, signature);
    if (!signal.aborted) dispatch(next);
    // The page was left meanwhile, or another card is being sent.
    else if (next.type === 'follow' && card !== null) {
      followOn(queries, draft.id, (ended) => onOver(ended, card));
    }
  }

  /** Takes no signal: once sent, only the answer tells whether the server submitted it. */
  async function handIn(draft: TransferDraft, signature: string): Promise<TransferAct> {
    const { id } = draft;
    const body = { walletAddress: address, signature };
    const send = () => call('POST /api/transfers/{id}/execute', { params: { id }, body });
    try {
      return { type: 'follow', transfer: await withSession(send) };
    } catch (error) {
      if (error instanceof SignInDeclinedError) {
        return { type: 'review', draft, problem: texts.notSigned };
      }
      if (error instanceof HttpError && error.status < 500) {
        const problem = sentenceOf(error, texts.handInFailed);
        return { type: 'ask-recipient', problem, isRecipientWrong: false };
      }
      // Without an answer the server may have submitted it.
      return { type: 'follow', transfer: { ...draft, status: 'sent' } };
    }
  }

  return {
    card,
    /** The recipient as typed: an address or a SuiNS name. */
    typed,
    step,
    /** The submitted transfer with its latest status; null before. */
    transfer,
    isFollowing,
    check,
    signAndSend,

    begin(next: Nft): void {
      attempts.stop();
      dispatch({ type: 'begin', card: next });
    },

    startOver(): void {
      attempts.stop();
      dispatch({ type: 'ask-recipient', problem: null, isRecipientWrong: false });
    },

    /** Cancels the transfer, unless it was submitted. */
    cancel(): void {
      if (!isHandedIn(step)) attempts.stop();
      dispatch({ type: 'cancel' });
    },
  };
}
