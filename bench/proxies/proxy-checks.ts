/** What must hold behind a reverse proxy: sign-in, a match, sockets, rate limits, the largest body, a killed server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/jobs/free-port.ts';
import { CARD, type Fighter } from '#tests/support/battle-product.ts';
import { Listener } from '#tests/support/listener.ts';
import type { Product } from '#tests/support/product.ts';
import {
  beginCall,
  countCalls,
  giveUpName,
  listen,
  openLine,
  sendUnreadableBody,
  statusFrom,
  syncOf,
} from './proxy-calls.ts';
import { type ProxyKind, startProxy } from './proxy-process.ts';
import { PROBE, startVersion } from './version-server.ts';

/** Longer than the time-outs of the configurations, 60 s. */
const QUIET_MS = 75_000;
/** A network may open 600 in a row. */
const SOCKETS = 500;
/** What the configurations let one address have at once, and how many more it tries. */
const ADDRESS = { calls: 500, connections: 2_000, tooMany: 50 };
/** Longer than the pause after which a server looks whether somebody still waits. */
const STANDS_STILL_MS = 4_000;
/** As docs/operations.md says: the second server is stopped so long after the first one is there again. */
const UPDATE_PAUSE_MS = 5_000;
/** The sync limit of one network, plus refill during the trial. */
const SYNCS = { atLeast: 120, atMost: 200 };

export interface Front {
  readonly kind: ProxyKind;
  /** With the certificate. */
  readonly folder: string;
  readonly origin: string;
  readonly servers: readonly [Product, Product];
  readonly figures: readonly [url: string, url: string];
  readonly ann: Fighter;
  readonly ben: Fighter;
}

type Check = readonly [title: string, run: (front: Front) => Promise<string>];

