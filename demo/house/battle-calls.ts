/** The calls of the card battle, each repeated until it is answered. All are safe to repeat. */
import { randomUUID } from 'node:crypto';
import type { Answer, ApiKey, Input } from '#contract/api.ts';
import type { Lobby, Match } from '#contract/battle.ts';
import type { Client } from '../client.ts';
import { type RetryOptions, retryUntilAnswered } from '../retry.ts';

export class BattleCalls {
  readonly wallet: string;
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
    return this.#call('GET /api/game/matches', { query: { walletAddress: this.wallet } });
  }

  match(id: string): Promise<Match> {
    const query = { walletAddress: this.wallet };
    return this.#call('GET /api/game/matches/{id}', { params: { id }, query });
  }

  /** Lobbies that anybody can join. */
  lobbies(): Promise<Lobby[]> {
    return this.#call('GET /api/game/lobbies', {});
  }

  lobby(id: string): Promise<Lobby> {
    return this.#call('GET /api/game/lobbies/{id}', { params: { id } });
  }

  /** @param rematchOf a finished match to play again */
  openLobby(name: string, rematchOf?: string): Promise<Lobby> {
    const body = { name, creatorWallet: this.wallet, rematchOf };
    return this.#call('POST /api/game/lobbies', { body });
  }

  closeLobby(id: string): Promise<Lobby> {
    const body = { walletAddress: this.wallet };
    return this.#call('POST /api/game/lobbies/{id}/leave', { params: { id }, body });
  }

  async join(id: string): Promise<Match> {
    const body = { walletAddress: this.wallet };
    return (await this.#call('POST /api/game/lobbies/{id}/join', { params: { id }, body })).match;
  }

  play(id: string, round: number, cardName: string): Promise<Match> {
    const body = { walletAddress: this.wallet, cardName, round, socket: this.socket };
    return this.#call('POST /api/game/matches/{id}/play', { params: { id }, body });
  }

  leave(id: string): Promise<Match> {
    const body = { walletAddress: this.wallet };
    return this.#call('POST /api/game/matches/{id}/leave', { params: { id }, body });
  }

  /** Signs in unless the session is still valid. */
  async haveSession(): Promise<void> {
    const { signal } = this.#patience;
    if (this.#client.cookie !== null) await this.#call('GET /api/auth/session', {});
    else await retryUntilAnswered(() => this.#client.signIn(), { signal });
  }

  #call<K extends ApiKey>(key: K, input: Input<K>): Promise<Answer<K>> {
    return retryUntilAnswered(() => this.#client.call(key, input), this.#patience);
  }
}
