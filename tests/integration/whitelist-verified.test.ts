/** An outsider computes the list of a round again, with nothing but its address and the packed script. */
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { countItems, createKiosk, placeDrafts } from '#demo/sui-node/ledger/kiosks.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startRounds } from '#tests/support/frozen-round.ts';
import { listening } from '#tests/support/listening.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const PACK = path.resolve(import.meta.dirname, '../../scripts/verify-round/pack.ts');

/** A round is open here. */
const open = await forThisFile(startRounds());
/** One is frozen here, without a card of the seller that was sold; another card lies in a kiosk. */
const frozen = await forThisFile(frozenRound());

async function frozenRound() {
  const rounds = await startRounds();
  const { product, registered, closeNow, askFreeze, pass } = rounds;
  const people: Awaited<ReturnType<typeof registered>>[] = [];
  for (let n = 0; n < 5; n += 1) people.push(await registered(`person ${n}`, 5 + n * 5));
  const seller = await registered('seller');
  transfer(product.ledger, seller.cards[0]!, people[2]!.address);
  const inKiosk = people[4]!;
  const { kioskId } = createKiosk(product.ledger, inKiosk.address);
  const card = product.ledger.object(inKiosk.cards[0]!);
  product.ledger.commit({
    writes: [...placeDrafts(kioskId, card, false), countItems(product.ledger.object(kioskId), 1)],
  });
  await closeNow();
  await product.clock.advance(60_000);
  await askFreeze();
  return { ...rounds, people, seller, round: await pass() };
}

/** Empty but for the packed script, and outside the project: nothing of it can be found from there. */
const folder = makeTempFolder('verify');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
expect(await run(process.execPath, [PACK, folder])).toMatchObject({ code: 0 });
const tarball = `./${readdirSync(folder)[0]}`;
const npm = ['--offline', '--no-audit', '--no-fund', '--cache', path.join(folder, 'cache')];
expect(await run('npm', ['install', ...npm, tarball])).toMatchObject({ code: 0 });

async function run(command: string, args: readonly string[]) {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
  const [words, faults] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, words: words + faults };
}
const verify = (...args: string[]) =>
  run(path.join(folder, 'node_modules/.bin/verify-round'), args);

/** The product, with its list changed on the way. */
async function behindLiar(lie: (list: string[]) => string[]) {
  const server = createServer(async (request, answer) => {
    const truth = await fetch(frozen.product.origin + request.url);
    let body = await truth.text();
    if (request.url?.includes('/list')) {
      body = lie(body.split('\n').slice(0, -1))
        .map((line) => `${line}\n`)
        .join('');
    }
    answer.writeHead(truth.status, { 'content-type': 'text/plain' }).end(body);
  });
  const result = await verify(`http://127.0.0.1:${await listening(server)}`);
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
  return result;
}

describe('an outsider who verifies a round', () => {
  it('is told that none is frozen yet, or that nothing answers', async () => {
    expect(await verify(open.product.origin)).toEqual({
      code: 2,
      words: 'no round is frozen there yet\n',
    });
    expect(await verify('http://127.0.0.1:1')).toMatchObject({ code: 2 });
    expect(await verify()).toMatchObject({ code: 2, words: expect.stringContaining('<url>') });
  });

  it('is run with npx from its package, where nothing else is', {
    tags: 'whitelist-25',
  }, async () => {
    const { code, words } = await run('npx', ['--yes', ...npm, tarball, 'http://127.0.0.1:1']);
    expect([code, words]).toEqual([2, expect.stringContaining('cannot be read')]);
  });
});

describe('a round', { tags: 'W7' }, () => {
  const { product, lines, people, seller } = frozen;

  it('opens, takes registrations, and closes', async () => {
    const { product, registered, setTimes } = open;
    const inMs = (ms: number) => new Date(product.clock.now().getTime() + ms).toISOString();
    await setTimes(inMs(60_000), inMs(3_600_000));
    await expect(registered('early')).rejects.toMatchObject({ reason: 'round-upcoming' });
    await product.clock.advance(60_000);
    await registered('in time');
    await product.clock.advance(3_600_000);
    await expect(registered('late')).rejects.toMatchObject({ reason: 'round-closed' });
  });

  it('is published without the sold card; any kind of node confirms its root and where its cards lie', {
    tags: ['W3', 'whitelist-20', 'whitelist-25'],
  }, async () => {
    expect(frozen.round).toMatchObject({
      state: 'frozen',
      published: { registrations: 6, counted: 5 },
    });
    const list = await lines('/api/booster-pack/rounds/1/list');
    expect(list.join()).not.toContain(seller.address);
    transfer(product.ledger, people[0]!.cards[0]!, people[1]!.address);

    const { url, graphqlUrl, jsonRpcUrl } = product.node;
    const nodes = { grpc: url, graphql: graphqlUrl, jsonrpc: jsonRpcUrl };
    for (const [transport, node] of Object.entries(nodes)) {
      const { code, words } = await verify(
        `${product.origin}/api/booster-pack/rounds/1`,
        ...['--node', node, '--transport', transport],
      );
      expect(words).toContain('Everything agrees.');
      expect(words).toContain('73 cards lie in their wallet');
      expect(words).toContain('1 cards lie in their kiosk');
      expect(words).toContain('1 cards lie elsewhere now');
      expect(words).toContain(`${people[0]!.cards[0]}, then of ${people[0]!.address}`);
      expect(code).toBe(0);
    }
  });

  it('shows a changed byte, a missing wallet and a card that is counted twice', {
    tags: 'whitelist-25',
  }, async () => {
    const list = await lines('/api/booster-pack/rounds/1/list');
    const walletOf = (line: string): string => JSON.parse(line).address;

    const byte = await behindLiar(([first = '', ...rest]) => [
      first.replace(/"entries":\d/, '"entries":9'),
      ...rest,
    ]);
    expect(byte.words).toContain(`line 1: the wallet ${walletOf(list[0]!)} has 9 entries, and`);
    expect(byte).toMatchObject({ code: 1, words: expect.stringContaining('the root of the list') });

    const space = await behindLiar(([first, ...rest]) => [`${first} `, ...rest]);
    expect(space.words).toContain('line 1 is not written as a line of the list');
    expect(space.code).toBe(1);

    const missing = await behindLiar((all) => all.toSpliced(2, 1));
    expect(missing.words).toContain(`list: the wallet ${walletOf(list[2]!)} is missing`);
    expect(missing.code).toBe(1);

    const card: string = JSON.parse(list[0]!).cards[0];
    const doubled = await behindLiar((all) => {
      const second = JSON.parse(all[1]!);
      second.cards = [...second.cards.slice(1), card].sort();
      return all.with(1, JSON.stringify(second));
    });
    expect(doubled.words).toContain(`line 2: the card ${card} is counted twice, first in line 1`);
    expect(doubled.code).toBe(1);
  });
});
