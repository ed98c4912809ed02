/** The freeze of a round: everybody is read once more, and the list is published for ever. */
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RoundEvidence, RoundProof } from '#contract/whitelist-rounds.ts';
import { isProof } from '#rules/merkle.ts';
import { leafHash, readLine } from '#rules/round-list.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startRounds } from '#tests/support/frozen-round.ts';
import { send } from '#tests/support/in-process-product.ts';

const sha3 = (bytes: Uint8Array) => createHash('sha3-256').update(bytes).digest();
const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex');

const FREEZE = 'POST /api/admin/booster-pack/rounds/{id}/freeze';
const LIST = '/api/booster-pack/rounds/1/list';

const startRound = () => startRounds({ timeouts: { request: 1_000, call: 1_000 } });
type Rounds = Awaited<ReturnType<typeof startRound>>;

/** A closed round of eight registrations; of one of them a card was sold. */
async function closedRound() {
  const rounds = await startRound();
  const { product, admin, registered } = rounds;
  await registered('first');
  const sold = await registered('sold', 6);
  const mover = await registered('mover', 12);
  const lost = await registered('lost');
  for (let n = 0; n < 4; n += 1) await registered(`other ${n}`, 5 + n * 5);
  transfer(product.ledger, sold.cards[2]!, admin.address);
  await rounds.closeNow();
  await product.clock.advance(60_000);
  return { ...rounds, sold, mover, lost };
}

/** It is being frozen: seven wallets are read, one could not be. */
async function freezingRound() {
  const round = await closedRound();
  await round.askFreeze();
  await passWithFault(round);
  return round;
}

function passWithFault({ product, pass }: Rounds) {
  product.node.faults.set({ kind: '502', method: 'ListOwnedObjects', times: 1 });
  return pass();
}

async function frozenRound() {
  const round = await freezingRound();
  const { published } = await round.pass();
  return { ...round, root: published!.root };
}

const frozen = await forThisFile(frozenRound());

/** One of its own for a test that changes it. */
async function forThisTest<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  onTestFinished(() => started.close());
  return started;
}

describe('a round', () => {
  it('is not frozen before it is closed, nor over another list', {
    tags: ['W7', 'whitelist-18', 'calls-27'],
  }, async () => {
    const { product, admin, current, registered, closeNow } = await forThisTest(startRound());
    await registered('first');
    const { client, entryId } = await registered('second thoughts');
    await client.call('DELETE /api/booster-pack/entry/{id}', { params: { id: entryId } });
    const input = { params: { id: '1' }, body: { registrations: 1 } };
    await expect(admin.client.call(FREEZE, input)).rejects.toMatchObject({
      status: 409,
      reason: 'round-not-closed',
    });
    await closeNow();
    await expect(
      admin.client.call(FREEZE, { ...input, body: { registrations: 2 } }),
    ).rejects.toMatchObject({
      reason: 'round-count-differs',
      message: expect.stringContaining('The list has 1 registration now.'),
    });
    await expect(
      admin.client.call(FREEZE, { ...input, params: { id: '2' } }),
    ).rejects.toMatchObject({ reason: 'round-not-current' });
    expect(await current()).toMatchObject({ state: 'closed', freeze: null });
    for (const file of ['list', 'evidence', `proof/${admin.address}`]) {
      expect(await send(product, 'GET', `/api/booster-pack/rounds/1/${file}`)).toMatchObject({
        status: 409,
        body: { reason: 'round-not-frozen' },
      });
    }
  });
});

