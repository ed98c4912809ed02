/**
 * Seeds the holders of the demo through the public calls: syncs their cards, registers some of them for
 * booster packs, and sets their names. Seeded holders are skipped, so it can run at every start.
 */
import type { Answer } from '#contract/api.ts';
import { Client, residentConnections } from './client.ts';
import { personaKeypair } from './keys.ts';
import { HOLDERS, type Persona } from './personas.ts';
import { retryUntilAnswered } from './retry.ts';

/** Tries of one call while the server or the chain cannot be reached; then the holder waits for the next start. */
const MOST_TRIES = 5;

/** Cards in each registration for booster packs. Five are one entry; some holders register a few more. */
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
  readonly origin: string;
  readonly signal: AbortSignal;
  /** Called for each holder that could not be seeded. */
  readonly onFailed?: (persona: Persona, reason: unknown) => void;
}

/** Returns how many were seeded now. @throws the signal's reason when it is aborted */
export async function seedHolders(options: SeedOptions): Promise<number> {
  const { signal, onFailed } = options;
  const connections = await residentConnections(options.origin);
  let seeded = 0;
  try {
    // One after the other: visitors are not delayed, and equals rank in this order at every start.
    for (const persona of HOLDERS) {
      signal.throwIfAborted();
      try {
        const signer = personaKeypair(persona.name);
        const client = new Client({ origin: options.origin, signer, connections });
        if (await seedPersona(persona, client, signal)) seeded += 1;
      } catch (error) {
        signal.throwIfAborted();
        onFailed?.(persona, error);
      }
    }
  } finally {
    connections?.destroy();
  }
  return seeded;
}

/**
 * Syncs the cards, registers, sets the name and signs out. The name is set last: a persona with a name is
 * not registered again. Returns false when there was nothing to do.
 */
export async function seedPersona(
  persona: Persona,
  client: Client,
  signal: AbortSignal,
): Promise<boolean> {
  const { walletAddress } = client;
  const retryCall: RetryCall = (call) =>
    retryUntilAnswered(call, { signal, mostTries: MOST_TRIES });

  const user: Answer<'POST /api/user'> = await retryCall(() =>
    client.call('POST /api/user', { body: { walletAddress } }),
  );
  const isSynced = user.syncedAt !== null;
  const isNamed = user.displayName !== null;
  if (isSynced && isNamed) return false;
  // Signed in first: strangers share one limit for syncs.
  await retryCall(() => client.signIn());
  if (!isSynced) await retryCall(() => client.sync());
  if (!isNamed) {
    for (const cardIds of await selections(persona, client, retryCall)) {
      // Safe to repeat after a start that was broken off: the same cards are the same entry.
      await retryCall(() => client.register(cardIds));
    }
    await retryCall(() => client.rename(persona.displayName));
  }
  await retryCall(() => client.signOut());
  return true;
}

/** The card ids of each registration; no card is in two. */
async function selections(persona: Persona, client: Client, retryCall: RetryCall) {
  const sizes = REGISTRATIONS[persona.name] ?? [];
  if (sizes.length === 0) return [];
  const cards = await retryCall(() => client.cards());
  const ids = cards.map(({ id }) => id).sort();
  return sizes.map((size) => ids.splice(0, size)).filter((some, at) => some.length === sizes[at]);
}

type RetryCall = <T>(call: () => Promise<T>) => Promise<T>;
