import { describe, expect, it } from 'vitest';
import type { Nft } from '#contract/cards.ts';
import type { Transfer, TransferDraft } from '#contract/transfers.ts';
import {
  inGroups,
  NO_TRANSFER,
  type TransferAct,
  transferFlow,
  whyNotSent,
} from './transfer-flow.ts';

const card = { id: 'c1' } as Nft;
const draft = { id: 't1' } as TransferDraft;
const transfer = { ...draft, status: 'sent' } as Transfer;

const flowAfter = (...acts: TransferAct[]) => acts.reduce(transferFlow, NO_TRANSFER);

const TO_REVIEW: TransferAct[] = [
  { type: 'begin', card },
  { type: 'check', typed: 'duo.sui' },
  { type: 'review', draft, problem: null },
];
const HANDED_IN: TransferAct[] = [...TO_REVIEW, { type: 'sign' }, { type: 'hand-in' }];

describe('the steps of a transfer', () => {
  it('keep what was tried out until the server has it', () => {
    expect(flowAfter(...HANDED_IN).step).toEqual({ at: 'handing-in', draft, problem: null });
    expect(flowAfter(...HANDED_IN, { type: 'follow', transfer })).toEqual({
      card,
      typed: 'duo.sui',
      step: { at: 'following', draft, transfer },
    });
  });

  it('can be cancelled until it is handed in', () => {
    expect(flowAfter(...TO_REVIEW, { type: 'cancel' }).step.at).toBe('recipient');
    expect(flowAfter(...TO_REVIEW, { type: 'sign' }, { type: 'cancel' }).step.at).toBe('recipient');
    expect(flowAfter(...HANDED_IN, { type: 'cancel' }).step.at).toBe('handing-in');
    const followed = flowAfter(...HANDED_IN, { type: 'follow', transfer }, { type: 'cancel' });
    expect(followed.step.at).toBe('following');
  });

  it('begin anew with another card, without the problem of the last one', () => {
    const other = { id: 'c2' } as Nft;
    const flow = flowAfter(
      ...TO_REVIEW,
      { type: 'ask-recipient', problem: 'no', isRecipientWrong: true },
      { type: 'begin', card: other },
    );
    expect(flow).toEqual({
      card: other,
      typed: '',
      step: { at: 'recipient', problem: null, isRecipientWrong: false },
    });
  });

  it('sign nothing that was not tried out', () => {
    expect(flowAfter({ type: 'begin', card }, { type: 'sign' }).step.at).toBe('recipient');
  });
});

const loose = { place: 'wallet', isListed: false, isLocked: false } as const;
const ready = { canSign: true, isBusy: false };

describe('sending a card', () => {
  it('is offered for a loose card', () => {
    expect(whyNotSent(loose, ready)).toBeNull();
  });

  it.each([
    [{ ...loose, place: 'kiosk' } as const, ready, 'in a kiosk'],
    [{ ...loose, place: 'personal-kiosk' } as const, ready, 'in a kiosk'],
    [{ ...loose, place: 'originbyte-kiosk' } as const, ready, 'in a kiosk'],
    [{ place: 'kiosk', isListed: true, isLocked: false } as const, ready, 'for sale'],
    [{ place: 'kiosk', isListed: false, isLocked: true } as const, ready, 'locked in a kiosk'],
    [loose, { canSign: false, isBusy: false }, 'your wallet cannot sign it'],
    [loose, { canSign: true, isBusy: true }, 'another is on its way'],
  ])('of %j by %j is off: %3$s', (card, sender, reason) => {
    expect(whyNotSent(card, sender)).toBe(reason);
  });

  it('shows every character of the address', () => {
    const address = `0x${'0123456789abcdef'.repeat(4)}`;
    expect(inGroups(address)).toHaveLength(17);
    expect(inGroups(address).join('')).toBe(address);
  });
});
