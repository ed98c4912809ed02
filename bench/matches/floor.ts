/** The floor as a contender: its process, and its players. */
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { autoPick } from '#rules/battle/deck.ts';
import type { Sight } from '#rules/battle/sight.ts';
import { startMeasured } from '../measured-process.ts';
import { type Contender, memoryUsage, type Pair, type PlayerHooks } from './contender.ts';
import type { Call } from './floor-server.ts';

interface Heard {
  readonly number?: number;
  readonly lobby?: string;
  readonly match?: Sight;
}

export async function openFloor(): Promise<Contender> {
  const server = await startMeasured(path.join(import.meta.dirname, 'floor-server.ts'));
  const players: Player[] = [];
  return {
    name: 'ws alone, in memory',
    openPairs: (count, hooks) =>
      Promise.all(
        Array.from({ length: count }, async (_, index): Promise<Pair> => {
          const open = (name: string) => Player.open(server.port, `${name} ${index}`, hooks);
          const [host, guest] = [await open('host'), await open('guest')];
          players.push(host, guest);
          return { play: () => playMatch(host, guest) };
        }),
      ),
    usage: () => memoryUsage(server),
    async close() {
      for (const player of players) player.close();
      await server.close();
    },
  };
}

async function playMatch(host: Player, guest: Player): Promise<number> {
  const hostsEnd = host.nextEnd();
  const guestsEnd = guest.nextEnd();
  const { lobby } = await host.call({ open: 'Bench' });
  await guest.call({ join: lobby ?? '' });
  const [rounds] = await Promise.all([hostsEnd, guestsEnd]);
  return rounds;
}

class Player {
  readonly #socket: WebSocket;
  readonly #hooks: PlayerHooks;
  readonly #asked = new Map<number, (heard: Heard) => void>();
  #calls = 0;
  #match = '';
  #learned = 0;
  #played = 0;
  #onEnd: (rounds: number) => void = () => {};

  private constructor(socket: WebSocket, hooks: PlayerHooks) {
    this.#socket = socket;
    this.#hooks = hooks;
    socket.on('message', (data) => {
      const heard = JSON.parse(String(data)) as Heard;
      if (heard.match !== undefined) this.#saw(heard.match);
      if (heard.number === undefined) return;
      this.#asked.get(heard.number)?.(heard);
      this.#asked.delete(heard.number);
    });
  }

  static async open(port: number, wallet: string, hooks: PlayerHooks): Promise<Player> {
    const address = `ws://127.0.0.1:${port}/${encodeURIComponent(wallet)}`;
    const socket = new WebSocket(address, { perMessageDeflate: false });
    await once(socket, 'open');
    return new Player(socket, hooks);
  }

  call(call: Omit<Call, 'number'>): Promise<Heard> {
    this.#calls += 1;
    const number = this.#calls;
    this.#socket.send(JSON.stringify({ number, ...call }));
    return new Promise((resolve) => this.#asked.set(number, resolve));
  }

  /** The rounds of the next finished match. */
  nextEnd(): Promise<number> {
    return new Promise((resolve) => {
      this.#onEnd = resolve;
    });
  }

  close(): void {
    this.#socket.terminate();
  }

  #saw({ id, rounds, end, currentRound }: Sight): void {
    if (id !== this.#match) {
      this.#match = id;
      this.#learned = 0;
      this.#played = 0;
    }
    for (; this.#learned < rounds.length; this.#learned += 1) {
      this.#hooks.learned(id, this.#learned + 1);
    }
    if (end !== null) this.#onEnd(rounds.length);
    else if (currentRound > this.#played) {
      this.#played = currentRound;
      void this.#shoot(id, currentRound);
    }
  }

  async #shoot(match: string, round: number): Promise<void> {
    const ms = this.#hooks.thinkMs();
    if (ms > 0) await sleep(ms);
    this.#hooks.shot(match, round);
    await this.call({ play: { match, round, card: autoPick(Math.random) } });
  }
}
