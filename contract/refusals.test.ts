import { describe, expect, it } from 'vitest';
import type { RefusalReason } from '#rules/refusal.ts';
import { REFUSALS, refusalSentence } from './refusals.ts';

/** Typed out again on purpose: clients depend on these numbers. */
const STATUSES: Readonly<Record<number, readonly RefusalReason[]>> = {
  400: [
    ...(['bad-address', 'bad-object-id', 'bad-input', 'name-empty', 'name-too-long'] as const),
    ...(['name-forbidden-characters', 'name-without-letters', 'name-reserved-shape'] as const),
    ...([
      'picture-not-held',
      'no-wallet-address',
      'too-many-groups',
      'group-name-invalid',
    ] as const),
    ...(['group-id-reserved', 'group-id-repeated', 'group-token-repeated'] as const),
    ...(['round-times-wrong', 'name-kept-for-admin'] as const),
    ...(['group-token-unknown', 'too-few-cards', 'card-repeated', 'card-not-held'] as const),
    ...(['bad-recipient', 'recipient-unknown', 'recipient-is-object', 'own-recipient'] as const),
    ...(['lobby-name-empty', 'lobby-name-invalid', 'own-lobby', 'battle-card-unknown'] as const),
  ],
  401: ['no-session', 'nonce-unknown', 'bad-signature', 'signature-epoch-over'],
  403: [
    'not-yours',
    'not-admin',
    'foreign-origin',
    'no-cards',
    'no-cards-to-group',
    'lobby-reserved',
    'not-a-player',
  ],
  404: [
    ...(['user-unknown', 'entry-unknown', 'lobby-unknown', 'match-unknown'] as const),
    ...(['transfer-unknown', 'not-found', 'round-unknown', 'not-in-round'] as const),
  ],
  405: ['wrong-method'],
  409: [
    ...(['round-upcoming', 'round-closed', 'round-freezing', 'round-frozen'] as const),
    ...(['round-not-frozen', 'round-not-current', 'round-not-closed'] as const),
    ...(['round-count-differs', 'round-root-differs', 'entry-frozen'] as const),
    ...(['card-already-backing', 'lobby-closed', 'lobby-taken', 'lobby-already-open'] as const),
    ...(['already-in-match', 'opponent-in-match', 'match-over', 'match-not-over'] as const),
    ...(['already-played', 'round-not-open', 'rematch-over', 'card-not-in-wallet'] as const),
    ...(['no-round-missed', 'opponent-here', 'name-taken'] as const),
    ...(['card-in-kiosk', 'fee-not-covered', 'transaction-refused', 'transfer-expired'] as const),
  ],
  412: ['groups-changed-elsewhere'],
  413: ['too-large'],
  415: ['not-json'],
  426: ['upgrade-required'],
  429: ['too-many-requests', 'name-changed-too-often'],
  503: ['chain-unreachable', 'storage-away', 'server-busy'],
};

describe('a refusal', () => {
  it('has its HTTP status', () => {
    const found: Record<number, string[]> = {};
    for (const [reason, [status]] of Object.entries(REFUSALS)) {
      found[status] = [...(found[status] ?? []), reason].sort();
    }
    expect(found).toEqual(
      Object.fromEntries(
        Object.entries(STATUSES).map(([status, reasons]) => [status, [...reasons].sort()]),
      ),
    );
  });

  it.each([
    ['too-few-cards', { min: 5 }, 'Please select at least 5 NFTs'],
    ['lobby-name-empty', {}, 'Please enter a lobby name'],
    ['name-empty', {}, 'Please enter a display name.'],
    ['no-wallet-address', {}, 'No wallet address'],
  ] as const)('%s has the message of the specification', (reason, facts, words) => {
    expect(refusalSentence(reason, facts)).toBe(words);
  });

  it.each([
    ['too-many-requests', 1, 'That was too often. Please try again in 1 second.'],
    ['too-many-requests', 2, 'That was too often. Please try again in 2 seconds.'],
  ] as const)('%s counts %i in words that fit', (reason, seconds, words) => {
    expect(refusalSentence(reason, { seconds })).toBe(words);
  });

  it('writes counts as people read them', { tags: 'numbers-2' }, () => {
    expect(refusalSentence('round-count-differs', { registrations: 1_500 })).toContain(
      'has 1,500 registrations',
    );
    const cards = Array.from({ length: 5 }, (_, index) => `Card ${index}`);
    expect(refusalSentence('card-not-held', { cards, cardCount: 1_500 })).toMatch(/1,495 more$/);
  });
});