describe('a freeze', () => {
  it('names wallets it cannot read, and waits for them', { tags: 'whitelist-19' }, async () => {
    const round = await forThisTest(closedRound());
    const { product, current, askFreeze } = round;
    for (const asked of await Promise.all([askFreeze(), askFreeze()])) {
      expect(asked).toMatchObject({
        state: 'freezing',
        freeze: { wallets: 8, registrations: 8, checked: 0, unreadable: 0 },
      });
    }
    product.node.faults.set({ kind: '502' });
    await product.app.runJob('freeze the round');
    expect((await current()).freeze).toMatchObject({ checked: 0, unreadable: 8 });
    product.node.faults.clear();

    // Nodes behind one address: what lies between such checkpoints proves nothing.
    const newest = vi.spyOn(product.ledger, 'checkpoint', 'get');
    newest.mockReturnValueOnce(9n).mockReturnValue(8n);
    await product.app.runJob('freeze the round');
    newest.mockRestore();
    expect((await current()).freeze).toMatchObject({ checked: 0, unreadable: 8 });

    const { state, freeze } = await passWithFault(round);
    expect(state).toBe('freezing');
    expect(freeze).toMatchObject({ checked: 7, unreadable: 1 });
    expect(freeze?.unreadableWallets).toHaveLength(1);
    expect((await send(product, 'GET', LIST)).status).toBe(409);
  });

  it('takes and gives back no registration while it runs, and starts only once', {
    tags: 'whitelist-18',
  }, async () => {
    const round = await forThisTest(freezingRound());
    const { product, sold, lost, askFreeze, setTimes } = round;
    const registering = sold.client.register(product.mint(sold.address, 5));
    await expect(registering).rejects.toMatchObject({ reason: 'round-freezing' });
    const removing = lost.client.call('DELETE /api/booster-pack/entry/{id}', {
      params: { id: lost.entryId },
    });
    await expect(removing).rejects.toMatchObject({ status: 409, reason: 'round-freezing' });
    expect(await askFreeze()).toMatchObject({ state: 'freezing', freeze: { checked: 7 } });
    await expect(setTimes(null, null)).rejects.toMatchObject({ reason: 'round-freezing' });
  });

  it('goes on at another server after a kill, and reads nobody twice', {
    tags: ['W7', 'whitelist-21'],
  }, async () => {
    const { product, pass } = await forThisTest(freezingRound());
    // As a server that was killed leaves it.
    await product.sql`UPDATE whitelist_rounds SET freezer = 'killed',
      freezer_until = ${new Date(product.clock.now().getTime() + 45_000)}`;
    const other = await product.another();
    expect(await pass(other), 'the lease of the first still runs').toMatchObject({
      freeze: { checked: 7 },
    });
    const readings = () => product.sql`SELECT * FROM whitelist_round_readings ORDER BY read_at`;
    const before = await readings();
    const round = await pass(other);
    expect((await readings()).slice(0, 7)).toEqual(before);
    expect(round).toMatchObject({
      state: 'frozen',
      freeze: null,
      published: { registrations: 8, counted: 7, wallets: 7 },
    });
  });
});

