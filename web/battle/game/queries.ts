import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Input, Sent } from '#contract/api.ts';
import type { Lobby, Match } from '#contract/battle.ts';
import { REMATCH_SECONDS } from '#rules/battle/rematch.ts';
import { call, callWithHeaders, kept, type ReadKey, readQuery } from '#web/api/call.ts';
import { SOCKET_NAME } from '#web/api/live.ts';
import { withSession } from '#web/api/session-gate.ts';
import { serverClock } from './clock.ts';
import { type Shot, untilAnswered } from './shot.ts';
import { texts } from './texts.ts';

const LOBBIES_POLL_MS = 5_000;
export const MATCHES_POLL_MS = 2_000;
const MATCH_POLL_MS = 1_000;
/** Beside the other poll; but Chromium lets only one read of a URL that it may store be under way. */
export const PROGRESS_POLL_MS = 3_000;
/** Time limit of a check that somebody waits for, and of polls while answers are late. */
const LONGEST_READ_MS = 10_000;
/** Short, since the next poll waits for the end of one that hangs. */
export const POLL_TIMEOUT_MS = 5_000;
/** Short, so that a card without an answer can be sent again before its round closes. */
const PLAY_TIMEOUT_MS = 5_000;
/** Of writes, which must not hang while somebody waits. */
const WRITE_TIMEOUT_MS = 15_000;

/** What an earlier visit of the page read is not shown. */
const STALE_AT_ONCE = kept(0);

/** A read that says nothing of the server's time. */
function polled<K extends ReadKey>(key: K, input: Input<K>, everyMs: number) {
  return queryOptions({
    ...readQuery(key, input),
    ...STALE_AT_ONCE,
    refetchInterval: everyMs,
    queryFn: ({ signal }) => inTime(signal, (signal) => call(key, input, { signal })),
  });
}

export const lobbiesQuery = polled('GET /api/game/lobbies', {}, LOBBIES_POLL_MS);

export function lobbyQuery(id: string) {
  return polled('GET /api/game/lobbies/{id}', { params: { id } }, LOBBIES_POLL_MS);
}

export function refreshLobbies(queries: QueryClient): Promise<void> {
  const [path] = lobbiesQuery.queryKey;
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith(String(path)),
  });
}

/** The live match of a wallet, then its last ones. Also polled while the tab is hidden, as a sign of presence. */
export function matchesQuery(walletAddress: string) {
  const query = { walletAddress };
  return queryOptions({
    ...readQuery('GET /api/game/matches', { query }),
    ...STALE_AT_ONCE,
    refetchInterval: MATCHES_POLL_MS,
    refetchIntervalInBackground: true,
    queryFn: ({ signal }) =>
      inTime(signal, (signal) =>
        callWithHeaders('GET /api/game/matches', { query }, { signal }),
      ).then(dataOf, (cause) => {
        throw new Error(texts.faults.matches, { cause });
      }),
  });
}

export function matchQuery(id: string, walletAddress: string) {
  return queryOptions({
    ...readQuery('GET /api/game/matches/{id}', { params: { id }, query: { walletAddress } }),
    ...STALE_AT_ONCE,
    refetchInterval: MATCH_POLL_MS,
    refetchIntervalInBackground: true,
    queryFn: ({ signal }) => inTime(signal, (signal) => readMatch(id, walletAddress, signal)),
  });
}

export function readMatch(
  id: string,
  walletAddress: string,
  signal = AbortSignal.timeout(LONGEST_READ_MS),
): Promise<Match> {
  const input = { params: { id }, query: { walletAddress } };
  return callWithHeaders('GET /api/game/matches/{id}', input, { signal }).then(dataOf, (cause) => {
    throw new Error(texts.faults.match, { cause });
  });
}

/** The time that the next poll has: more while answers are late, since else none of them would be seen. */
let pollTimeout = POLL_TIMEOUT_MS;

async function inTime<T>(
  signal: AbortSignal,
  poll: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const askedAt = performance.now();
  try {
    return await poll(AbortSignal.any([signal, AbortSignal.timeout(pollTimeout)]));
  } finally {
    const took = performance.now() - askedAt;
    if (!signal.aborted) {
      pollTimeout = Math.min(Math.max(2 * took, POLL_TIMEOUT_MS), LONGEST_READ_MS);
    }
  }
}

function dataOf<T>(answer: { data: T; serverNow: string | null; askedAt: number }): T {
  const { data, serverNow, askedAt } = answer;
  if (serverNow !== null) serverClock.heard(serverNow, askedAt);
  return data;
}

/**
 * Asks for no session, like joining: several of these calls can be one write.
 * @param options `rematchOf` is the id of the finished match to play again
 */
export function createLobby(
  wallet: string,
  name: string,
  { withinMs, ...rematch }: { rematchOf?: string; withinMs?: number | undefined } = {},
): Promise<Lobby> {
  const body = { name, creatorWallet: wallet, ...rematch };
  return call('POST /api/game/lobbies', { body }, soon(withinMs));
}

/** @param body for a rematch the wallet is in another field */
export async function joinLobby(
  id: string,
  body: Sent<'POST /api/game/lobbies/{id}/join', 'body'>,
  withinMs?: number,
): Promise<Match> {
  const input = { params: { id }, body };
  return (await call('POST /api/game/lobbies/{id}/join', input, soon(withinMs))).match;
}

/** @param withinMs after which a call counts as not answered */
export function soon(withinMs = WRITE_TIMEOUT_MS): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(withinMs) };
}

/** The input of a write about a lobby or a match. */
const by = (wallet: string, id: string) => ({ params: { id }, body: { walletAddress: wallet } });

/** Closes one's own lobby, or declines an offered rematch. */
export function leaveLobby(wallet: string, id: string): Promise<Lobby> {
  return withSession(() => call('POST /api/game/lobbies/{id}/leave', by(wallet, id), soon()));
}

/** Resigns a live match; after its end it declines a rematch. */
export function leaveMatch(wallet: string, id: string): Promise<Match> {
  return withSession(() => call('POST /api/game/matches/{id}/leave', by(wallet, id), soon()));
}

/** Whether the opponent is so long away that the match can be claimed. */
export function claimQuery(id: string) {
  return polled('GET /api/game/matches/{id}/claim', { params: { id } }, MATCHES_POLL_MS);
}

export function claimMatch(wallet: string, id: string): Promise<Match> {
  return withSession(() => call('POST /api/game/matches/{id}/claim', by(wallet, id), soon()));
}

/** @param isStillAwaited whether to send it again when there was no answer */
export function playCard(
  wallet: string,
  { matchId, round, isReplay, cardName }: Shot,
  isStillAwaited: () => boolean,
): Promise<Match> {
  const body = { walletAddress: wallet, cardName, round, isReplay, socket: SOCKET_NAME };
  const play = () =>
    call(
      'POST /api/game/matches/{id}/play',
      { params: { id: matchId }, body },
      { signal: AbortSignal.timeout(PLAY_TIMEOUT_MS) },
    );
  return withSession(() => untilAnswered(play, isStillAwaited));
}

/**
 * Like `leaveMatch`, after the end of a match: without asking for a signature. Tried again while an offer of a rematch
 * can be open, since the opponent waits for it.
 */
export async function leaveQuietly(wallet: string, id: string): Promise<void> {
  const leave = () =>
    call('POST /api/game/matches/{id}/leave', by(wallet, id), soon(PLAY_TIMEOUT_MS));
  const until = performance.now() + REMATCH_SECONDS * 1000;
  await untilAnswered(leave, () => performance.now() < until).catch(() => {});
}
