/** An outsider computes the list of a round again, with nothing but its address. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { countItems, createKiosk, placeDrafts } from '#demo/sui-node/ledger/kiosks.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startRounds } from '#tests/support/frozen-round.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/verify-round/main.ts');

const rounds = await startRounds();
const { product, registered, closeNow, askFreeze, pass, lines } = rounds;
await forThisFile(Promise.resolve(product));

async function verify(...args: string[]) {
  const run = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => void run.on('close', resolve));
  const words = `${await text(run.stdout)}${await text(run.stderr)}`;
  return { code: await ended, words };
}

/** The product, with its list changed on the way. */
async function behindLiar(lie: (list: string[]) => string[]) {
  const server = createServer(async (request, answer) => {
    const truth = await fetch(product.origin + request.url);
    let body = await truth.text();
    if (request.url?.includes('/list')) {
      body = lie(body.split('\n').slice(0, -1))
        .map((line) => `${line}\n`)
        .join('');
    }
    answer.writeHead(truth.status, { 'content-type': 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const result = await verify(`http://127.0.0.1:${port}`);
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
  return result;
}

const people: Awaited<ReturnType<typeof registered>>[] = [];
for (let n = 0; n < 5; n += 1) people.push(await registered(`person ${n}`, 5 + n * 5));

describe('an outsider who verifies a round', () => {
  it('is told that none is frozen yet, or that nothing answers', async () => {
    expect(await verify(product.origin)).toEqual({
      code: 2,
      words: 'no round is frozen there yet\n',
    });
    expect(await verify('http://127.0.0.1:1')).toMatchObject({ code: 2 });
  });

  it('finds the same root, and the cards where they lie, with any kind of node', {
    tags: ['W7', 'whitelist-25'],
  }, async () => {
    const inKiosk = people[4]!;
    const { ledger } = product;
    const { kioskId } = createKiosk(ledger, inKiosk.address);
    const card = ledger.object(inKiosk.cards[0]!);
    ledger.commit({
      writes: [...placeDrafts(kioskId, card, false), countItems(ledger.object(kioskId), 1)],
    });
    await closeNow();
    await product.clock.advance(60_000);
    await askFreeze();
    expect(await pass()).toMatchObject({ state: 'frozen', published: { counted: 5 } });
    product.ledger.transfer(people[0]!.cards[0]!, people[1]!.address);

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

  it('names a changed byte, a missing wallet and a card that stands there twice', {
    tags: ['W7', 'whitelist-25'],
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
