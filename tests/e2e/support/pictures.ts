/** Pictures of pages, for tests that take them when asked: `PICTURES=<folder>`, and `BEFORE=<folder>` to compare them. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, type PageScreenshotOptions } from '@playwright/test';

const FOLDER = process.env.PICTURES ?? '';

export const TAKES_PICTURES = FOLDER !== '';

/** Most tries to find a page at rest: pictures are decoded late, cards turn in. */
const MOST_TRIES = 20;

/** Takes a picture of a page at rest: two in a row are the same. In all of them the same time has passed. */
export async function takePicture(
  page: Page,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const take = async () => {
    await page.evaluate(stillTexts);
    return page.screenshot({
      animations: 'disabled',
      ...options,
      path: path.join(FOLDER, `${name}.png`),
    });
  };
  let last = await take();
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    const now = await take();
    const isAtRest = now.equals(last);
    last = now;
    if (isAtRest) break;
  }
  if (process.env.BEFORE) expect.soft(last).toMatchSnapshot(`${name}.png`);
}

/** Runs in the page: times, and the port in a link of the page, are the same in every picture. */
function stillTexts(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const still = text.data
      .replace(
        /^just now$|(?<=check was )just now|\d+ (min(utes?)?|h|hours?|days?) ago/,
        '3 min ago',
      )
      .replace(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/, 'Mar 3, 2026')
      .replace(/\d{1,2}:\d\d (?=[AP]M|UTC)/, '10:15 ');
    if (still !== text.data) text.data = still;
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('input[readonly]')) {
    input.value = input.value.replace(location.host, 'localhost');
  }
}
