/** Names that cannot be mistaken for another collector's (N3). */
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { User } from '#contract/collectors.ts';
import { MIGRATIONS_FOLDER, migrate } from '#server/db/migrate.ts';
import { startDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { ADMIN, json, type Person, send, startProduct } from '#tests/support/in-process-product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const product = await forThisFile(startProduct({ config: { ...ADMIN, rateLimitFactor: 1 } }));
const DAY = 24 * 60 * 60 * 1000;

/** By the older of the two calls; `origin` is another server. */
async function rename(person: Person, username: string, origin = product.origin) {
  const options = json({ username }, { cookie: person.client.cookie!, origin });
  return send({ origin }, 'PATCH', `/api/user/${person.address}`, options);
}
const nameOf = async ({ address }: Person) =>
  (await send(product, 'GET', `/api/user/${address}`)).body as unknown as User;
const collectors = (...names: string[]) => Promise.all(names.map(product.collector));
/** Stores a name as a server does that knows no claims. */
const storeName = (person: Person, name: string) =>
  product.sql`UPDATE collectors SET name = ${name} WHERE wallet = ${person.address}`;

describe('a name that looks like another collector’s', { tags: ['N3', 'collectors-13'] }, () => {
  it('is refused with words, by either call, and nothing changes', async () => {
    const [first, second] = (await collectors('first', 'second')) as [Person, Person];
    expect((await rename(first, 'Marigold Ames')).status).toBe(200);
    for (const name of ['Marigold Ames', 'MARIGOLD AMES', 'Mаrigold Ames', 'Marigo1d Arnes ✓']) {
      expect(await rename(second, name)).toMatchObject({
        status: 409,
        body: {
          reason: 'name-taken',
          error: expect.stringContaining('looks like the name of another collector'),
        },
      });
      const profile = second.client.exchange('PATCH /api/users/{walletAddress}/profile', {
        params: { walletAddress: second.address },
        body: { displayName: name, profilePictureCard: null },
      });
      expect(await profile).toMatchObject({ status: 409, body: { reason: 'name-taken' } });
    }
    expect((await nameOf(second)).displayName).toBeNull();
    expect((await rename(second, 'Marigold Amos')).status).toBe(200);
  });

  it('is borne by one of all who take it at once, on two servers', async () => {
    const other = await product.another();
    const people = await collectors(...Array.from({ length: 8 }, (_, n) => `racer ${n}`));
    // Each has a name already, so that one is given up in the same moment.
    for (const [n, person] of people.entries()) await rename(person, `Racer of lane ${n}${n}`);
    const looks = ['HANNA', 'ΗΑΝΝΑ', 'Hanna', 'Hаnnа', 'hanna', 'Hänna', 'H.anna', 'ＨＡＮＮＡ'];
    const answers = await Promise.all(
      people.map((person, n) =>
        rename(person, looks[n]!, n % 2 === 0 ? product.origin : other.origin),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    const now = await Promise.all(people.map(nameOf));
    expect(now.filter(({ displayName }) => !displayName?.startsWith('Racer'))).toHaveLength(1);
  });

  it('may be one’s own in other letters', async () => {
    const person = await product.collector('own');
    expect((await rename(person, 'Odette')).status).toBe(200);
    expect(await rename(person, 'ODETTE')).toMatchObject({ status: 200 });
    expect((await nameOf(person)).displayName).toBe('ODETTE');
  });
});

describe('a name that was given up', { tags: ['N3', 'collectors-14'] }, () => {
  it('stays free for its last owner, and for nobody else for 30 days', async () => {
    const [owner, other] = (await collectors('giver', 'taker')) as [Person, Person];
    await rename(owner, 'Peregrine');
    await rename(owner, 'Quentin');
    expect((await rename(other, 'peregrine')).status).toBe(409);
    expect((await rename(owner, 'Peregrine')).status).toBe(200);
    await rename(owner, 'Quentin');
    await product.clock.advance(30 * DAY - 1_000);
    await product.app.runJob('free names given up');
    await other.client.signIn();
    await owner.client.signIn();
    expect((await rename(other, 'Peregrine')).status).toBe(409);
    await product.clock.advance(1_000);
    expect((await rename(other, 'Peregrine')).status).toBe(200);
    expect((await rename(owner, 'Peregrine')).status).toBe(409);
    expect((await rename(other, 'Quentin')).status).toBe(409);
  });

  it('is the owner’s again once it is taken back, for as long as they bear it', async () => {
    const [owner, other] = (await collectors('returner', 'waiter')) as [Person, Person];
    for (const name of ['Rosalind', 'Sebastian', 'Rosalind']) await rename(owner, name);
    await product.clock.advance(30 * DAY);
    await product.app.runJob('free names given up');
    await other.client.signIn();
    expect((await rename(other, 'Rosalind')).status).toBe(409);
    expect((await rename(other, 'Sebastian')).status).toBe(200);
  });
});

describe('a name kept for the admin', { tags: ['N3', 'collectors-15'] }, () => {
  it('is the admin’s only', async () => {
    const [boss, person] = (await collectors('boss', 'no boss')) as [Person, Person];
    for (const name of ['The MAINZ', 'Admin', 'Mаinz Support']) {
      expect(await rename(person, name)).toMatchObject({
        status: 400,
        body: { reason: 'name-kept-for-admin' },
      });
    }
    expect((await rename(boss, 'The MAINZ')).status).toBe(200);
  });

  it('is not the label of somebody else in other letters', { tags: 'N2' }, async () => {
    const person = await product.collector('label');
    expect(await rename(person, 'Usеr_00ab')).toMatchObject({
      status: 400,
      body: { reason: 'name-reserved-shape' },
    });
  });
});

describe('changes of a name', { tags: ['N3', 'I8', 'collectors-16'] }, () => {
  it('are five a day, counted for all servers, and no first name, picture or refusal is one', async () => {
    const person = await product.collector('fickle');
    const { origin } = await product.another();
    expect((await rename(person, 'Fickle Zero')).status).toBe(200);
    expect((await rename(person, 'Fickle Zero')).status).toBe(200);
    expect((await rename(person, 'Admin')).status).toBe(400);
    await product.clock.advance(60 * 60 * 1000);
    const names = ['Two', 'Three', 'Four', 'Five', 'Six'];
    for (const [n, name] of names.entries()) {
      expect((await rename(person, `Fickle ${name}`, n % 2 ? origin : product.origin)).status).toBe(
        200,
      );
      await product.clock.advance(60 * 60 * 1000);
    }
    for (const at of [product.origin, origin]) {
      const refused = await rename(person, 'Fickle Seven', at);
      expect(refused).toMatchObject({
        status: 429,
        body: {
          error: 'A name can be changed 5 times a day. You can change yours again in 19 hours.',
          facts: { max: 5, wait: '19 hours', seconds: 19 * 60 * 60 },
        },
      });
      expect(refused.headers.get('retry-after')).toBe(String(19 * 60 * 60));
    }
    const picture = person.client.exchange('PATCH /api/users/{walletAddress}/profile', {
      params: { walletAddress: person.address },
      body: { displayName: 'Fickle Six', profilePictureCard: null },
    });
    expect(await picture).toMatchObject({ status: 200 });
    await product.clock.advance(19 * 60 * 60 * 1000);
    // The last one is given once, at however many servers it is asked for at once.
    const both = await Promise.all([
      rename(person, 'Fickle Seven'),
      rename(person, 'Fickle Eight', origin),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
  });
});

describe('names from before', { tags: ['N3', 'collectors-17'] }, () => {
  it('keep what they are, and who came later is told', async () => {
    const [early, late, later] = (await collectors('early', 'late', 'later')) as Person[];
    await storeName(early!, 'Yvonne');
    await storeName(late!, 'Yvоnne');
    await product.app.runJob('claim names');
    expect(await nameOf(early!)).toMatchObject({ displayName: 'Yvonne', hasLookAlike: false });
    expect(await nameOf(late!)).toMatchObject({ displayName: 'Yvоnne', hasLookAlike: true });
    expect((await rename(later!, 'YVONNE')).status).toBe(409);
    // An older server beside this one changes it: the first name is given up, and the one who was told is looked at again.
    await storeName(early!, 'Yolanda');
    await product.app.runJob('claim names');
    expect((await rename(later!, 'Yolanda')).status).toBe(409);
    expect((await rename(later!, 'Yvonne')).status).toBe(409);
    await product.clock.advance(30 * DAY);
    await product.app.runJob('free names given up');
    await product.app.runJob('claim names');
    expect(await nameOf(late!)).toMatchObject({ displayName: 'Yvоnne', hasLookAlike: false });
    await late!.client.signIn();
    expect((await rename(late!, 'Zelda')).status).toBe(200);
    expect(await product.sql`SELECT FROM names_unclaimed`).toHaveLength(0);
  });

  it('are found in a database of an older version, the oldest collector first', async () => {
    const database = await startDatabase({ empty: true });
    onTestFinished(database.close);
    const folder = makeTempFolder('migrations');
    const old = readdirSync(MIGRATIONS_FOLDER).filter((name) => name < '0155');
    for (const name of old) cpSync(path.join(MIGRATIONS_FOLDER, name), path.join(folder, name));
    await migrate(database.sql, folder);
    await database.sql`
      INSERT INTO collectors (wallet, name, count_reached_at, seen_at, created_at)
      SELECT '0x' || lpad(to_hex(n), 64, '0'), name, now(), now(), now() - n * interval '1 day'
      FROM (VALUES (1, 'Xaver'), (2, 'XAVER'), (3, NULL), (4, 'Wanda')) AS old (n, name)`;
    await migrate(database.sql);
    expect(
      await database.sql`SELECT right(wallet, 1) AS wallet FROM names_unclaimed ORDER BY seq`,
    ).toEqual([{ wallet: '4' }, { wallet: '2' }, { wallet: '1' }]);
  });
});
