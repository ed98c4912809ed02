/** A browser that translates the page. */
import { expect, type Page } from '@playwright/test';
import { seat, test } from './support/battle-fixture.ts';
import { join, shoot } from './support/duel.ts';
import { addGroup } from './support/profile.ts';
import { untilInteractive } from './support/ready.ts';

/** Replaces every text, now and later: Chrome and Edge by a <font>, others by a text of their own. */
function translate(page: Page, place: 'font' | 'text' = 'font'): Promise<void> {
  return page.evaluate((place) => {
    const own = new WeakSet<Node>();
    const isLeft = (text: Node) =>
      own.has(text) ||
      text.nodeValue?.trim() === '' ||
      text.parentElement?.translate === false ||
      text.parentElement?.closest('script, style, svg, textarea, font') !== null;
    const replace = (text: Node) => {
      if (isLeft(text)) return;
      const put = place === 'font' ? document.createElement('font') : document.createTextNode('');
      put.textContent = text.nodeValue;
      own.add(put);
      text.parentNode?.replaceChild(put, text);
    };
    const textsIn = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Node[] = node instanceof Text ? [node] : [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      return texts;
    };
    textsIn(document.body).forEach(replace);
    new MutationObserver((changes) => {
      const touched = changes.flatMap(({ target, addedNodes }) => [
        ...(target instanceof Text ? [target] : []),
        ...addedNodes,
      ]);
      for (const node of touched) if (node.isConnected) textsIn(node).forEach(replace);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, place);
}

for (const [name, place] of [
  ['elements', 'font'],
  ['texts', 'text'],
] as const)
  test(`a page does not fall apart when it is translated by ${name} of the browser's own`, {
    tag: '@pages-69',
  }, async ({ browser, fixture }) => {
    const page = await seat(browser, fixture, 'ace', { path: '/healthz' });
    let answer = () => {};
    const isTranslated = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/**', async (route) => {
      await isTranslated;
      await route.continue();
    });
    await page.goto('/');
    await untilInteractive(page);
    await translate(page, place);
    answer();
    const disconnect = page.getByRole('banner').getByRole('button', { name: 'Disconnect' });
    await expect(disconnect).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your collection' })).toBeVisible();
    await expect(page.locator('.page-broken')).toHaveCount(0);
  });

test('a page that is translated does not say that groups are saved when they are not', {
  tag: ['@pages-69', '@G3'],
}, async ({ browser, fixture }) => {
  const page = await seat(browser, fixture, 'ace', { path: '/profile' });
  const word = page.locator('.save-word');
  await expect(word).toHaveText('Saved');
  await translate(page);
  await page.route('**/api/nft-groups/*', (route) => route.abort());
  await addGroup(page, 'Vault');
  await expect(word).toHaveText('Not saved');
});

test('a match does not fall apart when the page is translated, and its words are those of the moment', {
  tag: '@pages-69',
}, async ({ browser, fixture, rival }) => {
  await rival.open('Midnight duel');
  const page = await seat(browser, fixture, 'ace');
  await translate(page);
  await join(page, 'Midnight duel');
  await expect(page.getByRole('timer')).toBeVisible();
  await fixture.pass(21);
  await expect(page.locator('.pick-timer[data-urgent]')).toContainText('hurry!');
  await shoot(page, 'rock');
});
