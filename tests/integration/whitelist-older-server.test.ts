/** A server of the version before rounds, beside one that freezes: it registers and deletes without asking for the round. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Address } from '#rules/address.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startRounds } from '#tests/support/frozen-round.ts';

const rounds = await forThisFile(startRounds());
const { product, registered, setTimes, closeNow, askFreeze, pass, lines } = rounds;

/** What the older server writes when somebody registers. */
function registerThere(wallet: Address, cardIds: readonly Address[]) {
  const at = product.clock.now();
  const id = `older ${cardIds[0]}`;
  return product.sql.begin(async (tx) => {
    await tx`
      INSERT INTO whitelist_entries
        (id, wallet, card_ids, selection_hash, entry_count, registered_at, checked_at)
      VALUES (${id}, ${wallet}, ${[...cardIds]}::text[],
        ${createHash('sha256').update(id).digest()}, 1, ${at}, ${at})`;
    await tx`
      INSERT INTO whitelist_claims (card_id, entry_id)
      SELECT card_id, ${id} FROM unnest(${[...cardIds]}::text[]) AS card_id`;
  });
}
const deleteThere = (id: string) =>
  product.sql`UPDATE whitelist_entries SET deleted_at = now() WHERE id = ${id}`;

describe('a server that knows no rounds', { tags: ['W7', 'whitelist-18'] }, () => {
  it('registers nothing before the round opens, after it closed, while it freezes, and once it is frozen', async () => {
    const person = await registered('person');
    const cards = product.mint(person.address, 20);
    await registerThere(person.address, cards.slice(0, 5));

    const tomorrow = new Date(product.clock.now().getTime() + 86_400_000).toISOString();
    await setTimes(tomorrow, null);
    await expect(registerThere(person.address, cards.slice(5, 10))).rejects.toThrow(/not open/);
    await closeNow();
    await expect(registerThere(person.address, cards.slice(5, 10))).rejects.toThrow(/not open/);
    await product.clock.advance(60_000);

    expect(await askFreeze()).toMatchObject({ freeze: { registrations: 2 } });
    product.node.faults.set({ kind: '502', method: 'ListOwnedObjects' });
    await pass();
    product.node.faults.clear();
    await expect(registerThere(person.address, cards.slice(5, 10))).rejects.toThrow(/not open/);
    await expect(deleteThere(person.entryId)).rejects.toThrow(/freezing/);
    expect(await pass()).toMatchObject({
      state: 'frozen',
      published: { registrations: 2, counted: 2, entries: 2 },
    });
    expect(await lines('/api/booster-pack/rounds/1/list')).toHaveLength(1);
    await expect(registerThere(person.address, cards.slice(5, 10))).rejects.toThrow(/not open/);
  });
});
