/** A wallet that needs no extension, where it is set: its real client, and a window that answers as its maker's site does. */
import { expect, type Page } from '@playwright/test';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { testAtNode } from '../e2e/support/product-fixture.ts';
import { sign } from '../e2e/support/profile.ts';
import { scriptsNaming } from './fixture.ts';

const test = testAtNode({ WEB_WALLET: 'slush' });

const METADATA = { id: 'com.mystenlabs.suiwallet.web', walletName: 'Slush', enabled: true };
const icon = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;

/** The window of the wallet: reads the request behind the #, lets its person say yes, and answers. */
const WINDOW = `<!doctype html><title>Slush</title><script>
const request = JSON.parse(atob(decodeURIComponent(location.hash.slice(1))));
answerAs(request.payload).then((data) => {
  opener.postMessage({ id: request.requestId, source: 'web-wallet-channel', version: '1',
    payload: { type: 'resolve', data } }, new URL(request.appUrl).origin);
  close();
});
</script>`;

async function openWalletSite(page: Page, persona: string): Promise<void> {
  const context = page.context();
  const keypair = personaKeypair(persona);
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  await context.exposeFunction('answerAs', async (payload: { type: string; message?: string }) => {
    if (payload.type === 'connect') {
      const publicKey = keypair.getPublicKey().toBase64();
      const accounts = [{ address: keypair.toSuiAddress(), publicKey }];
      const claims = { exp: 4e9, iat: 0, iss: 'slush', aud: 'page', payload: { accounts } };
      return { type: 'connect', session: `${encoded({ alg: 'HS256' })}.${encoded(claims)}.c2ln` };
    }
    const message = Buffer.from(payload.message ?? '', 'base64');
    return { type: payload.type, ...(await keypair.signPersonalMessage(message)) };
  });
  await context.route('https://my.slush.app/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: WINDOW }),
  );
  await context.route('https://api.slush.app/**', (route) =>
    route.fulfill({ json: { ...METADATA, icon }, headers: { 'access-control-allow-origin': '*' } }),
  );
}

test('somebody without an extension connects and signs in through the web wallet', {
  tag: '@wallet-22',
}, async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  await openWalletSite(page, 'duo');
  const loaded = scriptsNaming(page, 'https://api.slush.app');
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('button', { name: 'Slush', exact: true }).click();
  await expect(page.getByText('2 cards').or(page.getByLabel('Display name')).first()).toBeVisible();
  await page.getByLabel('Display name').fill('From the web');
  await page.getByRole('button', { name: 'Save' }).click();
  await sign(page);
  await expect(page.getByRole('heading', { name: 'From the web' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'From the web' })).toBeVisible();
  const answer = await page.request.get(`/api/users/${personaAddress('duo')}`);
  expect(await answer.json()).toMatchObject({ displayName: 'From the web', nftCount: 2 });
  expect(complaints).toEqual([]);
  // A file of its own, at each of the two visits.
  expect(await loaded()).toBe(2);
});
