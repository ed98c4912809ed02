/** The real server, killed in the middle of a freeze of the demo's list. */
import { expect, it } from 'vitest';
import type { WhitelistRound } from '#contract/whitelist-rounds.ts';
import { Client } from '#demo/client.ts';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { REGISTRATIONS } from '#demo/seed.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { connectBehind } from '#tests/support/many-entries.ts';
import { startProduct } from '#tests/support/product.ts';
import { checkRound } from '../../scripts/verify-round/check.ts';
import { findRound } from '../../scripts/verify-round/download.ts';

const POLL = { timeout: 30_000 };

it('a freeze that was killed goes on where it was, and ends with the root of its list', {
  tags: ['W7', 'whitelist-21'],
  // Two starts of the whole server, and the people of the demo register.
  timeout: 180_000,
}, async () => {
  const env = { ADMIN_WALLET: personaAddress('ace'), LOG_LEVEL: 'silent' };
  const product = await forThisFile(startProduct({ env }));
  const sql = connectBehind(product);
  const admin = new Client({ origin: product.url, signer: personaKeypair('ace') });
  const registrations = Object.values(REGISTRATIONS).flat().length;
  const totals = () => admin.call('GET /api/booster-pack/whitelist/totals', {});
  await expect.poll(async () => (await totals()).registrations, POLL).toBe(registrations);
  const round = (): Promise<WhitelistRound> =>
    admin.call('GET /api/booster-pack/rounds/{id}', { params: { id: '1' } });
  const readings = () => sql`
    SELECT wallet, read_at AS "readAt" FROM whitelist_round_readings ORDER BY read_at, wallet`;
  /** As if half a minute went by between two readings of these wallets, whoever asks for them. */
  const hurry = (least: string) => sql`
    UPDATE readings SET read_at = read_at - interval '1 minute' WHERE wallet >= ${least}`;

  await admin.signIn();
  await admin.call('PATCH /api/admin/booster-pack/rounds/{id}', {
    params: { id: '1' },
    body: { opensAt: null, closesAt: new Date(0).toISOString() },
  });
  const wallets = await sql<{ wallet: string }[]>`
    SELECT DISTINCT wallet FROM whitelist_entries WHERE deleted_at IS NULL ORDER BY wallet`;
  await sql`UPDATE readings SET read_at = now() WHERE wallet = ${wallets[0]!.wallet}`;
  await admin.call('POST /api/admin/booster-pack/rounds/{id}/freeze', {
    params: { id: '1' },
    body: { registrations },
  });
  const checked = async () => {
    await hurry(wallets[1]!.wallet);
    return (await round()).freeze?.checked;
  };
  await expect.poll(checked, POLL).toBe(wallets.length - 1);
  await product.kill9();
  const before = await readings();
  expect(before).toHaveLength(wallets.length - 1);

  // As if the lease of the one that was killed were over.
  await sql`UPDATE whitelist_rounds SET freezer_until = now()`;
  await product.restart();
  const state = async () => {
    await hurry('');
    return (await round()).state;
  };
  await expect.poll(state, POLL).toBe('frozen');
  expect(await readings()).toEqual(expect.arrayContaining([...before]));
  const found = await findRound(product.url);
  const verified = await checkRound(found.base, found.round);
  expect(verified.faults).toEqual([]);
  expect(verified.root).toBe((await round()).published!.root);
  await sql.end();
});
