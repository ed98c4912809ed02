/**
 * 'Play Again' (B9). Both players' calls lock the finished match first, so the second one finds the offer and accepts
 * it.
 */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import { otherSeat, requireSeat } from '#rules/battle/match.ts';
import { offerRematch, rematchStep, startRematch } from '#rules/battle/rematch.ts';
import { Refusal } from '#rules/refusal.ts';
import { isOneRowToBlame } from '#server/battle/batches.ts';
import type { PlayerSnapshot, Players } from '#server/battle/boards/players.ts';
import type { Heartbeat } from '#server/battle/clock/heartbeat.ts';
import type { MatchEvents } from '#server/battle/match-events.ts';
import type { MatchLines } from '#server/battle/matches/match-lines.ts';
import { changedTo, type StoredMatch } from '#server/battle/matches/match-row.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Queries } from '#server/db/tag.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { LobbyRow, LobbyStore } from './lobby-store.ts';
import { isSeatTaken, type StartStore } from './start-store.ts';
import { isLate, matchOfLobby, refuseSeated, type Starts } from './starts.ts';

const MOST_UNANSWERED = 2_000;

interface RematchDependencies {
  readonly lobbies: LobbyStore;
  readonly matches: MatchStore;
  readonly lines: Pick<MatchLines, 'alone'>;
  readonly heartbeat: Pick<Heartbeat, 'ensure'>;
  readonly events: MatchEvents;
  readonly startStore: StartStore;
  readonly starts: Pick<Starts, 'mayBeSaved'>;
  readonly players: Pick<Players, 'snapshot'>;
  readonly clock: Clock;
}

export type Rematches = ReturnType<typeof createRematches>;

interface RematchRequest {
  readonly wallet: Address;
  readonly snapshot: PlayerSnapshot;
  readonly name: string;
  readonly now: Date;
}

interface RematchResult {
  readonly lobby: LobbyRow;
  /** The finished match, if it was changed. */
  readonly changed?: StoredMatch;
  readonly started?: StoredMatch;
  /** The accepting player's own lobby, closed by the start: none, or one. */
  readonly closed: readonly Pick<LobbyRow, 'rematchOf'>[];
}

