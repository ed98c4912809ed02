/**
 * Plays real matches between holders of the demo, so that its battle leaderboard is not empty. Matches
 * that were already played are skipped, so it can run at every start.
 */
import { Client, residentConnections } from '../client.ts';
import { personaAddress, personaKeypair } from '../keys.ts';
import { retryUntilAnswered } from '../retry.ts';
import { PatientBattleCalls } from './battle-calls.ts';
import {
  copying,
  countering,
  evenly,
  fondOf,
  moody,
  type Random,
  type Strategy,
} from './strategies.ts';

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
export const FIXTURES: readonly (readonly [string, string])[] = [
  ...pairs('rook', 'velvet brass gallows origami noodle brass noodle gallows'),
  ...pairs('petra', 'brass comet noodle velvet juniper gallows'),
  ...pairs('velvet', 'juniper brass lantern puck'),
  ...pairs('lantern', 'origami comet severin'),
  ...pairs('juniper', 'gallows severin puck'),
  ...pairs('origami', 'comet noodle severin'),
  ...pairs('puck', 'comet brass noodle'),
];

const LOBBY = 'Best of three';

/** Chance that falls the same way at every start, so that the board is the same: steps of the golden ratio. */
function evenChance(): Random {
  let last = 0;
  return () => {
    last = (last + 0.618034) % 1;
    return last;
  };
}

interface HistoryOptions {
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
  const residents = new Map<string, Resident>();

  async function signedIn(name: string): Promise<Resident> {
    const known = residents.get(name);
    if (known !== undefined) return known;
    const client = new Client({ origin, connections, signer: personaKeypair(name) });
    const calls = new PatientBattleCalls(client, signal);
    await calls.haveSession();
    // Matches of a start that was broken off.
    for (const { id, status } of await calls.matches()) {
      if (status === 'in_progress') await calls.leave(id);
    }
    const resident = { client, calls, strategy: STRATEGIES[name] ?? evenly };
    residents.set(name, resident);
    return resident;
  }

  const chance = evenChance();
  try {
    for (const [one, two] of due) await playMatch(await signedIn(one), await signedIn(two), chance);
    for (const { client } of residents.values()) {
      await retryUntilAnswered(() => client.signOut(), { signal });
    }
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
  readonly client: Client;
  readonly calls: PatientBattleCalls;
  readonly strategy: Strategy;
}

async function playMatch(one: Resident, two: Resident, chance: Random): Promise<void> {
  const { id } = await one.calls.openLobby(LOBBY);
  let { match } = await two.calls.join(id);
  while (match.status === 'in_progress') {
    for (const { calls, strategy } of [one, two]) {
      if (match.status === 'completed') break;
      match = await calls.play(match.id, strategy(match, calls.wallet, chance), match.currentRound);
    }
  }
}

function pairs(one: string, others: string): [string, string][] {
  return others.split(' ').map((other) => [one, other]);
}
