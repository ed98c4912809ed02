/**
 * The house opponent (B13): programs that visitors of the demo can play against. One of them always
 * has an open lobby, and the next one opens a lobby when that one is in a match.
 */
import type { Agent } from 'node:http';
import { CallRefusedError, Client, residentConnections } from '../client.ts';
import { personaKeypair } from '../keys.ts';
import { type Persona, personaNamed } from '../personas.ts';
import { pause, retryUntilAnswered } from '../retry.ts';
import { seedPersona } from '../seed.ts';
import { createTurns, Host, type TakeTurn } from './host.ts';
import { type Pace, Player } from './player.ts';
import { moody } from './strategies.ts';

/** The first one opens the lobby, the others in turn. */
const STAFF = ['house', 'cobalt', 'hollow', 'fennel'];

const UNEXPECTED_REFUSAL_PAUSE_MS = 10_000;
const SIGN_OUT_MS = 500;

/** Thinking time before a card, from and to, in ms. */
const FIRST_CARD_MS = [1_500, 4_500] as const;
/** Longer: the opponent reads how the last round ended. */
const NEXT_CARD_MS = [4_000, 8_000] as const;

const humanPace: Pace = ({ rounds }) => {
  const [from, to] = rounds.length === 0 ? FIRST_CARD_MS : NEXT_CARD_MS;
  return from + Math.random() * (to - from);
};

interface HouseOptions {
  readonly origin: string;
  /** Ends it: everybody signs out, then the promise resolves. */
  readonly signal: AbortSignal;
  /** Plays without thinking time, for tests. */
  readonly isHasty?: boolean;
  /** Called for each unexpected refusal; the house continues. */
  readonly onFault?: (persona: Persona, reason: unknown) => void;
}

/** Runs the house until the signal is aborted. */
export async function runHouse(options: HouseOptions): Promise<void> {
  const connections = await residentConnections(options.origin);
  const takeTurn = createTurns();
  try {
    await Promise.all(
      STAFF.map((name) => runPersona(personaNamed(name), takeTurn, options, connections)),
    );
  } finally {
    connections?.destroy();
  }
}

async function runPersona(
  persona: Persona,
  takeTurn: TakeTurn,
  options: HouseOptions,
  connections: Agent | undefined,
): Promise<void> {
  const { origin, signal, isHasty = false } = options;
  const signer = personaKeypair(persona.name);
  const player = new Player({
    origin,
    signer,
    connections,
    signal,
    strategy: moody,
    pace: isHasty ? undefined : humanPace,
  });
  try {
    // Signs in only with the turn, or with a match to finish.
    const isOut = persona.name !== STAFF[0] && (await hasMatchOrLobby(player));
    const endTurn = isOut ? undefined : await takeTurn(signal);
    const host = new Host({ player, takeTurn, signal, isHasty }, endTurn);
    await retryAfterRefusals(persona, options, async () => {
      const client = new Client({ origin, signer, connections });
      await retryUntilAnswered(() => seedPersona(persona, client, signal), { signal });
      await player.start();
      await host.closeForgottenLobby();
    });
    for (;;) await retryAfterRefusals(persona, options, host.act, player.reload);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await player.stop(SIGN_OUT_MS);
  }
}

/** After a killed server a match or a lobby may be left. */
async function hasMatchOrLobby({ calls, wallet }: Player): Promise<boolean> {
  const [matches, lobbies] = [await calls.matches(), await calls.lobbies()];
  return (
    matches.some(({ status }) => status === 'in_progress') ||
    lobbies.some(({ creatorWallet }) => creatorWallet === wallet)
  );
}

/** An unexpected refusal does not end the house. */
async function retryAfterRefusals(
  persona: Persona,
  { signal, onFault }: HouseOptions,
  work: () => Promise<void>,
  recover?: () => Promise<void>,
): Promise<void> {
  for (let isRetry = false; ; isRetry = true) {
    try {
      if (isRetry) await recover?.();
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CallRefusedError)) throw error;
      onFault?.(persona, error);
      await pause(UNEXPECTED_REFUSAL_PAUSE_MS, signal);
    }
  }
}
