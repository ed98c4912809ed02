/** The calls of the card battle. */
import { randomUUID } from 'node:crypto';
import type { Answer, ApiKey, Input } from '#contract/api.ts';
import type { Client } from '../client.ts';
import { type RetryOptions, retryUntilAnswered } from '../retry.ts';

export class BattleCalls {
  readonly client: Client;
  readonly wallet: string;

  constructor(client: Client) {
    this.client = client;
    this.wallet = client.walletAddress;
  }

  protected call<K extends ApiKey>(key: K, input: Input<K>): Promise<Answer<K>> {
    return this.client.call(key, input);
  }

  /** The live match, then the last ones. */
  matches() {
    return this.call('GET /api/game/matches', { query: { walletAddress: this.wallet } });
  }

  see(id: string) {
    const query = { walletAddress: this.wallet };
    return this.call('GET /api/game/matches/{id}', { params: { id }, query });
  }

  /** @param rematchOf a finished match to play again */
  openLobby(name: string, rematchOf?: string) {
    const body = { name, creatorWallet: this.wallet, rematchOf };
    return this.call('POST /api/game/lobbies', { body });
  }

  closeLobby(id: string) {
    const body = { walletAddress: this.wallet };
    return this.call('POST /api/game/lobbies/{id}/leave', { params: { id }, body });
  }

  join(id: string) {
    const body = { walletAddress: this.wallet };
    return this.call('POST /api/game/lobbies/{id}/join', { params: { id }, body });
  }

  /** @param socket of the caller, which is not told what the answer says */
  play(id: string, cardName: string, round?: number, socket?: string) {
    const body = { walletAddress: this.wallet, cardName, round, socket };
    return this.call('POST /api/game/matches/{id}/play', { params: { id }, body });
  }

  leave(id: string) {
    const body = { walletAddress: this.wallet };
    return this.call('POST /api/game/matches/{id}/leave', { params: { id }, body });
  }
}

/** Each is repeated until it is answered: all are safe to repeat. */
export class PatientBattleCalls extends BattleCalls {
  readonly socket = randomUUID();
  readonly #patience: RetryOptions;

  constructor(client: Client, signal: AbortSignal) {
    super(client);
    this.#patience = { signal, signIn: () => client.signIn() };
  }

  protected override call<K extends ApiKey>(key: K, input: Input<K>): Promise<Answer<K>> {
    return retryUntilAnswered(() => super.call(key, input), this.#patience);
  }

  /** Lobbies that anybody can join. */
  lobbies() {
    return this.call('GET /api/game/lobbies', {});
  }

  lobby(id: string) {
    return this.call('GET /api/game/lobbies/{id}', { params: { id } });
  }

  override play(id: string, cardName: string, round?: number) {
    return super.play(id, cardName, round, this.socket);
  }

  /** Signs in unless the session is still valid. */
  async haveSession(): Promise<void> {
    const { signal } = this.#patience;
    if (this.client.cookie !== null) await this.call('GET /api/auth/session', {});
    else await retryUntilAnswered(() => this.client.signIn(), { signal });
  }
}
