/** The HTTP status and message of each refusal. `{name}` is replaced by that fact of the refusal. */
import { z } from 'zod';
import { canonicalAddress, shortAddress } from '#rules/address.ts';
import type { RefusalFacts, RefusalReason } from '#rules/refusal.ts';
import { NAME_WORDS } from './name-words.ts';

interface RefusalWords {
  readonly status: number;
  readonly words: string;
}

export const REFUSALS: Readonly<Record<RefusalReason, RefusalWords>> = {
  'bad-address': { status: 400, words: 'That is not a Sui wallet address.' },
  'bad-object-id': { status: 400, words: 'That is not the id of an object on Sui.' },
  'bad-input': { status: 400, words: 'That request is not right: {what}' },
  'no-session': { status: 401, words: 'Please sign in with your wallet first.' },
  'not-yours': { status: 403, words: 'That belongs to another wallet.' },
  'not-admin': { status: 403, words: 'Only the wallet of the admin may do that.' },
  'foreign-origin': { status: 403, words: 'That request came from another site.' },
  'too-many-requests': {
    status: 429,
    words: 'That was too often. Please try again in {seconds} seconds.',
  },
  'nonce-unknown': {
    status: 401,
    words: 'That sign-in request is used up or too old. Please try again.',
  },
  'bad-signature': { status: 401, words: 'That signature does not belong to this wallet.' },
  'signature-epoch-over': {
    status: 401,
    words: 'The login behind this wallet has run out. Please log in to the wallet again.',
  },
  'name-empty': { status: 400, words: NAME_WORDS['name-empty'] },
  'name-too-long': { status: 400, words: NAME_WORDS['name-too-long'] },
  'name-forbidden-characters': { status: 400, words: NAME_WORDS['name-forbidden-characters'] },
  'name-without-letters': { status: 400, words: NAME_WORDS['name-without-letters'] },
  'name-reserved-shape': { status: 400, words: NAME_WORDS['name-reserved-shape'] },
  'name-kept-for-admin': {
    status: 400,
    words: 'That name is kept for those who run this place. Please choose another one.',
  },
  'name-taken': {
    status: 409,
    words:
      'That name looks like the name of another collector, or like one given up in the last 30 days. Please choose another one.',
  },
  'name-changed-too-often': {
    status: 429,
    words: 'A name can be changed {max} times a day. You can change yours again in {wait}.',
  },
  'picture-not-held': {
    status: 400,
    words: 'A profile picture must be one of your own cards.',
  },
  'no-wallet-address': { status: 400, words: 'No wallet address' },
  'user-unknown': { status: 404, words: 'There is no collector with that wallet address.' },
  'chain-unreachable': {
    status: 503,
    words:
      'The Sui network cannot be reached right now. Nothing was changed. Please try again soon.',
  },
  'storage-away': {
    status: 503,
    words: 'What is stored here cannot be reached right now. Please try again in a few seconds.',
  },
  'server-busy': {
    status: 503,
    words:
      'Too much is going on here at once. Nothing was changed. Please try again in {seconds} seconds.',
  },
  'too-many-groups': { status: 400, words: 'There can be at most {max} groups.' },
  'group-name-invalid': {
    status: 400,
    words: 'A group name has 1 to {max} visible characters.',
  },
  'group-id-reserved': { status: 400, words: "'My Collection' cannot be saved as a group." },
  'group-id-repeated': { status: 400, words: 'Two groups have the same id.' },
  'group-token-repeated': { status: 400, words: 'A card can be in one group only.' },
  'group-token-unknown': { status: 400, words: 'A group names a card that is not known: {card}' },
  'groups-changed-elsewhere': {
    status: 412,
    words: 'Your groups were changed in another tab or on another device.',
  },
  'too-few-cards': { status: 400, words: 'Please select at least {min} NFTs' },
  'card-repeated': { status: 400, words: 'A card was selected twice.' },
  'card-not-held': { status: 400, words: 'These cards are not in your wallet: {cards}' },
  'card-already-backing': {
    status: 409,
    words: 'These cards already back a whitelist entry: {cards}',
  },
  'entry-unknown': { status: 404, words: 'There is no such whitelist entry.' },
  'round-upcoming': { status: 409, words: 'The whitelist opens on {when}.' },
  'round-closed': { status: 409, words: 'The whitelist closed on {when}.' },
  'round-freezing': {
    status: 409,
    words: 'The whitelist is being frozen: every card is looked up once more. Nothing changes now.',
  },
  'round-frozen': {
    status: 409,
    words: 'The whitelist is frozen. Nothing changes until the next round begins.',
  },
  'round-unknown': { status: 404, words: 'There is no such round.' },
  'round-not-frozen': { status: 409, words: 'The list of this round is not frozen yet.' },
  'round-not-current': { status: 409, words: 'That is not the current round.' },
  'round-not-closed': { status: 409, words: 'Only a round that is closed can be frozen.' },
  'round-count-differs': {
    status: 409,
    words: 'The list has {registrations} registrations now. Look again, then freeze it.',
  },
  'round-root-differs': {
    status: 409,
    words: 'The root of this round is {root}, not the one you named.',
  },
  'round-times-wrong': { status: 400, words: 'A round closes after it opens.' },
  'not-in-round': { status: 404, words: 'That wallet is not in the list of this round.' },
  'bad-recipient': {
    status: 400,
    words: 'That is neither a whole wallet address (0x and 64 hex digits) nor a SuiNS name.',
  },
  'recipient-unknown': { status: 400, words: 'No wallet stands behind that SuiNS name.' },
  'recipient-is-object': {
    status: 400,
    words: 'That is the address of an object, not of a wallet: the card could not be got back.',
  },
  'own-recipient': { status: 400, words: 'That is your own wallet.' },
  'card-not-in-wallet': { status: 409, words: 'This card does not lie in your wallet any more.' },
  'card-in-kiosk': {
    status: 409,
    words: 'This card lies in a kiosk. It can be sent once it is taken out of there.',
  },
  'fee-not-covered': {
    status: 409,
    words: 'Your wallet does not hold enough SUI to pay the network fee.',
  },
  'transaction-refused': {
    status: 409,
    words: 'The Sui network will not carry this out. Nothing was sent, and nothing was paid.',
  },
  'transfer-unknown': {
    status: 404,
    words: 'That transfer is not open any more. Please begin again.',
  },
  'transfer-expired': {
    status: 409,
    words: 'That transfer was prepared too long ago. Please begin again.',
  },
  'no-cards': { status: 403, words: 'You need at least one card of the collection to play.' },
  'lobby-name-empty': { status: 400, words: 'Please enter a lobby name' },
  'lobby-name-invalid': {
    status: 400,
    words: 'A lobby name has 1 to {max} visible characters, with a letter or digit among them.',
  },
  'lobby-unknown': { status: 404, words: 'There is no such lobby.' },
  'lobby-closed': { status: 409, words: 'This lobby is closed.' },
  'lobby-taken': { status: 409, words: 'Somebody else was faster and took this seat.' },
  'lobby-reserved': { status: 403, words: 'This seat is kept for the opponent of the last match.' },
  'own-lobby': { status: 400, words: 'You cannot join your own lobby.' },
  'lobby-already-open': { status: 409, words: 'You already have an open lobby.' },
  'already-in-match': { status: 409, words: 'You are in a match. Finish or leave it first.' },
  'opponent-in-match': { status: 409, words: 'Your opponent is in another match now.' },
  'match-unknown': { status: 404, words: 'There is no such match.' },
  'not-a-player': { status: 403, words: 'You are not a player of this match.' },
  'match-over': { status: 409, words: 'This match is over.' },
  'match-not-over': { status: 409, words: 'This match is still being played.' },
  'battle-card-unknown': { status: 400, words: 'There is no such card in the deck.' },
  'already-played': { status: 409, words: 'You have already played another card in this round.' },
  'round-not-open': { status: 409, words: 'That round is not open.' },
  'no-round-missed': {
    status: 409,
    words: 'Your opponent has not missed a round, or has played since.',
  },
  'opponent-here': { status: 409, words: 'Your opponent is back. The match goes on.' },
  'rematch-over': {
    status: 409,
    words: 'The rematch is off: one of you left, or it took too long.',
  },
  'upgrade-required': { status: 426, words: 'This address speaks WebSocket only.' },
  'not-found': { status: 404, words: 'There is nothing at this address.' },
  'wrong-method': { status: 405, words: 'This address does not take that method.' },
  'too-large': { status: 413, words: 'That request is too large.' },
  'not-json': { status: 415, words: 'Only JSON is accepted here.' },
};

