/**
 * Brings the demo's holders to life through the same public calls as everybody: their cards are
 * synced, some put up theirs for booster packs, and each chooses a name. Whoever is there already is
 * left alone, so it may run at every start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '#contract/api.ts';
import { CallRefused, Client } from './client.ts';
import { personaKeypair } from './keys.ts';
import { HOLDERS, type Persona } from './personas.ts';
import { residentConnections } from './residents.ts';

/** Holders that come to life at the same time: the visitor's own calls go first. */
const AT_ONCE = 2;
/** Times one call is tried while the chain is away, before its holder is left for the next start. */
const MOST_TRIES = 5;
/** Pause after an answer that names none, in seconds. */
const PAUSE_SECONDS = 1;

/**
 * What the demo's holders put up for booster packs: the number of cards of each registration, 5 to the
 * entry. Some tie up a card or two for nothing, as people do.
 */
export const REGISTRATIONS: Readonly<Record<string, readonly number[]>> = {
  lantern: [25, 10],
  okapi: [50],
  brass: [5, 5],
  marigold: [40],
  yalda: [15],
  juniper: [12],
  noodle: [20],
  mbali: [5],
  origami: [10, 5],
  quill: [21],
  ines: [15],
  asteria: [10],
  hollow: [5],
  wren: [10],
  tallow: [10],
  mosaic: [8],
  arjun: [5],
  velvet: [5],
};

interface SeedOptions {
  /** Where the product is, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly signal?: AbortSignal;
  /** Told of each holder that could not be brought to life. */
  readonly onFailed?: (persona: Persona, reason: unknown) => void;
}

/** Answers how many came to life now. @throws the signal's reason when it is aborted */
export async function seedHolders(options: SeedOptions): Promise<number> {
  const { signal, onFailed } = options;
  const connections = await residentConnections(options.origin);
  const waiting = [...HOLDERS];
  let awoken = 0;
  const work = async () => {
    for (let persona = waiting.shift(); persona !== undefined; persona = waiting.shift()) {
      signal?.throwIfAborted();
      try {
        const signer = personaKeypair(persona.name);
        const client = new Client({ origin: options.origin, signer, connections });
        if (await awaken(persona, client, signal)) awoken += 1;
      } catch (error) {
        signal?.throwIfAborted();
        onFailed?.(persona, error);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    connections?.destroy();
  }
  return awoken;
}

/**
 * Makes sure of cards, registrations and name, and leaves no session behind. The name comes last: who has
 * one was here before, and what they have deleted since stays deleted. False when nothing was left to do.
 */
export async function awaken(
  persona: Persona,
  client: Client,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { walletAddress } = client;
  const retryCall: RetryCall = (call) => retryWhileAway(call, signal);

  const user: Answer<'POST /api/user'> = await retryCall(() =>
    client.call('POST /api/user', { body: { walletAddress } }),
  );
  const isSynced = user.syncedAt !== null;
  const isNamed = user.displayName !== null;
  if (isSynced && isNamed) return false;
  // First: strangers share what they may read of the chain.
  await retryCall(() => client.signIn());
  if (!isSynced) {
    await retryCall(() =>
      client.call('POST /api/nfts/sync/{address}', { params: { address: walletAddress } }),
    );
  }
  if (!isNamed) {
    for (const selectedNftIds of await selections(persona, client, retryCall)) {
      // The same set again is the same entry: a start that was broken off may repeat it.
      const body = { walletAddress, selectedNftIds };
      await retryCall(() => client.call('POST /api/booster-pack/register', { body }));
    }
    await retryCall(() =>
      client.call('PATCH /api/users/{walletAddress}/profile', {
        params: { walletAddress },
        body: { displayName: persona.displayName },
      }),
    );
  }
  await retryCall(() => client.signOut());
  return true;
}

/** Card ids of each registration that they hold the cards for; no card stands in two. */
async function selections(persona: Persona, client: Client, retryCall: RetryCall) {
  const sizes = REGISTRATIONS[persona.name] ?? [];
  if (sizes.length === 0) return [];
  const { walletAddress } = client;
  const cards = await retryCall(() => client.call('GET /api/nfts', { query: { walletAddress } }));
  const ids = cards.map(({ id }) => id).sort();
  return sizes.map((size) => ids.splice(0, size)).filter((some, at) => some.length === sizes[at]);
}

type RetryCall = <T>(call: () => Promise<T>) => Promise<T>;

/** Waits as long as the answer says when it was too often, and a few times when the chain is away. */
async function retryWhileAway<T>(
  call: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tries = 1; ; ) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      const isChainAway = error.status === 503 && tries < MOST_TRIES;
      if (error.status !== 429 && !isChainAway) throw error;
      if (isChainAway) tries += 1;
      const seconds = error.retryAfterSeconds ?? PAUSE_SECONDS;
      await sleep(seconds * 1000, undefined, signal === undefined ? {} : { signal });
    }
  }
}
