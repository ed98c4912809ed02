/** Use cases of matches (B1-B7). */
import type { Address } from '#rules/address.ts';
import {
  claim,
  hasMissedRound,
  otherSeat,
  type Play,
  play,
  requireSeat,
  resign,
  seatOf,
} from '#rules/battle/match.ts';
import { endRematch } from '#rules/battle/rematch.ts';
import { Refusal } from '#rules/refusal.ts';
import type { LobbyRow, LobbyStore } from '#server/battle/lobbies/lobby-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { MatchLines } from './match-lines.ts';
import type { StoredMatch } from './match-row.ts';
import type { MatchStore } from './match-store.ts';

/** How long it holds that an opponent was away: a claim can wait for its match, and a server can stand still. */
const AWAY_HOLDS_MS = 2_000;
/** By then every server has noted whom it hears again. */
const NOTED_WITHIN_MS = 750;

interface MatchDependencies {
  readonly store: MatchStore;
  readonly lines: Pick<MatchLines, 'change' | 'committed'>;
  readonly lobbies: Pick<LobbyStore, 'close' | 'find'>;
  /** Called after lobbies have closed. */
  readonly afterClosing: (closed: readonly LobbyRow[]) => Promise<void>;
  /** Whether nothing is heard of a player of a live match, on any server. */
  readonly isAway: (player: Address) => Promise<boolean>;
  /** Whether no other server runs. */
  readonly isAlone: () => boolean;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Matches = ReturnType<typeof createMatches>;

export function createMatches(parts: MatchDependencies) {
  const { store, lines, bus, clock } = parts;

  /** @throws Refusal `match-unknown` */
  async function shown(id: string): Promise<StoredMatch> {
    const stored = await store.shown(id);
    if (stored === null) throw new Refusal('match-unknown');
    return stored;
  }

  /** A play that names no round is for the one that its player can have seen. @throws Refusal `match-unknown` */
  async function withOpening(id: string, wanted: Play): Promise<Play> {
    const { open } = (await lines.committed(id)).match;
    return open === null ? wanted : { isReplay: open.attempt > 1, ...wanted, round: open.number };
  }

  bus.subscribeOthers('match-started', ({ players }) => store.started(players));
  bus.subscribeOthers('match-changed', ({ matchId, token }) => store.changed(matchId, token));

  return {
    /** The match for pollers, maybe cached. @throws Refusal `match-unknown` */
    get: shown,

    /** The match in the state with this token or a newer one. @throws Refusal `match-unknown` */
    async since(id: string, token: string): Promise<StoredMatch> {
      const stored = await store.since(id, token);
      if (stored === null) throw new Refusal('match-unknown');
      return stored;
    },

    ofWallet: store.listed,

    /** A page of the finished matches of a wallet, see the store. @throws Refusal `match-unknown` for `before` */
    async history(wallet: Address, before: string | null): Promise<StoredMatch[]> {
      // Else a page after a match that is not there, as after a restore, looked like the last one.
      if (before !== null) await shown(before);
      return store.history(wallet, before);
    },

    /** The match that a lobby became, if any. */
    async ofLobby(lobbyId: string): Promise<StoredMatch[]> {
      const matchId = (await parts.lobbies.find(lobbyId))?.matchId ?? null;
      const stored = matchId === null ? null : await store.find(matchId);
      return stored === null ? [] : [stored];
    },

    /** `socket` names one of the caller, who gets the state as an answer. Refusals: match-unknown, those of `play`. */
    async play(
      wallet: Address,
      id: string,
      { socket, ...wanted }: Play & { readonly socket?: string | undefined },
    ): Promise<StoredMatch> {
      const meant = wanted.round === undefined ? await withOpening(id, wanted) : wanted;
      const callerSocket = socket === undefined ? undefined : { wallet, socket };
      return lines.change(id, (match, now) => play(match, wallet, meant, now), callerSocket);
    },

    /** Whether the opponent missed a round and is still away. @throws Refusal `match-unknown` */
    async canClaim(wallet: Address | null, id: string): Promise<boolean> {
      const { match } = await shown(id);
      const seat = seatOf(match, wallet);
      if (seat === null || !hasMissedRound(match, otherSeat(seat))) return false;
      return parts.isAway(match[otherSeat(seat)]);
    },

    /** Refusals: match-unknown, and those of the rule `claim`. */
    async claim(wallet: Address, id: string): Promise<StoredMatch> {
      const { match } = await shown(id);
      const opponent = match[otherSeat(requireSeat(match, wallet))];
      // Looks twice: another server may have heard of them, and not noted it yet.
      if (!parts.isAlone() && (await parts.isAway(opponent))) await clock.sleep(NOTED_WITHIN_MS);
      const lookedAt = clock.now().getTime();
      const isAway = await parts.isAway(opponent);
      const isStillAway = (at: number) => isAway && at - lookedAt < AWAY_HOLDS_MS;
      return lines.change(id, (now, at) => endRematch(claim(now, wallet, isStillAway(at), at)));
    },

    /** Resigns a live match; leaves the table of one that is over. Refusals: match-unknown, not-a-player. */
    async leave(wallet: Address, id: string): Promise<StoredMatch> {
      const stored = await lines.change(id, (match, now) => endRematch(resign(match, wallet, now)));
      const { state, lobbyId } = stored.match.rematch;
      if (state === 'over' && lobbyId !== null) {
        await parts.afterClosing(await parts.lobbies.close([lobbyId]));
      }
      return stored;
    },
  };
}
