/** Moves between two states of the page: seen where the browser can draw them, never in the way. */
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './support/demo-product.ts';
import { loadedAhead, pagesAhead, settledBox } from './support/ready.ts';

interface Visitor {
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** The browser draws no moves. */
  readonly isOld?: boolean;
}

/** The home page; `moves` tells how many moves began, and how many were seen to their end. */
async function visit(browser: Browser, { reducedMotion = 'no-preference', isOld }: Visitor = {}) {
  const context = await browser.newContext({ reducedMotion });
  await context.addInitScript((withoutApi) => {
    const seen = { begun: 0, drawn: 0, names: [] as string[] };
    Object.assign(window, { seenMoves: seen });
    if (withoutApi) {
      Object.assign(Document.prototype, { startViewTransition: undefined });
      return;
    }
    const start = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function counted(...change) {
      seen.begun += 1;
      const move = start.apply(this, change);
      move.ready.then(
        () => {
          seen.drawn += 1;
          for (const { effect } of document.getAnimations()) {
            const { pseudoElement } = effect as KeyframeEffect;
            const name = /^::view-transition-group\((.*)\)$/.exec(pseudoElement ?? '')?.[1];
            if (name !== undefined) seen.names.push(name);
          }
        },
        () => {},
      );
      return move;
    };
  }, isOld ?? false);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto('/');
  // What a press needs is there.
  await expect(page.locator('button.demo-notice')).toBeVisible();
  const moves = () =>
    page.evaluate(
      () =>
        (window as unknown as { seenMoves: { begun: number; drawn: number; names: string[] } })
          .seenMoves,
    );
  return { page, moves, said };
}

const bar = (page: Page) => page.getByRole('banner');
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const cardButton = (page: Page) => page.getByRole('button', { name: /the hodlord card/ });

test('a card grows into its modal, and a page into the next; presses that follow one another at once are all obeyed, and no dialog is there twice', {
  tag: '@pages-65',
}, async ({ browser }) => {
  const { page, moves, said } = await visit(browser);
  // A card cannot grow into what has not come.
  await cardButton(page).hover();
  await loadedAhead(page, ['ShowcaseModal']);
  await cardButton(page).click();
  await expect(page.getByRole('dialog', { name: 'the hodlord card' })).toBeVisible();
  await expect.poll(moves).toMatchObject({ begun: 1, drawn: 1 });
  expect((await moves()).names).toContain('card');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(cardButton(page)).toBeFocused();

  await bar(page).getByRole('link', { name: 'Games' }).click();
  await expect(heading(page)).toHaveText('Games');
  await expect.poll(moves).toMatchObject({ begun: 2, drawn: 2 });
  // Back and forward are the browser's own.
  await page.goBack();
  await expect(heading(page)).toContainText('MAIN');
  expect((await moves()).begun).toBe(2);

  await cardButton(page).click();
  await page.getByRole('dialog').waitFor({ state: 'attached' });
  // Beside the card that still grows.
  await page.mouse.click(5, 300);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  for (let turn = 0; turn < 3; turn += 1) {
    // In one task, as no hand could.
    await cardButton(page).evaluate((one: HTMLElement) => {
      one.click();
      one.click();
    });
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  for (const [first, second, title] of [
    ['Games', 'The MAINZ', 'The MAINZ'],
    ['Home', 'Games', 'Games'],
  ] as const) {
    const link = (name: string) =>
      bar(page).locator('.nav-links').getByRole('link', { name, exact: true });
    const { x, y, width, height } = await settledBox(link(second));
    await link(first).click();
    // While the move to the first one is drawn: `link.click` would wait for its end.
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(heading(page)).toHaveText(title);
    await expect(page.getByRole('main')).toHaveCount(1);
  }
  expect(said).toEqual([]);
});

test('under reduced motion, and in a browser that draws no moves, the same happens at once; a tap on the bar then shows the page without asking for anything', {
  tag: ['@pages-66', '@pages-67'],
}, async ({ browser }) => {
  for (const visitor of [{ isOld: true }, { reducedMotion: 'reduce' }] as const) {
    const { page, moves, said } = await visit(browser, visitor);
    await cardButton(page).click();
    await expect(page.getByRole('dialog', { name: 'the hodlord card' })).toBeVisible();
    await page.keyboard.press('Escape');
    await bar(page).getByRole('link', { name: 'Games' }).click();
    await expect(heading(page)).toHaveText('Games');
    expect(await moves()).toMatchObject({ begun: 0 });
    expect(said).toEqual([]);
    if ('reducedMotion' in visitor) await expectTapsToShow(page);
  }
});

async function expectTapsToShow(page: Page): Promise<void> {
  await pagesAhead(page);
  for (const [name, title] of [
    ['The MAINZ', 'The MAINZ'],
    ['Games', 'Games'],
    ['Home', 'MAIN'],
  ] as const) {
    const asked: string[] = [];
    const note = (request: { url(): string }) => {
      if (/\/assets\/.*\.(?:js|css)$/.test(request.url())) asked.push(request.url());
    };
    page.on('request', note);
    // In one task: the link is pressed, and the page drawn before anything could be loaded.
    const shown = await bar(page)
      .locator('.nav-links')
      .getByRole('link', { name, exact: true })
      .evaluate((link: HTMLElement) => {
        link.click();
        return new Promise((resolve) => {
          requestAnimationFrame(() => resolve(document.querySelector('main h1')?.textContent));
        });
      });
    page.off('request', note);
    expect(shown).toContain(title);
    expect(asked, name).toEqual([]);
  }
}