describe('a frozen round', () => {
  const { product, admin, current, askFreeze, setTimes, pass, lines, sold, mover, root } = frozen;

  it('says of each registration what became of it, and where each card lay', {
    tags: 'whitelist-20',
  }, async () => {
    const all = (await lines('/api/booster-pack/rounds/1/evidence')).map(
      (line) => JSON.parse(line) as RoundEvidence,
    );
    expect(all).toHaveLength(8);
    const { published } = await current();
    for (const { checkpoints } of all) {
      expect(checkpoints[0]).toBeGreaterThanOrEqual(published!.firstCheckpoint!);
      expect(checkpoints[1]).toBeLessThanOrEqual(published!.lastCheckpoint!);
    }
    const verdict = all.find(({ address }) => address === sold.address)!;
    expect(verdict).toMatchObject({ verdict: 'missing', registration: sold.entryId, entries: 1 });
    expect(verdict.cards.map(({ id, place }) => [id, place])).toEqual(
      sold.cards.map((id) => [id, id === sold.cards[2] ? null : 'wallet']),
    );
    expect(all.filter((one) => one.verdict === 'held')).toHaveLength(7);
  });

  it('proves each wallet of the list, and nobody else', {
    tags: ['whitelist-23', 'calls-26'],
  }, async () => {
    for (const line of await lines(LIST)) {
      const wallet = readLine(line)!;
      const answer = await send(
        product,
        'GET',
        `/api/booster-pack/rounds/1/proof/${wallet.address}`,
      );
      const proof = answer.body as unknown as RoundProof;
      expect(proof).toMatchObject({ round: 1, root, entries: wallet.entries });
      const { address, entries } = wallet;
      const cards = bytesOf(proof.cardsHash);
      expect(
        isProof(sha3, bytesOf(root), {
          leafHash: leafHash(sha3, { address, entries, cards }),
          index: proof.index,
          leaves: proof.wallets,
          path: proof.path.map(bytesOf),
        }),
      ).toBe(true);
    }
    for (const address of [sold.address, admin.address]) {
      expect(
        await send(product, 'GET', `/api/booster-pack/rounds/1/proof/${address}`),
      ).toMatchObject({ status: 404, body: { reason: 'not-in-round' } });
    }
  });

  it('is answered by its root, to be kept for ever', { tags: 'whitelist-24' }, async () => {
    const address = mover.address;
    for (const file of ['list', 'evidence', `proof/${address}`]) {
      const path = `/api/booster-pack/rounds/1/${file}?root=${root}`;
      const first = await send(product, 'GET', path);
      expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(first.headers.get('set-cookie')).toBeNull();
      const etag = first.headers.get('etag')!;
      const again = await send(product, 'GET', path, { headers: { 'if-none-match': etag } });
      expect([again.status, again.text]).toEqual([304, '']);
      const head = await send(product, 'HEAD', path);
      expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
      const other = `/api/booster-pack/rounds/1/${file}?root=0x${'0'.repeat(64)}`;
      const refused = await send(product, 'GET', other);
      expect(refused).toMatchObject({ status: 409, body: { reason: 'round-root-differs' } });
      expect(refused.headers.get('cache-control')).toBe('no-store');
    }
    expect((await send(product, 'GET', '/api/booster-pack/rounds/7/list')).status).toBe(404);
  });

  it('never changes: nobody can write a row of it', { tags: 'whitelist-22' }, async () => {
    const { sql } = product;
    const writes = [
      sql`UPDATE whitelist_rounds SET root = sha256('x') WHERE id = 1`,
      sql`UPDATE whitelist_rounds SET stage = 'collecting', freezing_at = NULL, root = NULL`,
      sql`DELETE FROM whitelist_rounds`,
      sql`UPDATE whitelist_round_leaves SET entries = 9`,
      sql`DELETE FROM whitelist_round_leaves`,
      sql`INSERT INTO whitelist_round_leaves
        SELECT round_id, 99, ${admin.address}, 1, line, cards_hash, path
        FROM whitelist_round_leaves LIMIT 1`,
      sql`UPDATE whitelist_round_verdicts SET verdict = 'held'`,
      sql`UPDATE whitelist_round_readings SET read_at = now()`,
      sql`DELETE FROM whitelist_round_verdicts`,
      sql`TRUNCATE whitelist_round_leaves`,
      sql`TRUNCATE whitelist_rounds CASCADE`,
    ];
    for (const write of writes) await expect(write).rejects.toThrow(/frozen/);
    await pass();
    expect((await current()).published?.root).toBe(root);
    await expect(setTimes(null, null)).rejects.toMatchObject({ reason: 'round-frozen' });
    await expect(askFreeze()).rejects.toMatchObject({ reason: 'round-frozen' });
    await expect(mover.client.register(product.mint(mover.address, 5))).rejects.toMatchObject({
      status: 409,
      reason: 'round-frozen',
    });
  });

  it('is followed by a round with an empty list, in which all cards are free', {
    tags: 'whitelist-22',
  }, async () => {
    const { product, admin, rounds, lines, mover, lost, root } = await forThisTest(frozenRound());
    const begin = (id: number) =>
      admin.client.call('POST /api/admin/booster-pack/rounds', {
        body: { id, opensAt: null, closesAt: null },
      });
    const read = async (server: { origin: string }, path: string) =>
      JSON.parse((await send(server, 'GET', `/api/booster-pack/${path}`)).text);
    const unaware = await product.another();
    expect(await read(unaware, 'rounds')).toMatchObject([{ id: 1 }]);
    expect(await read(unaware, 'whitelist')).toHaveLength(8);
    await expect(begin(1)).rejects.toMatchObject({ reason: 'round-not-current' });
    await expect(begin(3)).rejects.toMatchObject({ reason: 'round-not-current' });
    // Who asks for the round that has just begun has it.
    expect(await Promise.all([begin(2), begin(2)])).toMatchObject([{ id: 2 }, { id: 2 }]);
    expect(await rounds()).toMatchObject([
      { id: 2, state: 'open', published: null },
      { id: 1, state: 'frozen', published: { root } },
    ]);
    const totals = admin.client.call('GET /api/booster-pack/whitelist/totals', {});
    expect(await totals).toMatchObject({ registrations: 0 });
    // A page asks for the list once it reads that the round changed, and then not again.
    await expect.poll(async () => (await read(unaware, 'rounds'))[0]).toMatchObject({ id: 2 });
    expect(await read(unaware, 'whitelist')).toEqual([]);
    await lost.client.register(lost.cards);
    expect(await lines(LIST)).toHaveLength(7);
    // A page that was open all the time still shows it, with its bin.
    const params = { id: mover.entryId };
    await expect(
      mover.client.call('DELETE /api/booster-pack/entry/{id}', { params }),
    ).rejects.toMatchObject({ status: 409, reason: 'entry-frozen' });
  });
});
