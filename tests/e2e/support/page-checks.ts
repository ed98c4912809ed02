/** What is wrong with what a page shows, and what Chromium did for it. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** Violations that axe finds on the page: rule and elements. */
export async function complaints(page: Page): Promise<[rule: string, elements: string[]][]> {
  // Legacy mode does not look into iframes, which would open a second page; the product has none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: window.innerWidth,
  }));
  expect(widths.page).toBeLessThanOrEqual(widths.window);
}

/**
 * Words that stand nearer than this to the left or right edge of the window, or beyond it. What ends in an ellipsis or
 * scrolls sideways is meant so, and so is what only screen readers are told.
 */
export function wordsAtTheEdge(page: Page, px = 12): Promise<string[]> {
  return page.evaluate((least) => {
    const isMeant = (one: Element) => {
      const { overflowX, textOverflow, clip, clipPath } = getComputedStyle(one);
      const isForReaders = clipPath === 'inset(50%)' || /^rect\(0px, 0px/.test(clip);
      if (isForReaders || one.ariaHidden === 'true') return true;
      return textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX);
    };
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      const element = range.commonAncestorContainer.parentElement!;
      const isSeen = width > 1 && element.checkVisibility({ visibilityProperty: true });
      if (!isSeen || (left >= least && right <= innerWidth - least)) continue;
      let box: Element | null = element;
      while (box !== null && !isMeant(box)) box = box.parentElement;
      if (box === null) found.push(`${element.className}: ${range}`);
    }
    return found;
  }, px);
}

/** Runs in the page: whether words of an element are cut off, also of one with several lines. */
export function isCut(one: Element): boolean {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = one;
  const isLow = scrollHeight > clientHeight + parseFloat(getComputedStyle(one).fontSize) / 2;
  return clientWidth === 0 || scrollWidth > clientWidth || isLow;
}

/** What is written on buttons that are too narrow for it. */
export function cutButtons(inside: Locator): Promise<(string | null)[]> {
  return inside
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
}

/**
 * Starts Chromium's own trace of what it does for the page, with these categories. `TraceEvent`: what the caller reads of an event.
 * @returns ends it
 */
export async function startTrace<TraceEvent>(
  page: Page,
  ...includedCategories: string[]
): Promise<() => Promise<readonly TraceEvent[]>> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories },
  });
  return async () => {
    const isDone = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
    await devtools.send('Tracing.end');
    await isDone;
    await devtools.detach();
    return events;
  };
}

/** Runs in the page. What the selector names lies whole in sight; the pointer hits what can be pressed in its middle. */
export function wrongHere(whole: string): string[] {
  const wrong: string[] = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollHeight > innerHeight) wrong.push(`scrolls by ${scrollHeight - innerHeight} px`);
  if (scrollWidth > innerWidth) wrong.push(`scrolls sideways by ${scrollWidth - innerWidth} px`);
  for (const element of document.querySelectorAll(whole)) {
    const name = `${element.className} ${element.textContent.trim().slice(0, 24)}`;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const bar = document.querySelector('.nav')!.getBoundingClientRect().bottom;
    // Half a pixel is rounding.
    if (top < bar - 0.5 || bottom > innerHeight + 0.5 || left < -0.5 || right > innerWidth + 0.5) {
      wrong.push(`${name}: ${[left, top, right, bottom].map(Math.round)} is not whole in sight`);
    }
    if (!element.matches('button, label')) continue;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (hit === null || !element.contains(hit)) {
      wrong.push(`${name}: the pointer hits ${hit?.className ?? 'nothing'}`);
    }
  }
  return wrong;
}
