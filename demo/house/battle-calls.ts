/** The calls of the card battle, each repeated until it is answered. All are safe to repeat. */
import { randomUUID } from 'node:crypto';
import type { Lobby, Match } from '#contract/battle.ts';
import type { Client } from '../client.ts';
import { type RetryOptions, retryUntilAnswered } from './retry.ts';

export class BattleCalls {
  readonly wallet: string;
  /** The name of the player's socket. */
  readonly socket = randomUUID();
  readonly #client: Client;
  readonly #patience: RetryOptions;

  constructor(client: Client, signal: AbortSignal) {
    this.wallet = client.walletAddress;
    this.#client = client;
    this.#patience = { signal, signIn: () => client.signIn() };
  }

  /** The live match, then the last ones. */
  matches(): Promise<Match[]> {
    const input = { query: { walletAddress: this.wallet } };
    return this.#retryUntilAnswered(() => this.#client.call('GET /api/game/matches', input));
  }

  match(id: string): Promise<Match> {
    const input = { params: { id }, query: { walletAddress: this.wallet } };
    return this.#retryUntilAnswered(() => this.#client.call('GET /api/game/matches/{id}', input));
  }

  /** Lobbies that anybody can join. */
  lobbies(): Promise<Lobby[]> {
    return this.#retryUntilAnswered(() => this.#client.call('GET /api/game/lobbies', {}));
  }

  lobby(id: string): Promise<Lobby> {
    const input = { params: { id } };
    return this.#retryUntilAnswered(() => this.#client.call('GET /api/game/lobbies/{id}', input));
  }

  /** @param rematchOf a finished match to play again */
  openLobby(name: string, rematchOf?: string): Promise<Lobby> {
    const more = rematchOf === undefined ? {} : { rematchOf };
    const input = { body: { name, creatorWallet: this.wallet, ...more } };
    return this.#retryUntilAnswered(() => this.#client.call('POST /api/game/lobbies', input));
  }

  closeLobby(id: string): Promise<Lobby> {
    const input = { params: { id }, body: { walletAddress: this.wallet } };
    return this.#retryUntilAnswered(() =>
      this.#client.call('POST /api/game/lobbies/{id}/leave', input),
    );
  }

  async join(lobbyId: string): Promise<Match> {
    const input = { params: { id: lobbyId }, body: { walletAddress: this.wallet } };
    const joined = await this.#retryUntilAnswered(() =>
      this.#client.call('POST /api/game/lobbies/{id}/join', input),
    );
    return joined.match;
  }

  play(id: string, round: number, cardName: string): Promise<Match> {
    const input = {
      params: { id },
      body: { walletAddress: this.wallet, cardName, round, socket: this.socket },
    };
    return this.#retryUntilAnswered(() =>
      this.#client.call('POST /api/game/matches/{id}/play', input),
    );
  }

  /** Resigns a live match. */
  leave(id: string): Promise<Match> {
    const input = { params: { id }, body: { walletAddress: this.wallet } };
    return this.#retryUntilAnswered(() =>
      this.#client.call('POST /api/game/matches/{id}/leave', input),
    );
  }

  /** Signs in unless the session is still valid. */
  async haveSession(): Promise<void> {
    const { signal } = this.#patience;
    if (this.#client.cookie === null)
      await retryUntilAnswered(() => this.#client.signIn(), { signal });
    else await this.#retryUntilAnswered(() => this.#client.call('GET /api/auth/session', {}));
  }

  #retryUntilAnswered<T>(call: () => Promise<T>): Promise<T> {
    return retryUntilAnswered(call, this.#patience);
  }
}