/** The body of every error answer (E1). `reason` is stable, for programs. */
export const ErrorBody = z.object({
  error: z.string().meta({ description: 'A sentence for a person.' }),
  reason: z.string().optional(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
});
export type ErrorBody = z.output<typeof ErrorBody>;

/** A number and its noun: `{seconds} seconds` is '1 second' for one. */
const FACT = /\{(\w+)\}( \w+s\b)?/g;

export function refusalSentence(reason: RefusalReason, facts: RefusalFacts = {}): string {
  return REFUSALS[reason].words.replace(FACT, (_, key: string, noun: string = '') => {
    const fact = facts[key];
    if (typeof fact === 'object') return named(fact, Number(facts.cardCount ?? fact.length)) + noun;
    return String(fact ?? '') + (fact === 1 ? noun.slice(0, -1) : noun);
  });
}

/** In a sentence a person reads; the whole list is in the facts. */
const MOST_NAMED = 5;

/** @param count how many there are; `all` may have only the first of them */
function named(all: readonly string[], count: number): string {
  const some = all
    .slice(0, MOST_NAMED)
    .map((one) => (canonicalAddress(one) === null ? one : shortAddress(one)));
  const more = count - some.length;
  return more > 0 ? `${some.join(', ')} and ${more} more` : some.join(', ');
}