export function createRematches(parts: RematchDependencies) {
  const { lobbies, matches, lines, heartbeat, events, startStore, starts, players, clock } = parts;

  /** Matches as they are if an offer was saved whose answer was lost, by id. */
  const unanswered = new BoundedCache<string, StoredMatch>(MOST_UNANSWERED);

  /** Null if the wallet has an open lobby or a live match. */
  async function offer(
    tx: Queries,
    stored: StoredMatch,
    request: RematchRequest,
  ): Promise<RematchResult | null> {
    const { match } = stored;
    const { wallet, snapshot, name, now } = request;
    const after = offerRematch(match, wallet, randomUUID(), now.getTime());
    const { lobbyId, until } = after.rematch;
    const [lobby] = await lobbies.open(
      [
        {
          id: lobbyId ?? '',
          name,
          creator: wallet,
          snapshot,
          rematchOf: match.id,
          reservedFor: match[otherSeat(requireSeat(match, wallet))],
          createdAt: now,
          expiresAt: new Date(until ?? now),
        },
      ],
      tx,
    );
    if (lobby === undefined) return null;
    const changed = changedTo(stored, after);
    await matches.saveIn(tx, stored, changed);
    return { lobby, changed, closed: [] };
  }

  async function accept(
    tx: Queries,
    stored: StoredMatch,
    request: RematchRequest,
  ): Promise<RematchResult> {
    const { match } = stored;
    const { lobbyId } = match.rematch;
    const { wallet, snapshot, now } = request;
    const open = await lobbies.lockOpen(tx, lobbyId ?? '', wallet);
    const lobby = open.find(({ id }) => id === lobbyId);
    if (lobby === undefined) throw new Refusal('rematch-over');
    const started = matchOfLobby(lobby, wallet, snapshot, now);
    const [begun] = await startStore.begin([started], tx);
    if (begun === undefined) {
      refuseSeated(started, (await startStore.findBlocker(started, tx)).seated);
      throw new Refusal('rematch-over');
    }
    const { matchId, closed, rematchOf } = begun;
    const changed = changedTo(stored, startRematch(match, matchId));
    await matches.saveIn(tx, stored, changed);
    return {
      lobby: { ...lobby, state: 'started', joiner: wallet, matchId },
      changed,
      started,
      closed: closed === null ? [] : [{ rematchOf }],
    };
  }

  /** Retried once if a player took a seat at the same moment; the second time it is refused. */
  async function begin<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    try {
      return await matches.begin(work);
    } catch (fault) {
      if (!isSeatTaken(fault)) throw fault;
      return matches.begin(work);
    }
  }

  /** An offer that was saved late, in an outage too: its minute begins now, unless something became of it meanwhile. */
  async function inTime(result: RematchResult | null): Promise<RematchResult | null> {
    const { lobby, changed, started } = result ?? {};
    if (lobby === undefined || changed === undefined || started !== undefined) return result;
    if (!isLate(lobby.createdAt.getTime(), clock.now())) return result;
    return matches.begin(async (tx) => {
      const stored = await matches.lock(tx, changed.match.id);
      if (stored?.token !== changed.token) {
        return { lobby: (await lobbies.findIn(tx, lobby.id)) ?? lobby, closed: [] };
      }
      const match = offerRematch(changed.match, lobby.creator, lobby.id, clock.now().getTime());
      const after = { ...lobby, expiresAt: new Date(match.rematch.until ?? lobby.expiresAt) };
      const renewed = changedTo(changed, match);
      await lobbies.prolong(tx, after);
      await matches.saveIn(tx, changed, renewed);
      return { lobby: after, changed: renewed, closed: [] };
    });
  }

  /** What was asked for before. An offer whose answer was lost is new to everybody: it is told, and has its whole minute. */
  async function already(tx: Queries, stored: StoredMatch): Promise<RematchResult> {
    const { id, rematch } = stored.match;
    const lobby = await lobbies.findIn(tx, rematch.lobbyId ?? '');
    if (lobby === null) throw new Refusal('rematch-over');
    const isNew = unanswered.get(id)?.token === stored.token;
    return { lobby, ...(isNew && { changed: stored }), closed: [] };
  }

  /** The connection broke before the answer to the commit. */
  function mayBeSaved({ changed, started }: RematchResult): void {
    if (started !== undefined) starts.mayBeSaved(started);
    else if (changed !== undefined) unanswered.set(changed.match.id, changed);
  }

  return {
    /**
     * Offers a rematch, or accepts the existing offer; then the lobby names the new match. Idempotent. Refusals:
     * match-unknown, not-a-player, match-not-over, rematch-over, already-in-match, opponent-in-match.
     * @returns the lobby, the match that began, and what its start closed, for `afterClosing`; null if it would be
     *   offered, and the wallet has an open lobby or a live match
     */
    async ask(
      wallet: Address,
      matchId: string,
      name: string,
    ): Promise<Omit<RematchResult, 'changed'> | null> {
      await heartbeat.ensure(); // offers are prolonged by a past outage before any expires
      // Whoever is refused must not keep the cards of this match waiting.
      const found = await matches.find(matchId);
      if (found === null) throw new Refusal('match-unknown');
      rematchStep(found.match, wallet, clock.now().getTime());
      const snapshot = await players.snapshot(wallet);
      let uncertain: RematchResult | null = null;
      const transact = async (tx: Queries): Promise<RematchResult | null> => {
        uncertain = null;
        const stored = await matches.lock(tx, matchId);
        if (stored === null) throw new Refusal('match-unknown');
        const now = clock.now();
        const step = rematchStep(stored.match, wallet, now.getTime());
        const request = { wallet, snapshot, name, now };
        if (step === 'offer') uncertain = await offer(tx, stored, request);
        else if (step === 'accept') uncertain = await accept(tx, stored, request);
        else return already(tx, stored);
        return uncertain;
      };
      return lines.alone(matchId, async () => {
        const result = await begin(transact)
          .then(inTime)
          .catch((fault: unknown) => {
            if (!isOneRowToBlame(fault) && uncertain !== null) mayBeSaved(uncertain);
            throw fault;
          });
        const { changed, started } = result ?? {};
        if (changed !== undefined) {
          unanswered.delete(changed.match.id);
          matches.committed(changed);
          events.changed(changed);
        }
        if (started !== undefined) {
          matches.committed(started);
          events.started(started);
        }
        return result;
      });
    },
  };
}
