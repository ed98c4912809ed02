/** 'Quick match': the seat in the oldest open lobby, else a lobby of one's own. */
import type { Lobby, Match } from '#contract/battle.ts';
import type { RefusalReason } from '#rules/refusal.ts';

interface QuickMatchCalls {
  /** False once it was cancelled: then no further step is taken. */
  readonly isWanted: () => boolean;
  readonly lobbies: () => Promise<readonly Lobby[]>;
  /** Null when somebody else was faster, or the lobby has closed. Who sits in a match gets that one. */
  readonly join: (lobby: Lobby) => Promise<Match | null>;
  readonly open: () => Promise<Lobby>;
}

type QuickMatch = { readonly match: Match } | { readonly lobby: Lobby };

/** Most seats that are tried: who lost so many is better off with a lobby of their own. */
const MOST_TRIED = 5;

/** @returns null when it was cancelled before anything was found or opened */
export async function quickMatch(
  wallet: string,
  calls: QuickMatchCalls,
): Promise<QuickMatch | null> {
  const waiting = async () => (await calls.lobbies()).filter(isFor(wallet)).sort(byAge);
  const match = await joinFirst(await waiting(), calls);
  if (match !== null) return { match };
  if (!calls.isWanted()) return null;
  const lobby = await calls.open();
  if (!calls.isWanted()) return { lobby };
  // Two who pressed at the same moment have each opened one; at least one of them sees the other's now.
  const met = await joinFirst(await waiting().catch(() => []), calls);
  return met === null ? { lobby } : { match: met };
}

async function joinFirst(lobbies: readonly Lobby[], calls: QuickMatchCalls) {
  for (const lobby of lobbies.slice(0, MOST_TRIED)) {
    if (!calls.isWanted()) return null;
    const match = await calls.join(lobby);
    if (match !== null) return match;
  }
  return null;
}

const SEAT_LOST: readonly RefusalReason[] = [
  'lobby-taken',
  'lobby-closed',
  'lobby-unknown',
  'lobby-reserved',
  'opponent-in-match',
];

/** Whether a refused join means that the seat is taken or the lobby is closed. */
export function isSeatLost(reason: string | null | undefined): boolean {
  return SEAT_LOST.includes(reason as RefusalReason);
}

function isFor(wallet: string) {
  return ({ creatorWallet, rematchOf, currentPlayers, maxPlayers }: Lobby) =>
    creatorWallet !== wallet && rematchOf === null && currentPlayers < maxPlayers;
}

/**
 * The lobby to go over to from one's own, which a 'Quick match' opened: another server may have told of it too late.
 * Only the younger of two goes, so that they meet and do not change places.
 */
export function olderLobby(own: Lobby, lobbies: readonly Lobby[]): Lobby | null {
  const isOlder = (lobby: Lobby) => byAge(lobby, own) < 0;
  return lobbies.filter(isFor(own.creatorWallet)).filter(isOlder).sort(byAge)[0] ?? null;
}

/** The oldest first. */
function byAge(one: Lobby, other: Lobby): number {
  const later = Date.parse(one.createdAt) - Date.parse(other.createdAt);
  return later === 0 ? Number(one.id > other.id) - Number(one.id < other.id) : later;
}
