/** The demo people are seeded through the public API of the whole product. */
import { execFile } from 'node:child_process';
import { createServer, request as forward } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '#demo/client.ts';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { cardCount, HOLDERS } from '#demo/personas.ts';
import { REGISTRATIONS, seedHolders } from '#demo/seed.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { entryCount } from '#rules/whitelist.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/cluster/clock.ts';
import { DEMO_DEFAULTS } from '#server/start/demo-mode.ts';
import { createSuiChain } from '#server/sui/sui-chain.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { listenOn, testAppParts } from '#tests/support/app-parts.ts';
import { startDatabase } from '#tests/support/database.ts';
import { listening } from '#tests/support/listening.ts';

const closing: (() => Promise<unknown>)[] = [];
let node: TestNode;

beforeAll(async () => {
  node = await startTestNode({ ledger: createDemoWorld() });
  closing.push(node.close);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The product over the stand-in node, with the limits that everybody has. */
async function startProduct(): Promise<string> {
  const database = await startDatabase();
  const collectionTypes = [DEMO_CARD_TYPE];
  const chain = createSuiChain({
    transport: 'grpc',
    url: node.url,
    network: 'mainnet',
    collectionTypes,
    retry: { firstWaitMs: 1, longestWaitMs: 4 },
  });
  const app = createApp({
    ...testAppParts(database.sql, { rateLimitFactor: 1, collectionTypes }),
    chain,
    clock: systemClock,
  });
  writeSeen = () => app.runJob('write last seen');
  closing.push(database.close, chain.close, app.close);
  return (await listenOn(app)).origin;
}

/** Something before the product that answers every call for the first time with 429. */
async function startImpatientProxy(origin: string) {
  const seen = new Set<string>();
  const { port } = new URL(origin);
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request;
    const call = `${method} ${url} ${headers.cookie}`;
    if (!seen.has(call)) {
      seen.add(call);
      response.writeHead(429, { 'retry-after': '0' }).end();
      return;
    }
    const onward = forward({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  const url = `http://127.0.0.1:${await listening(proxy)}`;
  closing.push(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return url;
}

/** Of the product started last. */
let writeSeen: () => Promise<void>;

const failures: string[] = [];
const wake = (origin: string) =>
  seedHolders({
    origin,
    signal: new AbortController().signal,
    onFailed: ({ name }, reason) => failures.push(`${name}: ${reason}`),
  });

describe('the holders of the demo', () => {
  let origin: string | undefined;

  it('wait when they are told to, then have cards and names on the board; a second run changes nothing', async () => {
    origin = await startProduct();
    expect(await wake(await startImpatientProxy(origin))).toBe(HOLDERS.length);
    expect(failures).toEqual([]);

    const visitor = new Client({ origin });
    const board = await visitor.call('GET /api/leaderboard', {});
    const known = HOLDERS.map((holder) => ({
      walletAddress: personaAddress(holder.name),
      displayName: holder.displayName,
      nftCount: cardCount(holder),
    }));
    expect(board).toHaveLength(known.length);
    expect(board).toEqual(expect.arrayContaining(known.map((row) => expect.objectContaining(row))));
    await writeSeen();
    await expect
      .poll(() => visitor.call('GET /api/stats', {}))
      .toEqual({
        totalNFTs: known.reduce((sum, { nftCount }) => sum + nftCount, 0),
        activeUsers: HOLDERS.length,
        collections: 1,
      });

    const list = await visitor.call('GET /api/booster-pack/whitelist', { query: {} });
    const registered = Object.entries(REGISTRATIONS).flatMap(([name, sizes]) =>
      sizes.map((size) => [personaAddress(name), size, entryCount(size)]),
    );
    expect(
      list.map((one) => [one.walletAddress, one.selectedNftIds.length, one.entryCount]).sort(),
    ).toEqual(registered.sort());
    expect(list.every(({ hasRequiredCards }) => hasRequiredCards)).toBe(true);

    const requests = node.requests.count();
    expect(await wake(origin)).toBe(0);
    expect(node.requests.count()).toBe(requests);
  });

  it('leave alone what one of them has taken back since', async () => {
    // Without the first test, which registers them.
    if (origin === undefined) {
      origin = await startProduct();
      await wake(origin);
    }
    const okapi = new Client({ origin, signer: personaKeypair('okapi') });
    await okapi.signIn();
    const [entry] = await okapi.entries();
    await okapi.call('DELETE /api/booster-pack/entry/{id}', { params: { id: entry!.id } });
    expect(await wake(origin)).toBe(0);
    expect(await okapi.entries()).toEqual([]);
  });

  it('keep a name that somebody gave them since', async () => {
    const origin = await startProduct();
    const lantern = new Client({ origin, signer: personaKeypair('lantern') });
    const { walletAddress } = lantern;
    await lantern.call('POST /api/user', { body: { walletAddress } });
    await lantern.signIn();
    await lantern.rename('Somebody else');
    await wake(origin);
    expect(await lantern.user()).toMatchObject({ displayName: 'Somebody else', nftCount: 60 });
  });

  it('stop when the server does', async () => {
    const origin = await startProduct();
    const leaving = new AbortController();
    const waking = seedHolders({ origin, signal: leaving.signal });
    leaving.abort(new Error('closing'));
    await expect(waking).rejects.toThrow('closing');
  });
});

describe('the script for developers', () => {
  const run = promisify(execFile);
  const script = path.resolve(import.meta.dirname, '../../scripts/session-cookie.ts');

  it('prints a cookie of the persona it is asked for', async () => {
    const origin = await startProduct();
    const { stdout } = await run(process.execPath, [script, 'duo', '--at', origin]);
    const answer = await fetch(`${origin}/api/auth/session`, {
      headers: { cookie: stdout.trim() },
    });
    expect(await answer.json()).toEqual({ walletAddress: personaAddress('duo') });
  });

  it('says how it is used when it does not know the persona', async () => {
    const failed = await run(process.execPath, [script, 'nobody']).catch((error) => error);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^Usage: .*\nPersonas: ace, /);
  });
});

describe('the admin of the demo', () => {
  it('is the persona `admin`', () => {
    expect(DEMO_DEFAULTS.adminWallet).toBe(personaAddress('admin'));
  });
});
