/** Whether a card can be sent, and the steps of sending one, as a reducer: from the recipient until it is submitted. */
import type { Nft } from '#contract/cards.ts';
import type { Transfer, TransferDraft } from '#contract/transfers.ts';
import { texts } from './texts.ts';

interface Sender {
  readonly canSign: boolean;
  /** Another transfer is running. */
  readonly isBusy: boolean;
}

/** The reason in a few words; null when the card can be sent. */
export function whyNotSent(
  { place, isListed, isLocked }: Pick<Nft, 'place' | 'isListed' | 'isLocked'>,
  { canSign, isBusy }: Sender,
): string | null {
  if (isListed) return texts.off.listed;
  if (isLocked) return texts.off.locked;
  if (place !== 'wallet') return texts.off.kiosk;
  if (!canSign) return texts.off.wallet;
  return isBusy ? texts.off.busy : null;
}

/** The address in groups of four characters. */
export function inGroups(address: string): string[] {
  return address.match(/^0x|.{1,4}/g) ?? [];
}

export type Step =
  | {
      readonly at: 'recipient' | 'checking';
      readonly problem: string | null;
      /** Whether the problem is the recipient. */
      readonly isRecipientWrong: boolean;
    }
  | {
      readonly at: 'review' | 'signing' | 'handing-in';
      readonly draft: TransferDraft;
      readonly problem: string | null;
    }
  | { readonly at: 'following'; readonly draft: TransferDraft; readonly transfer: Transfer };

interface TransferFlow {
  readonly card: Nft | null;
  /** The recipient as typed; empty before. */
  readonly typed: string;
  readonly step: Step;
}

export type TransferAct =
  | { readonly type: 'begin'; readonly card: Nft }
  | {
      readonly type: 'ask-recipient';
      readonly problem: string | null;
      readonly isRecipientWrong: boolean;
    }
  | { readonly type: 'check'; readonly typed: string }
  | { readonly type: 'review'; readonly draft: TransferDraft; readonly problem: string | null }
  | { readonly type: 'sign' }
  | { readonly type: 'hand-in' }
  /** The server has the transaction, or may have it. */
  | { readonly type: 'follow'; readonly transfer: Transfer }
  | { readonly type: 'cancel' };

const RECIPIENT = { at: 'recipient', problem: null, isRecipientWrong: false } as const;

export const NO_TRANSFER: TransferFlow = { card: null, typed: '', step: RECIPIENT };

export function transferFlow(flow: TransferFlow, act: TransferAct): TransferFlow {
  const { step } = flow;
  const at = (next: Step): TransferFlow => ({ ...flow, step: next });
  switch (act.type) {
    case 'begin':
      return { ...NO_TRANSFER, card: act.card };
    case 'ask-recipient':
      return at({ ...RECIPIENT, problem: act.problem, isRecipientWrong: act.isRecipientWrong });
    case 'check':
      return { ...flow, typed: act.typed, step: { ...RECIPIENT, at: 'checking' } };
    case 'review':
      return at({ at: 'review', draft: act.draft, problem: act.problem });
    case 'cancel':
      // A submitted transaction cannot be cancelled.
      return isHandedIn(step) ? flow : at(RECIPIENT);
  }
  if (!('draft' in step)) return flow;
  const { draft } = step;
  switch (act.type) {
    case 'sign':
      return at({ at: 'signing', draft, problem: null });
    case 'hand-in':
      return at({ at: 'handing-in', draft, problem: null });
    case 'follow':
      return at({ at: 'following', draft, transfer: act.transfer });
  }
}

export function isHandedIn({ at }: Step): boolean {
  return at === 'handing-in' || at === 'following';
}
