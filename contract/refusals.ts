/** The HTTP status and message of each refusal. `{name}` is replaced by that fact of the refusal. */
import { z } from 'zod';
import { canonicalAddress, shortAddress } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import type { RefusalFacts, RefusalReason } from '#rules/refusal.ts';
import { NAME_WORDS } from './name-words.ts';

export const REFUSALS: Readonly<Record<RefusalReason, readonly [status: number, words: string]>> = {
  'bad-address': [400, 'That is not a Sui wallet address.'],
  'bad-object-id': [400, 'That is not the id of an object on Sui.'],
  'bad-input': [400, 'That request is not right: {what}'],
  'no-session': [401, 'Please sign in with your wallet first.'],
  'not-yours': [403, 'That belongs to another wallet.'],
  'not-admin': [403, 'Only the wallet of the admin may do that.'],
  'foreign-origin': [403, 'That request came from another site.'],
  'too-many-requests': [429, 'That was too often. Please try again in {seconds} seconds.'],
  'nonce-unknown': [401, 'That sign-in request is used up or too old. Please try again.'],
  'bad-signature': [401, 'That signature does not belong to this wallet.'],
  'signature-epoch-over': [
    401,
    'The login behind this wallet has run out. Please log in to the wallet again.',
  ],
  'name-empty': [400, NAME_WORDS['name-empty']],
  'name-too-long': [400, NAME_WORDS['name-too-long']],
  'name-forbidden-characters': [400, NAME_WORDS['name-forbidden-characters']],
  'name-without-letters': [400, NAME_WORDS['name-without-letters']],
  'name-reserved-shape': [400, NAME_WORDS['name-reserved-shape']],
  'name-kept-for-admin': [
    400,
    'That name is kept for those who run this place. Please choose another one.',
  ],
  'name-taken': [
    409,
    'That name looks like the name of another collector, or like one given up in the last 30 days. Please choose another one.',
  ],
  'name-changed-too-often': [
    429,
    'A name can be changed {max} times a day. You can change yours again in {wait}.',
  ],
  'picture-not-held': [400, 'A profile picture must be one of your own cards.'],
  'no-wallet-address': [400, 'No wallet address'],
  'user-unknown': [404, 'There is no collector with that wallet address.'],
  'chain-unreachable': [
    503,
    'The Sui network cannot be read right now. Nothing was changed. Please try again soon.',
  ],
  'storage-away': [
    503,
    'What is stored here cannot be reached right now. Please try again in a few seconds.',
  ],
  'server-busy': [
    503,
    'Too much is going on here at once. Nothing was changed. Please try again in {seconds} seconds.',
  ],
  'too-many-groups': [400, 'There can be at most {max} groups.'],
  'group-name-invalid': [400, 'A group name has 1 to {max} visible characters.'],
  'group-id-reserved': [400, "'My Collection' cannot be saved as a group."],
  'group-id-repeated': [400, 'Two groups have the same id.'],
  'group-token-repeated': [400, 'A card can be in one group only.'],
  'group-token-unknown': [400, 'A group names a card that is not known: {card}'],
  'no-cards-to-group': [403, 'Without a card of the collection you can make {most} groups.'],
  'groups-changed-elsewhere': [
    412,
    'Your groups were changed in another tab or on another device.',
  ],
  'too-few-cards': [400, 'Please select at least {min} NFTs'],
  'card-repeated': [400, 'A card was selected twice.'],
  'card-not-held': [400, 'Not in your wallet: {cards}'],
  'card-already-backing': [409, 'Already backing a whitelist entry: {cards}'],
  'entry-unknown': [404, 'There is no such whitelist entry.'],
  'entry-frozen': [
    409,
    'That registration belongs to round {round}, which is frozen and never changes.',
  ],
  'round-upcoming': [409, 'The whitelist opens on {when}.'],
  'round-closed': [409, 'The whitelist closed on {when}.'],
  'round-freezing': [
    409,
    'The whitelist is being frozen: every card is looked up once more. Nothing changes now.',
  ],
  'round-frozen': [409, 'The whitelist is frozen. Nothing changes until the next round begins.'],
  'round-unknown': [404, 'There is no such round.'],
  'round-not-frozen': [409, 'The list of this round is not frozen yet.'],
  'round-not-current': [409, 'That is not the current round.'],
  'round-not-closed': [409, 'Only a round that is closed can be frozen.'],
  'round-count-differs': [
    409,
    'The list has {registrations} registrations now. Look again, then freeze it.',
  ],
  'round-root-differs': [409, 'The root of this round is {root}, not the one you named.'],
  'round-times-wrong': [400, 'A round closes after it opens.'],
  'not-in-round': [404, 'That wallet is not in the list of this round.'],
  'bad-recipient': [
    400,
    'That is neither a whole wallet address (0x and 64 hex digits) nor a SuiNS name.',
  ],
  'recipient-unknown': [400, 'No wallet stands behind that SuiNS name.'],
  'recipient-is-object': [
    400,
    'That is the address of an object or of the system, not of a wallet: the card could not be got back.',
  ],
  'own-recipient': [400, 'That is your own wallet.'],
  'card-not-in-wallet': [409, 'This card does not lie in your wallet any more.'],
  'card-in-kiosk': [
    409,
    'This card lies in a kiosk. It can be sent once it is taken out of there.',
  ],
  'fee-not-covered': [409, 'Your wallet does not hold enough SUI to pay the network fee.'],
  'transaction-refused': [
    409,
    'The Sui network will not carry this out. Nothing was sent, and nothing was paid.',
  ],
  'transfer-unknown': [404, 'That transfer is not open any more. Please begin again.'],
  'transfer-expired': [409, 'That transfer was prepared too long ago. Please begin again.'],
  'no-cards': [403, 'You need at least one card of the collection to play.'],
  'lobby-name-empty': [400, 'Please enter a lobby name'],
  'lobby-name-invalid': [
    400,
    'A lobby name has 1 to {max} visible characters, with a letter or digit among them.',
  ],
  'lobby-unknown': [404, 'There is no such lobby.'],
  'lobby-closed': [409, 'This lobby is closed.'],
  'lobby-taken': [409, 'Somebody else was faster and took this seat.'],
  'lobby-reserved': [403, 'This seat is kept for the opponent of the last match.'],
  'own-lobby': [400, 'You cannot join your own lobby.'],
  'lobby-already-open': [409, 'You already have an open lobby, or have offered a rematch.'],
  'already-in-match': [409, 'You are in a match. Finish or leave it first.'],
  'opponent-in-match': [409, 'Your opponent is in another match now.'],
  'match-unknown': [404, 'There is no such match.'],
  'not-a-player': [403, 'You are not a player of this match.'],
  'match-over': [409, 'This match is over.'],
  'match-not-over': [409, 'This match is still being played.'],
  'battle-card-unknown': [400, 'There is no such card in the deck.'],
  'already-played': [409, 'You have already played another card in this round.'],
  'round-not-open': [409, 'That round is not open.'],
  'no-round-missed': [409, 'Your opponent has not missed a round, or has played since.'],
  'opponent-here': [409, 'Your opponent is back. The match goes on.'],
  'rematch-over': [409, 'The rematch is off: one of you left, said no, or took too long.'],
  'upgrade-required': [426, 'This address speaks WebSocket only.'],
  'not-found': [404, 'There is nothing at this address.'],
  'wrong-method': [405, 'This address does not take that method.'],
  'too-large': [413, 'That request is too large.'],
  'not-json': [415, 'Only JSON is accepted here.'],
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

export function refusalSentence(reason: RefusalReason, facts: RefusalFacts): string {
  const [, words] = REFUSALS[reason];
  return words.replace(FACT, (_, key: string, noun: string = '') => {
    const fact = facts[key];
    if (typeof fact === 'object') return named(fact, Number(facts.cardCount ?? fact.length)) + noun;
    const shown = typeof fact === 'number' ? formatCount(fact) : (fact ?? '');
    return shown + (fact === 1 ? noun.slice(0, -1) : noun);
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
  return more > 0 ? `${some.join(', ')} and ${formatCount(more)} more` : some.join(', ');
}
