/**
 * Why a request is refused. Rules and use cases throw a `Refusal`; `contract/refusals.ts` has its HTTP
 * status and message.
 */
export type RefusalReason =
  // who is asking
  | 'bad-address'
  | 'bad-object-id'
  | 'bad-input'
  | 'no-session'
  | 'not-yours'
  | 'not-admin'
  | 'foreign-origin'
  | 'too-many-requests'
  | 'nonce-unknown'
  | 'bad-signature'
  | 'signature-epoch-over'
  // names
  | 'name-empty'
  | 'name-too-long'
  | 'name-forbidden-characters'
  | 'name-without-letters'
  | 'name-reserved-shape'
  | 'name-kept-for-admin'
  | 'name-taken'
  | 'name-changed-too-often'
  | 'picture-not-held'
  // cards
  | 'no-wallet-address'
  | 'user-unknown'
  | 'chain-unreachable'
  | 'storage-away'
  // groups
  | 'too-many-groups'
  | 'group-name-invalid'
  | 'group-id-reserved'
  | 'group-id-repeated'
  | 'group-token-repeated'
  | 'group-token-unknown'
  | 'no-cards-to-group'
  | 'groups-changed-elsewhere'
  // whitelist
  | 'too-few-cards'
  | 'card-repeated'
  | 'card-not-held'
  | 'card-already-backing'
  | 'entry-unknown'
  | 'entry-frozen'
  | 'round-upcoming'
  | 'round-closed'
  | 'round-freezing'
  | 'round-frozen'
  | 'round-unknown'
  | 'round-not-frozen'
  | 'round-not-current'
  | 'round-not-closed'
  | 'round-count-differs'
  | 'round-root-differs'
  | 'round-times-wrong'
  | 'not-in-round'
  // transfers
  | 'bad-recipient'
  | 'recipient-unknown'
  | 'recipient-is-object'
  | 'own-recipient'
  | 'card-not-in-wallet'
  | 'card-in-kiosk'
  | 'fee-not-covered'
  | 'transaction-refused'
  | 'transfer-unknown'
  | 'transfer-expired'
  // battle
  | 'no-cards'
  | 'lobby-name-empty'
  | 'lobby-name-invalid'
  | 'lobby-unknown'
  | 'lobby-closed'
  | 'lobby-taken'
  | 'lobby-reserved'
  | 'own-lobby'
  | 'lobby-already-open'
  | 'already-in-match'
  | 'opponent-in-match'
  | 'match-unknown'
  | 'not-a-player'
  | 'match-over'
  | 'match-not-over'
  | 'battle-card-unknown'
  | 'already-played'
  | 'round-not-open'
  | 'no-round-missed'
  | 'opponent-here'
  | 'rematch-over'
  // everything else
  | 'server-busy'
  | 'upgrade-required'
  | 'not-found'
  | 'wrong-method'
  | 'too-large'
  | 'not-json';

/** Details of a refusal: ids, numbers and seconds, never free text of a client. */
export type RefusalFacts = Readonly<Record<string, string | number | readonly string[]>>;

export class Refusal extends Error {
  override name = 'Refusal';
  readonly reason: RefusalReason;
  readonly facts: RefusalFacts;

  constructor(reason: RefusalReason, facts: RefusalFacts = {}) {
    super(reason);
    this.reason = reason;
    this.facts = facts;
  }
}
