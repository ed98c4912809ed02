/** One program of the house: decides what to do next, and does it. */
import { randomUUID } from 'node:crypto';
import type { Lobby, Match } from '#contract/battle.ts';
import { CallRefusedError } from '../client.ts';
import { pause } from '../retry.ts';
import type { Player } from './player.ts';

const HOUSE_LOBBY = 'House opponent (a program, always ready)';

/** The lobby is read this often while no change arrives, in ms. */
const LOOK_EVERY_MS = 60_000;
/** A lobby is replaced this long before it expires, in ms: the list always has one. */
const RENEW_BEFORE_MS = 20_000;
/** Wait before a rematch is accepted, in ms. */
const ACCEPTING_MS = 1_200;
const FOR_EVER_MS = 2 ** 31 - 1;

/** Waits for the turn to keep the lobby open. @returns ends it @throws when the signal is aborted before */
export type TakeTurn = (signal: AbortSignal) => Promise<() => void>;

/** Whoever waits has the turn in the order of asking. */
export function createTurns(): TakeTurn {
  // Locks are the process's, and tests run several houses in one.
  const name = `lobby ${randomUUID()}`;
  return (signal) =>
    new Promise((resolve, reject) => {
      const turn = Promise.withResolvers<void>();
      const hold = () => {
        resolve(turn.resolve);
        return turn.promise;
      };
      navigator.locks.request(name, { signal }, hold).catch(reject);
    });
}

interface HostDependencies {
  readonly player: Player;
  readonly takeTurn: TakeTurn;
  readonly signal: AbortSignal;
  /** Accepts a rematch at once. */
  readonly isHasty: boolean;
}

export class Host {
  readonly #dependencies: HostDependencies;
  readonly #player: Player;
  /** Rematches not to try again. */
  readonly #givenUp = new Set<string>();
  #isWaiting = false;
  /** While it hosts. */
  #endTurn: (() => void) | undefined;
  #lobby: Lobby | undefined;
  /** By our own clock, in ms. */
  #renewAt = 0;

  /** @param endTurn if it has the turn already */
  constructor(dependencies: HostDependencies, endTurn: (() => void) | undefined) {
    this.#dependencies = dependencies;
    this.#player = dependencies.player;
    this.#endTurn = endTurn;
  }

  /** Closes a lobby that is left from a killed server. */
  async closeForgottenLobby(): Promise<void> {
    if (this.#endTurn !== undefined) return;
    const { calls, wallet } = this.#player;
    for (const { id, creatorWallet } of await calls.lobbies()) {
      if (creatorWallet === wallet) await calls.closeLobby(id);
    }
  }

  /** Does one thing. @throws CallRefusedError for an unexpected refusal */
  readonly act = async (): Promise<void> => {
    const live = this.#player.live();
    const offered = this.#offered();
    if (live !== undefined) {
      this.#stopHosting();
      await this.#player.playOut(live.id);
    } else if (offered !== undefined) {
      await this.#accept(offered.id);
    } else if (this.#endTurn !== undefined) {
      await this.#keepLobby();
    } else {
      this.#requestTurn();
      await this.#player.waitForChange(FOR_EVER_MS);
    }
  };

  #offered(): Match | undefined {
    return this.#player.offered().find(({ id }) => !this.#givenUp.has(id));
  }

  async #accept(matchId: string): Promise<void> {
    const { signal, isHasty } = this.#dependencies;
    await pause(isHasty ? 0 : ACCEPTING_MS, signal);
    this.#givenUp.add(matchId);
    try {
      // The server closes our open lobby.
      await this.#player.playAgain(matchId, HOUSE_LOBBY);
    } catch (error) {
      // 409: withdrawn, too late, or the other player is in another match.
      if (!(error instanceof CallRefusedError) || error.status !== 409) throw error;
    }
  }

  async #keepLobby(): Promise<void> {
    const player = this.#player;
    if (this.#lobby === undefined) {
      this.#lobby = await player.calls.openLobby(HOUSE_LOBBY);
      const { createdAt, expiresAt } = this.#lobby; // both by the server's clock
      const lifeMs = Date.parse(expiresAt) - Date.parse(createdAt);
      this.#renewAt = performance.now() + lifeMs - RENEW_BEFORE_MS;
    }
    const { id } = this.#lobby;
    await player.waitForChange(Math.min(LOOK_EVERY_MS, this.#renewAt - performance.now()));
    if (player.live() !== undefined || this.#offered() !== undefined) return;
    const { calls } = player;
    const isOld = performance.now() >= this.#renewAt;
    const lobby = isOld ? await calls.closeLobby(id) : await calls.lobby(id);
    if (lobby.matchId !== null) await player.see(lobby.matchId);
    if (lobby.status !== 'open') this.#lobby = undefined;
  }

  #stopHosting(): void {
    this.#lobby = undefined;
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  #requestTurn(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const { takeTurn, signal } = this.#dependencies;
    void takeTurn(signal).then(
      (endTurn) => {
        this.#isWaiting = false;
        this.#endTurn = endTurn;
        // In a match by now: passes the turn on.
        if (this.#player.live() !== undefined) this.#stopHosting();
        else this.#player.wake();
      },
      () => {}, // aborted
    );
  }
}
