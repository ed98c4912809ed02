/** SERVERS: several server processes on one port under one supervisor, without Redis. */
import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { HOLDERS } from '#demo/personas.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { asked } from '#tests/support/asked.ts';
import { playThroughKills } from '#tests/support/battle-kills.ts';
import { CARD, fighterAt, matchOf } from '#tests/support/battle-product.ts';
import { countedUp, shownBoard } from '#tests/support/battle-race.ts';
import { startDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { listen } from '#tests/support/listener.ts';
import { listening } from '#tests/support/listening.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { makeDataFolder } from '#tests/support/postgres.ts';
import { isAlive, until, withDatabase } from '#tests/support/private-database.ts';
import { embeddedPostgres, runProduct, startProduct } from '#tests/support/product.ts';
import { childrenOf, severalServers } from '#tests/support/several-servers.ts';

/** Starting servers takes a busy machine its time. */
const BUSY_MS = 240_000;

const node = await forThisFile(startTestNode({ ledger: createDemoWorld() }));
const REAL = { COLLECTION_TYPES: DEMO_CARD_TYPE, SUI_URL: node.url };
const product = await forThisFile(
  startProduct({
    dataDir: makeDataFolder(),
    env: { ...REAL, SERVERS: '2', RATE_LIMIT_FACTOR: '4', LOG_LEVEL: 'warn' },
  }),
);
const at = severalServers(product);
afterAll(() => at[Symbol.dispose]());

const metrics = async () => (await fetch(`${product.url}/metrics`)).text();

const [names, others] = [HOLDERS.slice(0, 8), HOLDERS.slice(8, 11)].map((holders) =>
  holders.map(({ name }) => name),
) as [string[], string[]];

describe('two servers on one port', () => {
  it('run one match: every move is seen at the other server at once, and pushed to its sockets', async () => {
    const [[ann], [, ben]] = await Promise.all([
      at.personAtBoth(others[0]!),
      at.personAtBoth(others[1]!),
    ]);
    const sockets = await Promise.all(
      Array.from({ length: 12 }, () => listen(product.url, { cookie: ben.client.cookie })),
    );
    const open = (await metrics()).matchAll(/^mainz_sockets\{server="(\d)"\} (\d+)$/gm);
    const counts = new Map([...open].map(([, server, count]) => [server, Number(count)]));
    expect([...counts.keys()].sort()).toEqual(['1', '2']);
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(12);

    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock, 1);
    expect(await ben.see(id)).toMatchObject({ player1HasPlayed: true, player1Card: null });
    await ben.play(id, CARD.scissors, 1);
    expect((await ann.see(id)).rounds).toMatchObject([{ roundWinner: ann.wallet }]);
    for (const socket of sockets) {
      await socket.hearsOfMatch('match-started', 1);
      await socket.hearsOfMatch('match-updated', 3);
    }
    await ben.leave(id);
    expect(await ann.see(id)).toMatchObject({ winner: ann.wallet });
  });

  it('count the calls of a wallet together', async () => {
    const both = await at.personAtBoth(others[2]!);
    const accepted = await Promise.all(
      both.map(async ({ client }, index) => {
        let count = 0;
        for (let call = 0; call < 30; call += 1) {
          const outcome = await outcomeOf(client.rename(`Counted ${index} ${call}`));
          if (!outcome.startsWith('429')) count += 1;
        }
        return count;
      }),
    );
    // Each alone would take all of its thirty: the wallet has forty, and gets one more in 7.5 s.
    expect(accepted[0]! + accepted[1]!).toBeGreaterThanOrEqual(40);
    expect(accepted[0]! + accepted[1]!).toBeLessThan(60);
  });

  it('tell their figures, each under its own number', async () => {
    const text = await metrics();
    for (const name of ['process_cpu_seconds_total', 'process_start_time_seconds']) {
      const labels = [...text.matchAll(new RegExp(`^${name}\\{server="(\\w+)"\\}`, 'gm'))];
      expect(labels.map(([, server]) => server).sort()).toEqual(['1', '2', 'supervisor']);
    }
    expect(text.match(/^# TYPE mainz_http_request_seconds /gm)).toHaveLength(1);
    expect(text).not.toMatch(/^mainz_\w+(\{(?!.*server=).*\})? /m);
  });
});

describe('a server that is killed', () => {
  it(
    'loses no accepted card, and is started again beside the other',
    async () => {
      const fighters = await Promise.all(names.map((name) => fighterAt(product.url, name)));
      await until(() => at.pids().length === 2);
      const pairs = [0, 2, 4, 6].map((first) => [fighters[first]!, fighters[first + 1]!] as const);
      let kills = 0;
      // One of them, and then, before it is there again, all there are.
      const killing = {
        async kill9() {
          kills += 1;
          for (const pid of at.pids().slice(0, kills)) process.kill(pid, 'SIGKILL');
        },
        restart: async () => {},
      };
      const { matches, accepted, lost } = await playThroughKills(killing, pairs, {
        matchesEach: 10,
        kills: 2,
        cardsBetween: [5, 15],
      });
      console.log(
        `${matches.length} matches, ${accepted} cards, ${kills} kills: ${lost.length} lost`,
      );
      expect(lost).toEqual([]);
      expect(matches).toHaveLength(40);
      expect(kills).toBe(2);
      const board = await shownBoard(fighters[0]!);
      for (const [wallet, record] of countedUp(matches)) expect(board.get(wallet)).toEqual(record);
      expect(product.logs()).toContain('was ended by SIGKILL: it is started again in 1 s');
    },
    BUSY_MS,
  );
});

describe('a server that starts again on newer code', () => {
  it('waits for the migration that it needs, while the other one serves', async () => {
    await until(() => at.pids().length === 2);
    const taken = await withDatabase(
      product.dataDir,
      (sql) => sql<{ name: string; checksum: string }[]>`
        DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)
        RETURNING name, checksum`,
    );
    const { name, checksum } = taken[0]!;
    process.kill(at.pids()[0]!, 'SIGKILL');
    await expect
      .poll(product.logs, { timeout: 30_000 })
      .toContain(`cannot start: The database lacks the migration ${name}`);
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    await withDatabase(
      product.dataDir,
      (sql) => sql`INSERT INTO schema_migrations (name, checksum) VALUES (${name}, ${checksum})`,
    );
    await Promise.all([at.connectionTo(1), at.connectionTo(2)]);
  }, 60_000);
});

describe('a supervisor that does not answer', () => {
  it('keeps nobody waiting: its servers go on alone, then together again', async () => {
    const [[annAtOne, annAtTwo], [, ben]] = await Promise.all([
      at.personAtBoth(others[0]!),
      at.personAtBoth(others[1]!),
    ]);
    const status = async () => (await annAtTwo.client.exchange('GET /api/auth/session', {})).status;
    expect(await status()).toBe(200);
    process.kill(product.pid, 'SIGSTOP');
    try {
      const { id } = await matchOf(annAtOne, ben);
      // For the 3 s until the silence is noticed, a server may go by what it remembers.
      await annAtOne.play(id, CARD.rock, 1);
      await expect
        .poll(() => ben.see(id), { timeout: 8_000 })
        .toMatchObject({ player1HasPlayed: true });
      await ben.play(id, CARD.scissors, 1);
      await expect
        .poll(async () => (await annAtOne.see(id)).rounds, { timeout: 8_000 })
        .toMatchObject([{ roundWinner: annAtOne.wallet }]);
      await ben.leave(id);
      expect(await metrics()).toMatch(/^mainz_sockets\{server="\d"\} 0$/m);
      await annAtOne.client.signOut();
      await expect.poll(status, { timeout: 8_000 }).toBe(401);
      await listen(product.url, { cookie: ben.client.cookie });
    } finally {
      process.kill(product.pid, 'SIGCONT');
    }
    await expect.poll(metrics).toContain('server="supervisor"');
    expect(product.logs()).toContain('the supervisor does not answer');
  }, 60_000);
});

describe('a server that does not answer', () => {
  it('is killed and restarted, and meanwhile the others tell their figures', async () => {
    const connections = await Promise.all([at.connectionTo(1), at.connectionTo(2)]);
    const [paused] = at.pids();
    process.kill(paused!, 'SIGSTOP');
    const { port } = product;
    const metrics = connections.map((agent) => asked({ port, path: '/metrics', agent }));
    const { text: told } = await Promise.any(metrics);
    expect(told).toContain('server="supervisor"');
    await until(() => !at.pids().includes(paused!));
    await until(() => at.pids().length === 2);
    await Promise.all([at.connectionTo(1), at.connectionTo(2)]);
    expect(product.logs()).toContain('does not answer: it is killed');
  }, 60_000);
});

describe('a supervisor', () => {
  it('says once why its two servers cannot start', async () => {
    const other = createServer();
    const port = await listening(other);
    const database = await startDatabase();
    const run = await runProduct({
      ...REAL,
      DATABASE_URL: database.url,
      PORT: String(port),
      SERVERS: '2',
    });
    other.close();
    await database.close();
    expect(run).toEqual({
      code: 1,
      output: `PORT: port ${port} of 127.0.0.1 is taken by another program; set another PORT.\n`,
    });
  });

  it('leaves nothing running when it is told to stop', async () => {
    const dataDir = makeDataFolder();
    const product = await startProduct({ dataDir, env: { ...REAL, SERVERS: '2' } });
    const pids = childrenOf(product.pid);
    expect(pids).toHaveLength(3);
    expect(await product.stop()).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(embeddedPostgres(dataDir)).toBeNull();
  });
});
