/** Rounds of the whitelist: when registrations are taken, and what only the admin may do. */
import { beforeEach, describe, expect, it } from 'vitest';
import { holding, locksAwaited } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startRounds } from '#tests/support/frozen-round.ts';

const { product, admin, current, setTimes, registered } = await forThisFile(startRounds());

const inMinutes = (minutes: number) =>
  new Date(product.clock.now().getTime() + minutes * 60_000).toISOString();

beforeEach(async () => {
  await product.sql`UPDATE whitelist_rounds SET stage = 'collecting', freezing_at = NULL`;
  await setTimes(null, null);
});

describe('a round of the whitelist', { tags: 'W7' }, () => {
  it('is open without end until somebody sets its times', async () => {
    expect(await current()).toEqual({
      id: 1,
      state: 'open',
      opensAt: null,
      closesAt: null,
      freeze: null,
      published: null,
    });
    await registered('early');
  });

  it('has its times from the admin, in order and none of them wrong', async () => {
    const input = { params: { id: '1' }, body: { opensAt: null, closesAt: inMinutes(5) } };
    const key = 'PATCH /api/admin/booster-pack/rounds/{id}';
    expect(await admin.client.call(key, input)).toMatchObject({ state: 'open', ...input.body });
    for (const [body, reason] of [
      [{ opensAt: inMinutes(5), closesAt: inMinutes(5) }, 'round-times-wrong'],
      [{ opensAt: inMinutes(5), closesAt: inMinutes(-60) }, 'round-times-wrong'],
      [{ opensAt: 'soon', closesAt: null }, 'bad-input'],
      [{ opensAt: '0000-01-01T00:00:00Z', closesAt: null }, 'bad-input'],
      [{ opensAt: `${'2'.repeat(50)}`, closesAt: null }, 'bad-input'],
    ] as const) {
      const refused = admin.client.call(key, { params: { id: '1' }, body });
      await expect(refused).rejects.toMatchObject({ status: 400, reason });
    }
    for (const id of ['2', '999999']) {
      await expect(admin.client.call(key, { ...input, params: { id } })).rejects.toMatchObject({
        status: 404,
        reason: 'round-unknown',
      });
    }
    for (const id of ['0', '-1', '1e9', 'x', '1.5', '99999999999999999999']) {
      await expect(admin.client.call(key, { ...input, params: { id } })).rejects.toMatchObject({
        status: 400,
      });
    }
  });

  it('takes and gives back registrations only while it is open', async () => {
    const late = await product.collector('late');
    const cards = product.mint(late.address, 10);
    const entry = await late.client.register(cards.slice(0, 5));
    const remove = () =>
      late.client.call('DELETE /api/booster-pack/entry/{id}', { params: { id: entry.id } });

    await setTimes(inMinutes(10), inMinutes(20));
    expect((await current()).state).toBe('upcoming');
    const opens = expect.stringMatching(/: The whitelist opens on 2026-\d\d-\d\d \d\d:\d\d UTC\.$/);
    for (const call of [() => late.client.register(cards.slice(5)), remove]) {
      await expect(call()).rejects.toMatchObject({
        status: 409,
        reason: 'round-upcoming',
        message: opens,
      });
    }
    await product.clock.advance(10 * 60_000);
    await expect.poll(async () => (await current()).state).toBe('open');
    await late.client.register(cards.slice(5));

    await product.clock.advance(10 * 60_000);
    const asked = product.node.requests.count();
    for (const call of [() => late.client.register(cards), remove]) {
      await expect(call()).rejects.toMatchObject({ status: 409, reason: 'round-closed' });
    }
    // Sent again because the answer was lost.
    expect(await late.client.register(cards.slice(0, 5))).toEqual(entry);
    expect(product.node.requests.count(), 'nothing is read for a round that is closed').toBe(asked);
    await setTimes(null, inMinutes(5));
    expect(await remove()).toMatchObject({ deleted: true });
    // Twice is fine, whenever: there is nothing left to be taken back.
    await setTimes(null, inMinutes(0));
    expect(await remove()).toMatchObject({ deleted: true });
  });

  it('closes now when its end is set to a time that is past', async () => {
    const now = product.clock.now().toISOString();
    expect(await setTimes(null, inMinutes(-60))).toMatchObject({ state: 'closed', closesAt: now });
  });

  it('keeps a time that a change leaves out: two who set one each undo nothing', async () => {
    const change = (body: { opensAt?: string | null; closesAt?: string | null }) =>
      admin.client.call('PATCH /api/admin/booster-pack/rounds/{id}', { params: { id: '1' }, body });
    const [opensAt, closesAt] = [inMinutes(5), inMinutes(10)];
    await Promise.all([change({ opensAt }), change({ closesAt })]);
    expect(await current()).toMatchObject({ opensAt, closesAt });
    expect(await change({})).toMatchObject({ opensAt, closesAt });
    await expect(change({ opensAt: inMinutes(15) })).rejects.toMatchObject({
      status: 400,
      reason: 'round-times-wrong',
    });
    expect(await change({ opensAt: null })).toMatchObject({ opensAt: null, closesAt });
  });

  it('takes no registration that was on its way when the freeze began', async () => {
    const racer = await product.collector('racer');
    const cards = product.mint(racer.address, 5);
    const commit = await holding(
      product.sql,
      (tx) => tx`UPDATE whitelist_rounds SET stage = 'freezing', freezing_at = now() WHERE id = 1`,
    );
    // Expected from the start: the refusal can come before the end of `commit`.
    const refused = expect(racer.client.register(cards)).rejects.toMatchObject({
      reason: 'round-freezing',
    });
    await locksAwaited(product.sql, 1);
    await commit();
    await refused;
    expect(await racer.client.entries()).toEqual([]);
  });

  it('refuses at once to give a registration back while the list is published, which may take long', async () => {
    const { client, entryId } = await registered('regretter');
    await product.sql`UPDATE whitelist_rounds SET stage = 'freezing', freezing_at = now() WHERE id = 1`;
    const publish = await holding(
      product.sql,
      (tx) => tx`SELECT FROM whitelist_rounds WHERE id = 1 FOR UPDATE`,
    );
    const refused = client.call('DELETE /api/booster-pack/entry/{id}', {
      params: { id: entryId },
    });
    await expect(refused).rejects.toMatchObject({ status: 409, reason: 'round-freezing' });
    await publish();
  });
});
