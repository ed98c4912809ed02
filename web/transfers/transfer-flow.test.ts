import { describe, expect, it } from 'vitest';
import type { Nft } from '#contract/cards.ts';
import type { Transfer, TransferDraft } from '#contract/transfers.ts';
import { NO_TRANSFER, type TransferAct, transferFlow } from './transfer-flow.ts';

const card = { id: 'c1' } as Nft;
const draft = { id: 't1' } as TransferDraft;
const transfer = { ...draft, status: 'sent' } as Transfer;

const flowAfter = (...acts: TransferAct[]) => acts.reduce(transferFlow, NO_TRANSFER);

const TO_REVIEW: TransferAct[] = [
  { type: 'begin', card },
  { type: 'check' },
  { type: 'review', draft, problem: null },
];
const HANDED_IN: TransferAct[] = [...TO_REVIEW, { type: 'sign' }, { type: 'hand-in' }];

describe('the steps of a transfer', () => {
  it('keep what was tried out until the server has it', () => {
    expect(flowAfter(...HANDED_IN).step).toEqual({ at: 'handing-in', draft, problem: null });
    expect(flowAfter(...HANDED_IN, { type: 'follow', transfer })).toEqual({
      card,
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
      { type: 'ask-recipient', problem: 'no' },
      { type: 'begin', card: other },
    );
    expect(flow).toEqual({ card: other, step: { at: 'recipient', problem: null } });
  });

  it('sign nothing that was not tried out', () => {
    expect(flowAfter({ type: 'begin', card }, { type: 'sign' }).step.at).toBe('recipient');
  });
});
