/** The admin re-checks the whole list: who may, the effect, and without a chain. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createRecheckStore } from '#server/whitelist/recheck-store.ts';
import { createRechecks } from '#server/whitelist/rechecks.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { ADMIN, type Person, startProduct } from '#tests/support/in-process-product.ts';

const RECHECK = 'GET /api/booster-pack/whitelist/recheck';
const ASK = 'POST /api/booster-pack/whitelist/recheck';
/** More than one step's worth. */
const PEOPLE = 8;

const product = await forThisFile(startProduct({ config: ADMIN }));
const admin = await product.collector('boss');
async function registrar(name: string) {
  const person = await product.collector(name);
  const cards = product.mint(person.address, 5);
  const { id } = await person.client.register(cards);
  return { ...person, id };
}
const people: Person[] = [];
for (let n = 0; n < PEOPLE; n += 1) people.push(await registrar(`registrar ${n}`));
// Who took it back has nothing to be checked.
const { client: former, id: gone } = await registrar('former registrar');
await former.call('DELETE /api/booster-pack/entry/{id}', { params: { id: gone } });

beforeEach(async () => {
  product.node.faults.clear();
  await product.sql`truncate whitelist_rechecks`;
  await product.clock.advance(600_000);
});

const status = () => admin.client.call(RECHECK, {});
const ask = () => admin.client.call(ASK, {});
const totals = () => admin.client.call('GET /api/booster-pack/whitelist/totals', {});

async function steps(count: number): Promise<void> {
  for (let step = 0; step < count; step += 1)
    await product.app.runJob('recheck the whole whitelist');
}

describe('a re-check of the whole list', () => {
  it('goes through the list in steps, finds what was sold, and ends', { tags: 'W3' }, async () => {
    transfer(product.ledger, await oneCardOf(people[3]!), people[4]!.address);
    expect(await status()).toMatchObject({ state: 'none', wallets: 0 });
    expect(await ask()).toMatchObject({ state: 'running', wallets: PEOPLE, checked: 0 });
    await steps(1);
    const half = await status();
    expect(half.state).toBe('running');
    expect(half.checked).toBeGreaterThan(0);
    expect(half.checked).toBeLessThan(PEOPLE);
    expect(await ask(), 'asking again joins it').toEqual(half);
    await steps(3);
    expect(await status()).toMatchObject({
      state: 'finished',
      wallets: PEOPLE,
      checked: PEOPLE,
      unreachable: 0,
      finishedAt: product.clock.now().toISOString(),
    });
    expect(await totals()).toMatchObject({
      registrations: PEOPLE,
      heldRegistrations: PEOPLE - 1,
      oldestCheckAt: product.clock.now().toISOString(),
    });
  });

  it('leaves alone what was checked within the last minute', async () => {
    await ask();
    await steps(3);
    await product.clock.advance(50_000);
    expect(await ask()).toMatchObject({ state: 'running', wallets: 0 });
    await steps(1);
    expect(await status()).toMatchObject({ state: 'finished', wallets: 0, checked: 0 });
  });

  it('is shared by two servers, and each wallet is read once', async () => {
    const other = await product.another();
    await ask();
    await Promise.all([
      product.app.runJob('recheck the whole whitelist'),
      other.app.runJob('recheck the whole whitelist'),
    ]);
    await Promise.all([
      product.app.runJob('recheck the whole whitelist'),
      other.app.runJob('recheck the whole whitelist'),
    ]);
    expect(await status()).toMatchObject({ state: 'finished', checked: PEOPLE, unreachable: 0 });
  });

  it('takes again what a server had taken that was killed', { tags: 'W3' }, async () => {
    await ask();
    await createRecheckStore(product.sql).take(3, product.clock.now());
    await steps(2);
    expect(await status()).toMatchObject({ state: 'running', checked: PEOPLE - 3 });
    await product.clock.advance(121_000);
    await steps(3);
    expect(await status()).toMatchObject({ state: 'finished', checked: PEOPLE, unreachable: 0 });
  });

  it('gives up when the chain is away, says for how many, and changes no verdict', async () => {
    const before = await totals();
    await ask();
    product.node.faults.set({ kind: '502' });
    await steps(2);
    expect(await status()).toMatchObject({ state: 'running', checked: 0 });
    await steps(1);
    expect(await status()).toMatchObject({ state: 'finished', checked: 0, unreachable: PEOPLE });
    expect(await totals()).toEqual(before);
    product.node.faults.clear();
    await ask();
    await steps(3);
    expect(await status()).toMatchObject({ state: 'finished', checked: PEOPLE, unreachable: 0 });
  });

  it('goes on after a moment without the chain, and after another one, from where it was', async () => {
    await ask();
    for (const goesOn of [1, 3]) {
      product.node.faults.set({ kind: '502' });
      await steps(2);
      product.node.faults.clear();
      await steps(goesOn);
    }
    expect(await status()).toMatchObject({ state: 'finished', checked: PEOPLE, unreachable: 0 });
  });

  it('goes on past as many as it asks for at once, when the chain answers for none of them', {
    tags: 'W3',
  }, async () => {
    const wallets = people.map(({ address }) => address).sort();
    const unreadable = new Set<string>(wallets.slice(0, 6));
    const asked = new Set<string>();
    const rechecks = createRechecks({
      store: createRecheckStore(product.sql),
      entries: {
        async check(wallet) {
          asked.add(wallet);
          return !unreadable.has(wallet);
        },
      },
      checkpoint: async () => 1n,
      bus: product.bus,
      clock: product.clock,
    });
    await ask();
    for (let run = 0; run < 4; run += 1) await rechecks.jobs[0]!.run();
    expect([...asked].sort()).toEqual(wallets);
    expect(await status()).toMatchObject({ state: 'finished', checked: 2, unreachable: 6 });
  });

  it('goes on past wallets that cannot be checked', async () => {
    const wallets = people.map(({ address }) => address).sort();
    await product.sql`CREATE TABLE unwritable AS SELECT unnest(${wallets.slice(0, 6)}::text[]) AS wallet`;
    await product.sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.wallet IN (SELECT wallet FROM unwritable) THEN RAISE EXCEPTION 'not this one'; END IF;
      RETURN NEW; END $$`;
    await product.sql`CREATE TRIGGER refuse BEFORE UPDATE ON whitelist_entries
      FOR EACH ROW EXECUTE FUNCTION refuse()`;
    onTestFinished(async () => {
      await product.sql`DROP FUNCTION refuse CASCADE`;
      await product.sql`DROP TABLE unwritable`;
    });
    await ask();
    const faults: unknown[] = [];
    for (let step = 0; step < 4; step += 1)
      await product.app
        .runJob('recheck the whole whitelist')
        .catch((fault: unknown) => faults.push(fault));
    expect(faults, 'for the log').toEqual([expect.objectContaining({ message: 'not this one' })]);
    expect(await status()).toMatchObject({ state: 'finished', checked: 2, unreachable: 6 });
  });
});

const oneCardOf = async ({ client }: Person) => (await client.cards())[0]!.id;
