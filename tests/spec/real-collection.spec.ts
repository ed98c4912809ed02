/** A real collection of which nothing else is set: gateways and links. */
import { expect, type Page } from '@playwright/test';
import { contentId } from '#demo/content-id.ts';
import { personaAddress } from '#demo/keys.ts';
import { DEMO_CARD_TYPE, DEMO_COIN_TYPE } from '#demo/world.ts';
import { testAtNode } from '../e2e/support/product-fixture.ts';
import { addSulkyWallet, scriptsNaming } from './fixture.ts';

const GATEWAYS = ['gateway.pinata.cloud', 'ipfs.filebase.io', 'ipfs.io', 'dweb.link'];
const CID = contentId(new TextEncoder().encode('a picture that nobody pins'));
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="11"/>';
const packageOf = (type: string) => type.split('::', 1)[0];

const test = testAtNode({ LOG_LEVEL: 'warn' }, (id) =>
  id === 1 ? `ipfs://${CID}` : `http://pictures.example/${id}.svg`,
);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The profile of a wallet of another maker, of which the places outside answer as `answer` says. */
async function visit(
  page: Page,
  persona: string,
  path: string,
  answer: (host: string) => 'picture' | 'missing' | 'silence' = () => 'missing',
): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => {
    const { protocol, host } = new URL(route.request().url());
    asked.push(`${protocol}//${host}`);
    const found = answer(host);
    if (found === 'silence') return;
    if (found === 'missing') return route.fulfill({ status: 504, body: '' });
    return route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
  });
  await addSulkyWallet(page, personaAddress(persona) as `0x${string}`);
  await page.goto(path);
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('button', { name: 'Sulky' }).click();
  return asked;
}

const picture = (page: Page, name: RegExp) =>
  page.getByRole('main').getByRole('img', { name }).first();
const linkOf = (page: Page, name: RegExp) =>
  page.getByRole('main').getByRole('img', { name }).first().getAttribute('src');

test('a picture is asked for at four public gateways in their order, then the stock one stands there', {
  tag: ['@H5', '@cards-4', '@cards-6'],
}, async ({ page }) => {
  const asked = await visit(page, 'five', '/profile');
  await picture(page, /^Drops of Conviction/).scrollIntoViewIfNeeded();
  await expect.poll(() => linkOf(page, /^Drops of Conviction/)).toBe('/art/placeholder.svg');
  const gateways = asked.filter((place) => !place.includes('pictures.example'));
  expect(gateways).toEqual(GATEWAYS.map((host) => `https://${host}`));
});

test('a gateway that does not answer is given up after a time, and a picture named by http is asked for by https', {
  tag: ['@H5', '@cards-5'],
}, async ({ page }) => {
  const asked = await visit(page, 'five', '/profile', (host) =>
    host === GATEWAYS[0] ? 'silence' : 'picture',
  );
  await picture(page, /^Drops of Conviction/).scrollIntoViewIfNeeded();
  await expect
    .poll(() => linkOf(page, /^Drops of Conviction/))
    .toBe(`https://${GATEWAYS[1]}/ipfs/${CID}`);
  await picture(page, /^the hodlord card/).scrollIntoViewIfNeeded();
  await expect.poll(() => linkOf(page, /^the hodlord card/)).toBe('https://pictures.example/2.svg');
  expect(asked.filter((place) => place.startsWith('http:'))).toEqual([]);
});

test('what is not set leads to the explorer, and the start says so; no web wallet is loaded', {
  tag: ['@pages-40', '@wallet-22'],
}, async ({ page, own }) => {
  const ofWebWallets = scriptsNaming(page, 'https://api.slush.app');
  const explorer = (type: string) => `https://suivision.xyz/object/${packageOf(type)}`;
  await page.goto('/');
  const main = page.getByRole('main');
  const tile = (name: RegExp) => main.getByRole('link', { name });
  await expect(tile(/Become the MAIN/)).toHaveAttribute('href', explorer(DEMO_COIN_TYPE));
  await expect(tile(/Become a Collector/)).toHaveAttribute('href', explorer(DEMO_CARD_TYPE));
  expect(own.logs()).toContain(
    'LINK_CHART, LINK_LAUNCHPAD, LINK_MARKETPLACE are not set: what leads there leads to the explorer.',
  );

  await visit(page, 'zero', '/trading-card-game');
  await expect(page.getByRole('heading', { name: 'NFT Access Required' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Get a card' })).toHaveAttribute(
    'href',
    explorer(DEMO_CARD_TYPE),
  );
  expect(await ofWebWallets()).toBe(0);
});
