/**
 * 'Play Again' (B9). Both calls lock the finished match first, so whichever comes second
 * finds the offer and accepts it.
 */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import { otherSeat, requireSeat } from '#rules/battle/match.ts';
import { offerRematch, rematchStep, startRematch } from '#rules/battle/rematch.ts';
import { Refusal } from '#rules/refusal.ts';
import type { FindFaces, PlayerFace } from '#server/battle/boards/players.ts';
import { matchEvent } from '#server/battle/matches/match-changes.ts';
import { changedTo, type StoredMatch } from '#server/battle/matches/match-row.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Queries } from '#server/db/sql.ts';
import type { LobbyRow, LobbyStore } from './lobby-store.ts';
import type { Start, Started } from './starts.ts';

export interface RematchParts {
  readonly lobbies: LobbyStore;
  readonly matches: MatchStore;
  readonly start: Start;
  readonly faces: FindFaces;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Rematches = ReturnType<typeof createRematches>;

interface Asking {
  readonly wallet: Address;
  readonly face: PlayerFace;
  readonly name: string;
  readonly now: Date;
}

interface Asked {
  readonly lobby: LobbyRow;
  /** The finished match, when this changed it. */
  readonly changed?: StoredMatch;
  readonly started?: Started;
}

export function createRematches(parts: RematchParts) {
  const { lobbies, matches, start, faces, bus, clock } = parts;

  async function offer(tx: Queries, stored: StoredMatch, asking: Asking): Promise<Asked> {
    const { match } = stored;
    const { wallet, face, name, now } = asking;
    const after = offerRematch(match, wallet, randomUUID(), now.getTime());
    const { lobbyId, until } = after.rematch;
    const lobby = await lobbies.open(
      {
        id: lobbyId ?? '',
        name,
        creator: wallet,
        face,
        rematchOf: match.id,
        reservedFor: match[otherSeat(requireSeat(match, wallet))],
        createdAt: now,
        expiresAt: new Date(until ?? now),
      },
      tx,
    );
    if (lobby === null) {
      const own = await lobbies.openOf(wallet, tx);
      throw new Refusal(own === null ? 'already-in-match' : 'lobby-already-open');
    }
    const changed = changedTo(stored, after);
    await matches.saveIn(tx, stored, changed);
    return { lobby, changed };
  }

  async function accept(tx: Queries, stored: StoredMatch, asking: Asking): Promise<Asked> {
    const { match } = stored;
    const { lobbyId } = match.rematch;
    const started = await start(tx, lobbyId ?? '', asking, asking.now);
    if (started === null) throw new Refusal('rematch-over');
    const after = startRematch(match, started.stored.match.id);
    const changed = changedTo(stored, after);
    await matches.saveIn(tx, stored, changed);
    return { lobby: started.lobby, changed, started };
  }

  return {
    /**
     * Offers a rematch, or accepts the one that is offered: then the lobby names the new match.
     * Again it is the same answer. Refusals: match-unknown, not-a-player, match-not-over,
     * rematch-over, lobby-already-open, already-in-match, opponent-in-match.
     */
    async ask(wallet: Address, matchId: string, name: string): Promise<LobbyRow> {
      const face = (await faces([wallet]))(wallet);
      const asked = await matches.begin(async (tx): Promise<Asked> => {
        const stored = await matches.lock(tx, matchId);
        if (stored === null) throw new Refusal('match-unknown');
        const now = clock.now();
        const step = rematchStep(stored.match, wallet, now.getTime());
        if (step === 'offer') return offer(tx, stored, { wallet, face, name, now });
        if (step === 'accept') return accept(tx, stored, { wallet, face, name, now });
        const lobby = await lobbies.find(stored.match.rematch.lobbyId ?? '', tx);
        if (lobby === null) throw new Refusal('rematch-over');
        return { lobby };
      });
      const { changed, started } = asked;
      if (changed !== undefined) {
        matches.committed(changed);
        bus.publish('match-changed', matchEvent(changed));
      }
      if (started !== undefined) {
        matches.committed(started.stored);
        bus.publish('match-started', matchEvent(started.stored));
        if (started.closed.length > 0) bus.publish('lobbies-changed', {});
      }
      return asked.lobby;
    },
  };
}
