/** Computes the root of a round again and names whatever does not agree. */
import { createHash } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import { type Hash, MerkleBuilder } from '#rules/merkle.ts';
import { cardsHash, ListCheck, leafHash, readLine } from '#rules/round-list.ts';
import { entryCount } from '#rules/whitelist.ts';
import { linesOf, type PublishedRound } from './download.ts';

/** A line of the evidence, as far as it is looked at. */
export interface Evidence {
  readonly registration: string;
  readonly address: Address;
  readonly entries: number;
  readonly verdict: string;
  readonly cards: readonly {
    readonly id: Address;
    readonly place: string | null;
    readonly kiosk: Address | null;
  }[];
}

interface CheckedRound {
  /** What is wrong, for a person; empty when nothing is. */
  readonly faults: readonly string[];
  readonly root: string;
  /** Registrations that count, by the evidence. */
  readonly held: readonly Evidence[];
}

interface Expected {
  entries: number;
  readonly cards: Address[];
}

const sha3: Hash = (bytes) => createHash('sha3-256').update(bytes).digest();

export async function checkRound(base: string, round: PublishedRound): Promise<CheckedRound> {
  const { published } = round;
  const faults: string[] = [];
  const query = `?root=${published.root}`;
  const held = await readEvidence(`${base}/evidence${query}`, published, faults);
  const expected = expectedFrom(held);
  const root = await readList(`${base}/list${query}`, published, expected, faults);
  if (root !== published.root) {
    faults.push(`the root of the list is ${root}, and published is ${published.root}`);
  }
  return { faults, root, held };
}

async function readEvidence(
  url: string,
  { registrations, counted }: PublishedRound['published'],
  faults: string[],
): Promise<Evidence[]> {
  const held: Evidence[] = [];
  const seen = new Set<string>();
  const countedIn = new Map<Address, string>();
  for await (const line of linesOf(url)) {
    const one = parsed(line);
    if (one === null) {
      faults.push(`evidence: this is no line of it: ${line.slice(0, 100)}`);
      continue;
    }
    const name = `evidence: registration ${one.registration}`;
    if (seen.has(one.registration)) faults.push(`${name} stands there twice`);
    seen.add(one.registration);
    if (one.verdict !== 'held') continue;
    held.push(one);
    if (one.entries !== entryCount(one.cards.length)) {
      faults.push(`${name} has ${one.cards.length} cards and ${one.entries} entries`);
    }
    for (const { id, place } of one.cards) {
      if (place === null) faults.push(`${name} counts without its card ${id}`);
      const other = countedIn.get(id);
      if (other !== undefined) faults.push(`${name}: its card ${id} counts for ${other} too`);
      countedIn.set(id, one.registration);
    }
  }
  if (seen.size !== registrations || held.length !== counted) {
    faults.push(
      `evidence: ${held.length} of ${seen.size} registrations count, and published are ${counted} of ${registrations}`,
    );
  }
  return held;
}

function parsed(line: string): Evidence | null {
  try {
    const one = JSON.parse(line) as Partial<Evidence> | null;
    const isEvidence = typeof one?.address === 'string' && Array.isArray(one.cards);
    return isEvidence ? (one as Evidence) : null;
  } catch {
    return null;
  }
}

function expectedFrom(held: readonly Evidence[]): Map<Address, Expected> {
  const wallets = new Map<Address, Expected>();
  for (const { address, entries, cards } of held) {
    const wallet = wallets.get(address) ?? { entries: 0, cards: [] };
    wallet.entries += entries;
    wallet.cards.push(...cards.map(({ id }) => id));
    wallets.set(address, wallet);
  }
  for (const { cards } of wallets.values()) cards.sort();
  return wallets;
}

/** Takes every wallet of the list out of `expected`. @returns the root */
async function readList(
  url: string,
  { wallets, entries }: PublishedRound['published'],
  expected: Map<Address, Expected>,
  faults: string[],
): Promise<string> {
  const builder = new MerkleBuilder(sha3);
  const check = new ListCheck();
  let [lines, sum] = [0, 0];
  for await (const line of linesOf(url)) {
    lines += 1;
    const wallet = readLine(line);
    if (wallet === null) {
      faults.push(
        `list: line ${lines} is not written as a line of the list: ${line.slice(0, 100)}`,
      );
      continue;
    }
    faults.push(...check.add(wallet, lines).map((fault) => `list: ${fault}`));
    sum += wallet.entries;
    builder.add(leafHash(sha3, { ...wallet, cards: cardsHash(sha3, wallet.cards) }));
    const due = expected.get(wallet.address);
    expected.delete(wallet.address);
    const name = `list: line ${lines}: the wallet ${wallet.address}`;
    if (due === undefined) faults.push(`${name} has no registration that counts`);
    else if (due.entries !== wallet.entries) {
      faults.push(`${name} has ${wallet.entries} entries, and ${due.entries} by its registrations`);
    } else if (due.cards.join() !== wallet.cards.join()) {
      faults.push(`${name} has other cards than its registrations`);
    }
  }
  for (const address of expected.keys()) faults.push(`list: the wallet ${address} is missing`);
  if (lines !== wallets || sum !== entries) {
    faults.push(
      `list: ${lines} wallets with ${sum} entries, and published are ${wallets} with ${entries}`,
    );
  }
  return `0x${Buffer.from(builder.finish().root).toString('hex')}`;
}
