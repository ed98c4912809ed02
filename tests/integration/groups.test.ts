/** Groups against a real PostgreSQL. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { systemClock } from '#server/cluster/clock.ts';
import { createGroups } from '#server/groups/groups.ts';
import { startDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';

const id = (n: number): Address => canonicalAddress(`0x${n.toString(16)}`) as Address;
const WALLET = id(0xa11ce);
const group = (name: string, ...cardIds: string[]) => ({ id: name, name, cardIds });

const held = new Set<string>([id(1), id(2), id(3)]);
const known = new Set<string>([...held, id(4)]);

const db = await forThisFile(startDatabase());
const groups = createGroups({
  sql: db.sql,
  cards: { classify: async () => ({ held, known }) },
  clock: systemClock,
});

beforeEach(() => db.sql`truncate group_sets, card_groups`);

describe('saving groups', () => {
  it('replaces the whole set and keeps order of groups and cards', { tags: 'G1' }, async () => {
    await groups.save(WALLET, [group('old', id(1))], null);
    await groups.save(WALLET, [group('b', id(3), id(1)), group('a')], null);
    expect(await groups.read(WALLET)).toEqual({
      version: expect.stringMatching(/^2-/),
      groups: [group('b', id(3), id(1)), group('a')],
    });
  });

  it('drops a card that left the wallet, by name', { tags: 'G1' }, async () => {
    const saved = await groups.save(WALLET, [group('a', id(4), id(2))], null);
    expect(saved.dropped).toEqual([id(4)]);
    expect((await groups.read(WALLET)).groups).toEqual([group('a', id(2))]);
  });

  it('drops a card of the last save that left before such cards were noted', {
    tags: 'G1',
  }, async () => {
    const early = createGroups({
      sql: db.sql,
      cards: { classify: async () => ({ held: new Set([id(98)]), known: new Set([id(98)]) }) },
      clock: systemClock,
    });
    await early.save(WALLET, [group('a', id(98))], null);
    const saved = await groups.save(WALLET, [group('a', id(98), id(2))], null);
    expect(saved.dropped).toEqual([id(98)]);
    await expect(groups.save(WALLET, [group('a', id(98))], null)).rejects.toMatchObject({
      reason: 'group-token-unknown',
    });
  });

  it.each([
    ['an unknown card', [group('a', id(1)), group('b', id(99))], 'group-token-unknown'],
    ['a card in two groups', [group('a', id(1)), group('b', id(1))], 'group-token-repeated'],
    ['the reserved group', [group('unorganized', id(1))], 'group-id-reserved'],
    ['an id twice', [group('a'), group('a')], 'group-id-repeated'],
    ['a nameless group', [{ id: 'a', name: ' ', cardIds: [] }], 'group-name-invalid'],
  ])('changes nothing with %s', { tags: 'G1' }, async (_, wanted, reason) => {
    await groups.save(WALLET, [group('kept', id(2))], null);
    await expect(groups.save(WALLET, wanted, null)).rejects.toMatchObject({ reason });
    expect(await groups.read(WALLET)).toMatchObject({ groups: [group('kept', id(2))] });
  });

  it('is for three groups without a card, and for as many as one has from before', {
    tags: 'groups-20',
  }, async () => {
    const withCards = (held: string[], left: string[] = []) =>
      createGroups({
        sql: db.sql,
        cards: {
          classify: async () => ({ held: new Set(held), known: new Set([...held, ...left]) }),
        },
        clock: systemClock,
      });
    const refused = { reason: 'no-cards-to-group', facts: { most: 3 } };
    const [three, four, five] = [3, 4, 5].map((count) =>
      [...'abcde'.slice(0, count)].map((name) => group(name)),
    );
    await withCards([]).save(WALLET, three!, null);
    await expect(withCards([]).save(WALLET, four!, null)).rejects.toMatchObject(refused);
    expect((await groups.read(WALLET)).groups).toEqual(three);
    await withCards([], [id(1)]).save(WALLET, [...three!, group('d', id(1))], null);
    await withCards([]).save(WALLET, four!, null);
    await expect(withCards([]).save(WALLET, five!, null)).rejects.toMatchObject(refused);
  });

  it('is refused against a version that is no longer the last', { tags: 'G2' }, async () => {
    const first = await groups.save(WALLET, [group('a')], ['0']);
    await groups.save(WALLET, [group('b')], [first.version]);
    await expect(groups.save(WALLET, [group('c')], [first.version])).rejects.toMatchObject({
      reason: 'groups-changed-elsewhere',
    });
    expect((await groups.read(WALLET)).groups).toEqual([group('b')]);
  });

  it('is refused against a version that a restored backup does not have, even when its number comes again', async () => {
    const { version: early } = await groups.save(WALLET, [group('early')], null);
    const [backup] = await db.sql`SELECT version, token FROM group_sets`;
    const { version: lost } = await groups.save(WALLET, [group('lost')], [early]);
    await db.sql`DELETE FROM card_groups WHERE group_id = 'lost'`;
    await db.sql`UPDATE group_sets SET version = ${backup!.version}, token = ${backup!.token}`;
    const refused = { reason: 'groups-changed-elsewhere' };
    await expect(groups.save(WALLET, [group('a')], [lost])).rejects.toMatchObject(refused);
    const { version: again } = await groups.save(WALLET, [group('again')], [early]);
    expect(again.split('-')[0]).toBe(lost.split('-')[0]);
    await expect(groups.save(WALLET, [group('a')], [lost])).rejects.toMatchObject(refused);
    expect((await groups.read(WALLET)).groups).toEqual([group('again')]);
  });

  it('lets one through of twenty tabs at once against one version', async () => {
    const tries = Array.from({ length: 20 }, (_, i) =>
      groups.save(WALLET, [group(`tab ${i}`)], ['0']).then(
        () => 'saved',
        (refusal: { reason: string }) => refusal.reason,
      ),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
    expect(outcomes.filter((o) => o === 'groups-changed-elsewhere')).toHaveLength(19);
    expect((await groups.read(WALLET)).groups).toHaveLength(1);
  });
});
