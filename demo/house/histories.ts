/**
 * Plays real matches between holders of the demo, so that its battle leaderboard is not empty. Matches
 * that were already played are skipped, so it can run at every start.
 */
import type { Agent } from 'node:http';
import { Client, residentConnections } from '../client.ts';
import { personaAddress, personaKeypair } from '../keys.ts';
import { retryUntilAnswered } from '../retry.ts';
import { BattleCalls } from './battle-calls.ts';
import { copying, countering, evenly, fondOf, moody, type Strategy } from './strategies.ts';

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  rook: countering,
  velvet: moody,
  gallows: fondOf('scissors'),
  lantern: evenly,
  juniper: copying,
  petra: countering,
  brass: fondOf('rock'),
  origami: fondOf('paper'),
  severin: evenly,
  comet: copying,
  puck: moody,
  noodle: fondOf('rock'),
};

/** Who plays whom: 30 matches, nobody in more than nine. */
const FIXTURES: readonly (readonly [string, string])[] = [
  ...pairs('rook', 'velvet brass gallows origami noodle brass noodle gallows'),
  ...pairs('petra', 'brass comet noodle velvet juniper gallows'),
  ...pairs('velvet', 'juniper brass lantern puck'),
  ...pairs('lantern', 'origami comet severin'),
  ...pairs('juniper', 'gallows severin puck'),
  ...pairs('origami', 'comet noodle severin'),
  ...pairs('puck', 'comet brass noodle'),
];

const LOBBY = 'Best of three';

export interface HistoryOptions {
  /** Where the product is, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly signal: AbortSignal;
}

/** Returns how many matches were played now. @throws the signal's reason when it is aborted */
export async function playHistories({ origin, signal }: HistoryOptions): Promise<number> {
  const visitor = new Client({ origin });
  const board = await retryUntilAnswered(() => visitor.call('GET /api/game/leaderboard', {}), {
    signal,
  });
  const games = new Map(board.map((row) => [row.walletAddress, row.totalGames]));
  const due = FIXTURES.filter(([one, two]) => !(wasPlayed(one, games) && wasPlayed(two, games)));
  if (due.length === 0) return 0;

  const connections = await residentConnections(origin);
  const residents = new Residents(origin, connections, signal);
  try {
    for (const [one, two] of due) {
      await playMatch(await residents.signedIn(one), await residents.signedIn(two));
    }
    await residents.signOut();
  } finally {
    connections?.destroy();
  }
  return due.length;
}

/** Takes one game off their count; false when none is left. */
function wasPlayed(name: string, games: Map<string, number>): boolean {
  const wallet = personaAddress(name);
  const left = games.get(wallet) ?? 0;
  games.set(wallet, left - 1);
  return left > 0;
}

interface Resident {
  readonly calls: BattleCalls;
  readonly strategy: Strategy;
}

async function playMatch(one: Resident, two: Resident): Promise<void> {
  const { id } = await one.calls.openLobby(LOBBY);
  let match = await two.calls.join(id);
  while (match.status === 'in_progress') {
    for (const { calls, strategy } of [one, two]) {
      if (match.status === 'completed') break;
      match = await calls.play(
        match.id,
        match.currentRound,
        strategy(match, calls.wallet, Math.random),
      );
    }
  }
}

class Residents {
  readonly #clients = new Map<string, Client>();
  readonly #origin: string;
  readonly #connections: Agent | undefined;
  readonly #signal: AbortSignal;

  constructor(origin: string, connections: Agent | undefined, signal: AbortSignal) {
    this.#origin = origin;
    this.#connections = connections;
    this.#signal = signal;
  }

  async signedIn(name: string): Promise<Resident> {
    const known = this.#clients.get(name);
    const client =
      known ??
      new Client({
        origin: this.#origin,
        connections: this.#connections,
        signer: personaKeypair(name),
      });
    this.#clients.set(name, client);
    const calls = new BattleCalls(client, this.#signal);
    if (known === undefined) await this.#start(calls);
    return { calls, strategy: STRATEGIES[name] ?? evenly };
  }

  async #start(calls: BattleCalls): Promise<void> {
    await calls.haveSession();
    // Matches of a start that was broken off.
    for (const { id, status } of await calls.matches()) {
      if (status === 'in_progress') await calls.leave(id);
    }
  }

  async signOut(): Promise<void> {
    for (const client of this.#clients.values()) {
      await retryUntilAnswered(() => client.signOut(), { signal: this.#signal });
    }
  }
}

function pairs(one: string, others: string): [string, string][] {
  return others.split(' ').map((other) => [one, other]);
}
