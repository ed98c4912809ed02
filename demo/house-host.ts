/** One of the house: looks what there is to do now, does it, and begins again. */
import type { Lobby, Match } from '#contract/battle.ts';
import { CallRefused } from './client.ts';
import type { Door } from './house-door.ts';
import { pause } from './house-patience.ts';
import type { Player } from './house-player.ts';

/** What its lobbies are called. */
export const HOUSE_LOBBY = 'House opponent (a program, always ready)';

/** The lobby is looked after this often while nothing is heard, in ms. */
const LOOK_EVERY_MS = 60_000;
/** A lobby this near to its end is closed and opened anew, in ms: the list is never without one. */
const RENEW_BEFORE_MS = 20_000;
/** An offered rematch is accepted after this long, in ms. */
const ACCEPTING_MS = 1_200;
const FOR_EVER_MS = 2 ** 31 - 1;

export interface HostParts {
  readonly player: Player;
  readonly door: Door;
  readonly rank: number;
  readonly signal: AbortSignal;
  /** Accepts a rematch at once. */
  readonly isHasty: boolean;
}

export class Host {
  readonly #parts: HostParts;
  readonly #player: Player;
  /** Rematches that came to nothing. */
  readonly #givenUp = new Set<string>();
  #place: 'at the door' | 'in line' | 'away';
  #lobby: Lobby | undefined;
  /** By our own clock, in ms. */
  #renewAt = 0;

  /** @param isAtDoor it has taken the door already */
  constructor(parts: HostParts, isAtDoor: boolean) {
    this.#parts = parts;
    this.#player = parts.player;
    this.#place = isAtDoor ? 'at the door' : 'away';
  }

  /** Nobody shall wait at a table that was left when the server was killed. */
  async closeForgottenLobby(): Promise<void> {
    if (this.#place === 'at the door') return;
    const { calls, wallet } = this.#player;
    for (const { id, creatorWallet } of await calls.lobbies()) {
      if (creatorWallet === wallet) await calls.closeLobby(id);
    }
  }

  /** Does one thing. @throws CallRefused when it is refused for a reason nobody expected */
  readonly act = async (): Promise<void> => {
    const live = this.#player.live();
    const offered = this.#offered();
    if (live !== undefined) {
      this.#leaveDoor();
      await this.#player.playOut(live.id);
    } else if (offered !== undefined) {
      await this.#accept(offered.id);
    } else if (this.#place === 'at the door') {
      await this.#keepLobby();
    } else {
      this.#standInLine();
      await this.#player.news(FOR_EVER_MS);
    }
  };

  #offered(): Match | undefined {
    return this.#player.offered().find(({ id }) => !this.#givenUp.has(id));
  }

  async #accept(matchId: string): Promise<void> {
    const { signal, isHasty } = this.#parts;
    await pause(isHasty ? 0 : ACCEPTING_MS, signal);
    this.#givenUp.add(matchId);
    try {
      // An open lobby of our own closes with it.
      await this.#player.playAgain(matchId, HOUSE_LOBBY);
    } catch (error) {
      // Withdrawn, too late, or the other one plays elsewhere by now.
      if (!(error instanceof CallRefused) || error.status !== 409) throw error;
    }
  }

  async #keepLobby(): Promise<void> {
    const player = this.#player;
    if (this.#lobby === undefined) {
      this.#lobby = await player.calls.openLobby(HOUSE_LOBBY);
      this.#renewAt = performance.now() + lifeOf(this.#lobby) - RENEW_BEFORE_MS;
    }
    const { id } = this.#lobby;
    await player.news(Math.min(LOOK_EVERY_MS, this.#renewAt - performance.now()));
    if (player.live() !== undefined || this.#offered() !== undefined) return;
    const { calls } = player;
    const isOld = performance.now() >= this.#renewAt;
    const lobby = isOld ? await calls.closeLobby(id) : await calls.lobby(id);
    if (lobby.matchId !== null) await player.see(lobby.matchId);
    if (lobby.status !== 'open') this.#lobby = undefined;
  }

  #leaveDoor(): void {
    this.#lobby = undefined;
    if (this.#place === 'at the door') {
      this.#place = 'away';
      this.#parts.door.leave();
    }
  }

  #standInLine(): void {
    if (this.#place !== 'away') return;
    this.#place = 'in line';
    const { door, rank, signal } = this.#parts;
    void door.enter(rank, signal).then(
      () => {
        this.#place = 'at the door';
        // Called to a match while in line: the next one, please.
        if (this.#player.live() !== undefined) this.#leaveDoor();
        else this.#player.wake();
      },
      () => {}, // closing time
    );
  }
}

/** How long it was given, in ms; the server's clock may be another than ours. */
function lifeOf({ createdAt, expiresAt }: Lobby): number {
  return Date.parse(expiresAt) - Date.parse(createdAt);
}
