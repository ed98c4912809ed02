/**
 * The game as a Colyseus room: one room per match, in memory, with the product's rules. It sends messages; as a
 * synchronised Colyseus state it used a quarter more CPU.
 */
import { type Client, Room } from '@colyseus/core';
import type { Address } from '../../rules/address.ts';
import { closeIfDue, type Match, play, startMatch } from '../../rules/battle/match.ts';
import { type Sight, seenByAll } from '../../rules/battle/sight.ts';
import { Refusal } from '../../rules/refusal.ts';

/** Longer than a match: there is no state to patch, so no timer runs. */
const NO_PATCHES_MS = 600_000;

export interface Joining {
  readonly wallet: Address;
  readonly name: string;
}

/** What both players get; the cards of the open round their players know. */
export interface Told extends Sight {
  readonly names: readonly string[];
}

export class BattleRoom extends Room {
  override maxClients = 2;
  override patchRate = NO_PATCHES_MS;
  #match: Match | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #players = new Map<string, Joining>();

  override messages = {
    play: (client: Client, { card, round }: { card: string; round: number }) => {
      const wallet = this.#players.get(client.sessionId)?.wallet;
      if (this.#match === undefined || wallet === undefined) return;
      try {
        this.#tell(play(this.#match, wallet, { cardName: card, round }, Date.now()));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        client.send('refused', error.reason);
      }
    },
  };

  override onJoin({ sessionId }: Client, joining: Joining): void {
    this.#players.set(sessionId, joining);
    if (this.#players.size < this.maxClients) return;
    const [one, two] = [...this.#players.values()] as [Joining, Joining];
    const players = { player1: one.wallet, player2: two.wallet };
    this.#tell(startMatch({ id: this.roomId, ...players }, Date.now()));
  }

  override onDispose(): void {
    clearTimeout(this.#timer);
  }

  #tell(match: Match): void {
    this.#match = match;
    const names = [...this.#players.values()].map(({ name }) => name);
    const told: Told = { ...seenByAll(match), names };
    this.broadcast('match', told);
    clearTimeout(this.#timer);
    if (match.open === null) return;
    const close = () => this.#tell(closeIfDue(match, Date.now()));
    this.#timer = setTimeout(close, match.open.closesAt - Date.now());
  }
}
