/**
 * The canonical list of a frozen round (W7): one line of JSON for each wallet, wallets and cards in the order
 * of their bytes, and what of it is hashed.
 */
import { type Address, canonicalAddress } from './address.ts';
import { HASH_BYTES, type Hash, hashOf, u64Bytes } from './merkle.ts';
import { entryCount } from './whitelist.ts';

export interface ListedWallet {
  readonly address: Address;
  /** Entries of all its registrations that count. */
  readonly entries: number;
  /** The cards behind them, sorted. */
  readonly cards: readonly Address[];
}

/** The one way to write it; without a line end. */
export function lineOf({ address, entries, cards }: ListedWallet): string {
  return JSON.stringify({ address, entries, cards });
}

/** Null when the line is not written in the one way, to the byte. */
export function readLine(line: string): ListedWallet | null {
  const read = parsed(line);
  return read !== null && isListedWallet(read) && lineOf(read) === line ? read : null;
}

function parsed(line: string): Partial<ListedWallet> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function isListedWallet(read: Partial<ListedWallet>): read is ListedWallet {
  const { address, entries, cards } = read;
  const isAddress = (text: unknown) => typeof text === 'string' && canonicalAddress(text) === text;
  if (!isAddress(address) || !Array.isArray(cards) || !cards.every(isAddress)) return false;
  return Number.isSafeInteger(entries) && (entries as number) > 0;
}

/** Bytes of an address or object id. */
function addressBytes(address: Address): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at += 1) {
    bytes[at] = Number.parseInt(address.slice(2 + at * 2, 4 + at * 2), 16);
  }
  return bytes;
}

/** The hash that stands for the cards in a leaf: of the BCS of `vector<address>`. */
export function cardsHash(hash: Hash, cards: readonly Address[]): Uint8Array {
  return hashOf(hash, 'cards', lengthBytes(cards.length), ...cards.map(addressBytes));
}

/** The hash of a leaf: of the BCS of (address, u64 entries, vector<u8> hash of the cards). */
export function leafHash(
  hash: Hash,
  { address, entries, cards }: Omit<ListedWallet, 'cards'> & { readonly cards: Uint8Array },
): Uint8Array {
  const length = lengthBytes(cards.length);
  return hashOf(hash, 'leaf', addressBytes(address), u64Bytes(entries), length, cards);
}

/** The length of a list as BCS writes it (ULEB128). */
function lengthBytes(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...bytes, rest]);
}

/** Looks through a list, line by line, for whatever the hashes do not tell. */
export class ListCheck {
  #last = '';
  readonly #lineOfCard = new Map<Address, number>();

  /** What is wrong with the next line, for a person; empty when nothing is. */
  add({ address, entries, cards }: ListedWallet, line: number): string[] {
    const at = `line ${line}`;
    const faults: string[] = [];
    if (address === this.#last)
      faults.push(`${at}: the wallet ${address} stands in the list twice`);
    if (address < this.#last) faults.push(`${at}: the wallet ${address} is not in order`);
    this.#last = address;
    if (entries > entryCount(cards.length)) {
      faults.push(`${at}: ${cards.length} cards are not enough for ${entries} entries`);
    }
    for (const [index, card] of cards.entries()) {
      const first = this.#lineOfCard.get(card);
      if (first !== undefined) {
        faults.push(`${at}: the card ${card} is counted twice, first in line ${first}`);
      } else if (index > 0 && card < (cards[index - 1] as Address)) {
        faults.push(`${at}: the card ${card} is not in order`);
      }
      this.#lineOfCard.set(card, line);
    }
    return faults;
  }
}