export const CHECKS: readonly Check[] = [
  [
    'sign-in: a __Host- cookie, foreign origins refused',
    async ({ origin, ann, ben }) => {
      for (const { client } of [ann, ben]) {
        await client.signIn();
        assert.match(client.cookie ?? '', /^__Host-mainz_session=/);
      }
      const visit = async (from: string) =>
        (await ann.client.exchange('POST /api/nfts/sync/{address}', syncOf(ann), { origin: from }))
          .status;
      assert.equal(await visit(origin), 200);
      assert.equal(await visit('https://evil.example'), 403);
      return 'ok';
    },
  ],
  [
    'a whole match: pushes arrive, both servers take part',
    async ({ origin, figures, ann, ben }) => {
      const before = await Promise.all(figures.map(countCalls));
      const [toAnn, toBen] = [await listen(origin, ann), await listen(origin, ben)];
      const { id } = (await ben.join((await ann.openLobby()).id)).match;
      for (const round of [1, 2]) {
        await ann.play(id, CARD.rock, round);
        await toBen.hearsOfMatch('match-updated', round * 2);
        await ben.play(id, CARD.scissors, round);
        await toAnn.hearsOfMatch('match-updated', round * 2 + 1);
      }
      assert.equal((await ben.see(id)).winner, ann.wallet);
      for (const listener of [toAnn, toBen]) listener.close();
      const calls = await Promise.all(figures.map(countCalls));
      const taken = calls.map((count, index) => count - (before[index] ?? 0));
      assert.ok(Math.min(...taken) > 0, `calls by server: ${taken}`);
      return `calls by server ${taken.join(' and ')}`;
    },
  ],
  [
    'the largest body reaches the server',
    async ({ ann }) => {
      const { wallet, client } = ann;
      // The body arrived completely: the refusal is ours, not the proxy's.
      const groups = [{ name: 'x'.repeat(2 * 1024 * 1024 - 400), nftIds: [] }];
      const { status, body } = await client.exchange('POST /api/nft-groups/{walletAddress}', {
        params: { walletAddress: wallet },
        body: { groups } as never,
      });
      assert.match(JSON.stringify(body), /^\{"error":/);
      assert.equal(status, 400);
      return `${status} in our words`;
    },
  ],
  [
    'bodies that are not HTTP: no other visitor is turned away',
    async ({ origin, ann }) => {
      for (let call = 0; call < 6; call += 1) await sendUnreadableBody(origin);
      const { status } = await ann.client.exchange('GET /api/stats', {});
      assert.equal(status, 200);
      return 'ok';
    },
  ],
  [
    'where the sockets are, a plain request in HTTP/2 is told so',
    async ({ origin }) => {
      const line = connect(origin);
      const [answer] = await once(line.request({ ':path': '/ws' }), 'response');
      line.destroy();
      assert.equal(answer[':status'], 426);
      return '426';
    },
  ],
  [
    `${SOCKETS} sockets at once, and a page beside them`,
    async ({ origin, ann }) => {
      const opened = await Promise.allSettled(
        Array.from({ length: SOCKETS }, () => Listener.open(origin)),
      );
      const held = opened.filter((one) => one.status === 'fulfilled');
      const { status } = await ann.client.exchange('GET /api/stats', {});
      for (const { value } of held) value.close();
      assert.deepEqual([held.length, status], [SOCKETS, 200]);
      return 'ok';
    },
  ],
  [
    'one address cannot have too many calls under way',
    async ({ kind, origin, ann }) => {
      if (kind === 'caddy') return 'Caddy has no such limit';
      return expectRefused(
        beginMany(ADDRESS.calls, () => beginCall(origin, '127.0.0.4')),
        { origin, ann },
      );
    },
  ],
  [
    'one address cannot take all connections',
    async ({ kind, origin, ann }) => {
      if (kind !== 'haproxy') return `${kind} counts none that say nothing`;
      return expectRefused(
        beginMany(ADDRESS.connections, () => openLine(origin, '127.0.0.4')),
        { origin, ann },
      );
    },
  ],
  [
    'limits count visitors, whatever they write into X-Forwarded-For',
    async ({ origin, ann }) => {
      let calls = 0;
      const sync = (from: string, told: string) => statusFrom(origin, ann, from, told);
      while (calls < SYNCS.atMost && (await sync('127.0.0.2', `203.0.113.${calls}`)) !== 429) {
        calls += 1;
      }
      assert.ok(calls >= SYNCS.atLeast && calls < SYNCS.atMost, `refused after ${calls} calls`);
      assert.equal(await sync('127.0.0.3', '127.0.0.2'), 200);
      return `refused after ${calls}; the neighbour is not`;
    },
  ],
  [
    'a write that was given up while the servers stood still is not made',
    async ({ origin, servers, ann }) => {
      const { client, wallet } = ann;
      await client.call('POST /api/user', { body: { walletAddress: wallet } });
      await client.rename('Before');
      for (const { pid } of servers) process.kill(pid, 'SIGSTOP');
      try {
        await giveUpName(origin, ann, 'Given up');
        await sleep(STANDS_STILL_MS);
      } finally {
        for (const { pid } of servers) process.kill(pid, 'SIGCONT');
      }
      await sleep(STANDS_STILL_MS); // until they are served again
      assert.equal((await client.user()).displayName, 'Before');
      return 'ok';
    },
  ],
  [
    `a socket that is quiet for ${QUIET_MS / 1000} s still hears`,
    async ({ origin, ann, ben }) => {
      const toBen = await listen(origin, ben);
      await sleep(QUIET_MS);
      assert.equal(toBen.socket.readyState, toBen.socket.OPEN);
      const { id } = (await ben.join((await ann.openLobby()).id)).match;
      await toBen.hearsOfMatch('match-started', 1);
      await ann.leave(id);
      toBen.close();
      return 'ok';
    },
  ],
  [
    'one server killed: every read is answered, play goes on',
    async ({ origin, servers, ann, ben }) => {
      await servers[1].kill9();
      const statuses = new Map<number, number>();
      for (let call = 0; call < 60; call += 1) {
        const { status } = await ann.client.exchange('GET /api/stats', {});
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      assert.deepEqual([...statuses.keys()], [200], `answers ${[...statuses].join(' ')}`);
      const toAnn = await listen(origin, ann);
      const { id } = (await ben.join((await ann.openLobby()).id)).match;
      await toAnn.hearsOfMatch('match-started', 1);
      await ben.leave(id);
      toAnn.close();
      return '60 of 60';
    },
  ],
  [
    'during an update: files that one of the servers has',
    async ({ kind, folder }) => {
      const versions = [await startVersion('old'), await startVersion('new')];
      const port = await freePort();
      const ports = versions.map((version) => version.port);
      await using _ = await startProxy(kind, { folder, port, ports });
      const statusOf = async (file: string) =>
        (await fetch(`https://localhost:${port}/assets/${file}.js`)).status;
      for (let visit = 0; visit < 20; visit += 1) {
        for (const file of ['old', 'new']) assert.equal(await statusOf(file), 200, file);
        assert.equal(await statusOf('unknown'), 404);
      }
      for (const { close } of versions) close();
      return '40 of 40';
    },
  ],
  [
    'an update of one server after the other: every read is answered',
    async ({ kind, folder }) => {
      const versions = [await startVersion('old'), await startVersion('old')];
      const port = await freePort();
      const ports = versions.map((version) => version.port);
      await using _ = await startProxy(kind, { folder, port, ports });
      const statuses = new Set<number>();
      let isUpdating = true;
      const reads = (async () => {
        for (; isUpdating; await sleep(20))
          statuses.add((await fetch(`https://localhost:${port}${PROBE}`)).status);
      })();
      for (const old of [...versions]) {
        old.close();
        await sleep(3_000);
        versions.push(await startVersion('new', old.port));
        await sleep(UPDATE_PAUSE_MS);
      }
      isUpdating = false;
      await reads;
      for (const { close } of versions) close();
      assert.deepEqual([...statuses], [200]);
      return 'ok';
    },
  ],
];

type BegunCall = ReturnType<typeof openLine>;

const beginMany = (atMost: number, begin: () => BegunCall) =>
  Array.from({ length: atMost + ADDRESS.tooMany }, begin);

/** Of these the last are refused, and a neighbour is served. */
async function expectRefused(
  calls: readonly BegunCall[],
  { origin, ann }: Pick<Front, 'origin' | 'ann'>,
): Promise<string> {
  const count = () => calls.filter(({ isRefused }) => isRefused()).length;
  await expectSoon(() => count() >= ADDRESS.tooMany);
  const refused = count();
  assert.equal(await statusFrom(origin, ann, '127.0.0.5', '127.0.0.4'), 200);
  for (const call of calls) call.end();
  assert.ok(refused >= ADDRESS.tooMany && refused < 2 * ADDRESS.tooMany, `${refused} refused`);
  return `${refused} of ${calls.length} refused; the neighbour is not`;
}

/** Gives up after 20 s. */
async function expectSoon(isSo: () => boolean): Promise<void> {
  for (let tried = 0; tried < 200 && !isSo(); tried += 1) await sleep(100);
}
