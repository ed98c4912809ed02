/** Our server as a contender, one or several processes, with the demo's players: HTTP and sockets, like pages. */
import { Agent } from 'node:http';
import type { PlayerOptions } from '#demo/house/player.ts';
import { GATE_MAX_AGE_SECONDS } from '#rules/cards.ts';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { embeddedPostgres } from '#tests/support/product.ts';
import {
  postgresCpuSeconds,
  resetStatements,
  rounded,
  serverFigures,
  statements,
} from '../figures.ts';
import { openFixture, playerNamed } from '../fixture.ts';
import type { Contender, PlayerHooks } from './contender.ts';

/** The server keeps at most 1,000 sockets open for one network address. */
const PLAYERS_OF_A_NETWORK = 900;

/**
 * @param pairs the maximum number of pairs
 * @param servers as in SERVERS
 */
export async function openOurs(pairs: number, servers: string): Promise<Contender> {
  const fixture = await openFixture({ people: pairs * 2, env: { SERVERS: servers } });
  const leaving = new AbortController();
  const networks = Array.from(
    { length: Math.ceil((pairs * 2) / PLAYERS_OF_A_NETWORK) },
    (_, index) =>
      new Agent({
        keepAlive: true,
        // Node's default is 256: more players at once would close and open connections, as no page does.
        maxFreeSockets: PLAYERS_OF_A_NETWORK,
        localAddress: `127.0.0.${index + 1}`,
      }),
  );
  const postgres = embeddedPostgres(fixture.product.dataDir);
  await resetStatements(fixture.sql);
  return {
    name: servers === '1' ? 'ours' : `ours, ${servers} servers`,
    readingsLastMs: GATE_MAX_AGE_SECONDS * 1_000,
    async openPairs(count, hooks) {
      const people = Array.from({ length: count * 2 }, (_, index) => index);
      const players = await inParallel(people, 10, (index) =>
        openPlayer(fixture.url, index, hooks, {
          signal: leaving.signal,
          connections: networks[Math.floor(index / PLAYERS_OF_A_NETWORK)],
        }),
      );
      return Array.from({ length: count }, (_, index) => {
        const [host, guest] = [players[index * 2]!, players[index * 2 + 1]!];
        return {
          async play() {
            const lobby = await host.calls.openLobby('Bench');
            const { id } = await guest.join(lobby.id);
            const [match] = await Promise.all([host.playOut(id), guest.playOut(id)]);
            return match.rounds.length;
          },
        };
      });
    },
    async usage() {
      const { cpuSeconds, residentBytes } = await serverFigures(`${fixture.url}/metrics`);
      const calls = (await statements(fixture.sql)).map((statement) => statement.calls);
      return {
        serverCpuSeconds: cpuSeconds,
        residentBytes,
        databaseCpuSeconds: postgresCpuSeconds(postgres?.pid ?? 0),
        statements: calls.reduce((sum, count) => sum + count, 0),
      };
    },
    async printStatements(matches) {
      for (const { calls, query } of (await statements(fixture.sql)).slice(0, 40)) {
        console.log(`${rounded(calls / matches, 2)}  ${query.slice(0, 150)}`);
      }
      await resetStatements(fixture.sql);
    },
    async close() {
      leaving.abort();
      for (const connections of networks) connections.destroy();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

async function openPlayer(
  url: string,
  index: number,
  hooks: PlayerHooks,
  options: Pick<PlayerOptions, 'signal' | 'connections'>,
) {
  const known = new Map<string, number>();
  const player = playerNamed({ url }, index, {
    ...options,
    pace: () => hooks.thinkMs(),
    onShot: ({ id, currentRound }) => hooks.shot(id, currentRound),
    onSeen: ({ id, rounds }) => {
      for (let round = (known.get(id) ?? 0) + 1; round <= rounds.length; round += 1) {
        hooks.learned(id, round);
      }
      known.set(id, rounds.length);
    },
  });
  await player.start();
  return player;
}
