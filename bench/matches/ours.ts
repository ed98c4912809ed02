/** One or two of our servers as a contender, with the demo's players: HTTP and sockets, like pages. */
import { SUPERUSER } from '#server/db/embedded/initdb.ts';
import { embeddedPostgres } from '#tests/support/product.ts';
import {
  postgresCpuSeconds,
  resetStatements,
  rounded,
  serverFigures,
  statements,
} from '../figures.ts';
import { inTurns, openFixture, playerNamed } from '../fixture.ts';
import { startServers } from '../two-servers.ts';
import type { Contender, PlayerHooks } from './contender.ts';

/** @param pairs the maximum number of pairs */
export async function openOurs(pairs: number, servers: 1 | 2): Promise<Contender> {
  const fixture = await openFixture({ people: pairs * 2 });
  const two =
    servers === 2 ? await startServers(fixture, { RATE_LIMIT_FACTOR: '100000' }) : undefined;
  const urls = two === undefined ? [fixture.url] : two.servers.map(({ url }) => url);
  const figures = two === undefined ? [`${fixture.url}/metrics`] : two.figures;
  const leaving = new AbortController();
  const postgres = embeddedPostgres(fixture.product.dataDir);
  // Two servers connect to the database by URL, as its superuser.
  const asked = () => statements(fixture.sql, two === undefined ? undefined : SUPERUSER);
  await resetStatements(fixture.sql);
  return {
    name: servers === 1 ? 'ours' : 'ours, two servers',
    async openPairs(count, hooks) {
      const people = Array.from({ length: count * 2 }, (_, index) => index);
      const players = await inTurns(people, 10, (index) =>
        openPlayer(urls[index % urls.length] ?? '', index, hooks, leaving.signal),
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
      const used = await Promise.all(figures.map(serverFigures));
      const calls = (await asked()).map((statement) => statement.calls);
      return {
        serverCpuSeconds: used.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
        residentBytes: used.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
        databaseCpuSeconds: postgresCpuSeconds(postgres?.pid ?? 0),
        statements: calls.reduce((sum, count) => sum + count, 0),
      };
    },
    async printStatements(matches) {
      for (const { calls, query } of (await asked()).slice(0, 40)) {
        console.log(`${rounded(calls / matches, 2)}  ${query.slice(0, 150)}`);
      }
      await resetStatements(fixture.sql);
    },
    async close() {
      leaving.abort();
      await two?.[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

async function openPlayer(url: string, index: number, hooks: PlayerHooks, signal: AbortSignal) {
  const known = new Map<string, number>();
  const player = playerNamed({ url }, index, {
    signal,
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
