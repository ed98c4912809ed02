/** A program that plays the card battle over the public calls and the socket, as a page does. */
import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Match } from '#contract/battle.ts';
import { CallRefusedError, Client, type MessageSigner } from '../client.ts';
import { backoffMs, pause } from '../retry.ts';
import { PatientBattleCalls } from './battle-calls.ts';
import { ChangeSignal } from './change-signal.ts';
import { KnownMatches } from './known-matches.ts';
import { type MatchSocket, openMatchSocket } from './match-socket.ts';
import type { Strategy } from './strategies.ts';

/** Polling of a match without a socket, in ms. */
const POLL_MS = 2_000;

/** Thinking time before a card is played, in ms. */
export type Pace = (match: Match) => number;

export interface PlayerOptions {
  readonly origin: string;
  readonly signer: MessageSigner;
  readonly strategy: Strategy;
  /** Ends everything the player does. */
  readonly signal: AbortSignal;
  /** Without it, plays at once. */
  readonly pace?: Pace | undefined;
  /** False: only polls. */
  readonly usesSocket?: boolean;
  readonly connections?: Agent | undefined;
  /** Called for every newer state of a match. */
  readonly onSeen?: (match: Match) => void;
  /** Called just before a card is played. */
  readonly onShot?: (match: Match) => void;
}

export class Player {
  readonly wallet: string;
  readonly calls: PatientBattleCalls;
  readonly #client: Client;
  readonly #leaving = new AbortController();
  readonly #signal: AbortSignal;
  readonly #options: PlayerOptions;
  readonly #change: ChangeSignal;
  readonly #known = new KnownMatches();
  #socket: MatchSocket | undefined;
  #keeping: Promise<void> | undefined;

  constructor(options: PlayerOptions) {
    const { origin, signer, connections, signal } = options;
    this.#client = new Client({ origin, signer, connections });
    this.wallet = this.#client.walletAddress;
    this.#signal = AbortSignal.any([signal, this.#leaving.signal]);
    this.calls = new PatientBattleCalls(this.#client, this.#signal);
    this.#options = options;
    this.#change = new ChangeSignal(this.#signal);
    this.#signal.addEventListener('abort', () => this.#socket?.close(), { once: true });
  }

  /** Signs in, opens the socket and reads the matches. */
  async start(): Promise<void> {
    if (this.#options.usesSocket === false) {
      await this.calls.haveSession();
      await this.look();
      return;
    }
    const isThere = Promise.withResolvers<void>();
    this.#keeping = this.#keepSocket(isThere.resolve).catch(isThere.reject);
    await isThere.promise;
  }

  /** Ends everything; signing out may take `ms`. */
  async stop(ms: number): Promise<void> {
    this.#leaving.abort();
    await this.#keeping;
    if (this.#client.cookie === null) return;
    await Promise.race([this.#client.signOut(), sleep(ms)]).catch(() => {});
  }

  live(): Match | undefined {
    return this.#known.filter(({ status }) => status === 'in_progress')[0];
  }

  /** Finished matches whose opponent wants to play again. */
  offered(): Match[] {
    return this.#known.filter(
      ({ rematch: { state, offeredBy } }) => state === 'offered' && offeredBy !== this.wallet,
    );
  }

  /** Waits until a match or the socket changed, at most `ms`. */
  waitForChange(ms: number): Promise<void> {
    return this.#change.wait(ms);
  }

  /** Ends every `waitForChange`. */
  wake(): void {
    this.#change.notify();
  }

  /** Reads the live match and the last ones. */
  async look(): Promise<void> {
    for (const match of await this.calls.matches()) this.#update(match);
  }

  /** Forgets everything and reads again. */
  readonly reload = async (): Promise<void> => {
    this.#known.forgetAll();
    await this.look();
  };

  async see(id: string): Promise<Match> {
    return this.#update(await this.calls.see(id));
  }

  async join(lobbyId: string): Promise<Match> {
    return this.#update((await this.calls.join(lobbyId)).match);
  }

  /** Offers a rematch, or accepts the offered one and returns the new match. */
  async playAgain(id: string, name: string): Promise<Match | undefined> {
    const { matchId } = await this.calls.openLobby(name, id);
    await this.see(id);
    return matchId === null ? undefined : this.see(matchId);
  }

  async playOut(id: string): Promise<Match> {
    for (let match = this.#known.get(id) ?? (await this.see(id)); ; ) {
      if (match.status === 'completed') return match;
      match = this.#hasPlayed(match) ? await this.#afterChange(match) : await this.#turn(match);
    }
  }

  async #turn(match: Match): Promise<Match> {
    const cardName = this.#options.strategy(match, this.wallet, Math.random);
    await this.#think(match);
    const now = this.#known.get(match.id) ?? match;
    if (!isSameRound(now, match) || this.#hasPlayed(now)) return now;
    this.#options.onShot?.(now);
    try {
      return this.#update(await this.calls.play(now.id, cardName, now.currentRound));
    } catch (error) {
      if (!(error instanceof CallRefusedError)) throw error;
      return this.see(match.id); // too late, or already played
    }
  }

  /** Ends early when the round changes. */
  async #think(match: Match): Promise<void> {
    const until = performance.now() + (this.#options.pace?.(match) ?? 0);
    for (;;) {
      const left = until - performance.now();
      if (left <= 0 || !isSameRound(this.#known.get(match.id) ?? match, match)) return;
      await this.#change.wait(left);
    }
  }

  /** The match after its next change, from the socket or a poll. */
  async #afterChange({ id, version }: Match): Promise<Match> {
    for (;;) {
      const known = this.#known.get(id);
      if (known === undefined || known.version > version) return known ?? this.see(id);
      const isHeard = this.#socket !== undefined;
      const waitMs = isHeard ? this.#known.untilLate(id) : POLL_MS;
      if (waitMs > 0) await this.#change.wait(waitMs);
      const isNewer = (this.#known.get(id)?.version ?? 0) > version;
      if (!isNewer && (!isHeard || this.#known.untilLate(id) === 0)) await this.see(id);
    }
  }

  #hasPlayed(match: Match): boolean {
    const isFirst = match.player1Wallet === this.wallet;
    return isFirst ? match.player1HasPlayed : match.player2HasPlayed;
  }

  #update(match: Match): Match {
    if (this.#known.update(match)) {
      this.#options.onSeen?.(match);
      this.#change.notify();
    }
    return this.#known.get(match.id) ?? match;
  }

  /** Keeps a socket open until the signal is aborted. Reads everything each time it opens. */
  async #keepSocket(onFirst: () => void): Promise<void> {
    const { origin, connections } = this.#options;
    const signal = this.#signal;
    const onMatch = (match: Match) => void this.#update(match);
    for (let failures = 0; ; failures += 1) {
      try {
        // Without a session a socket opens too, but receives nothing.
        await this.calls.haveSession();
        this.#socket = await openMatchSocket({
          origin,
          cookie: this.#client.cookie,
          connections,
          onMatch,
          name: this.calls.socket,
        });
        signal.throwIfAborted();
        await this.look();
        failures = 0;
        onFirst();
        await this.#socket.closed;
      } catch (error) {
        if (signal.aborted || error instanceof CallRefusedError) throw error;
      } finally {
        this.#socket?.close();
        this.#socket = undefined;
        this.#change.notify();
      }
      await pause(backoffMs(failures), signal);
    }
  }
}

function isSameRound(one: Match, other: Match): boolean {
  const isOpen = one.status === 'in_progress';
  return isOpen && one.currentRound === other.currentRound && one.isReplay === other.isReplay;
}
