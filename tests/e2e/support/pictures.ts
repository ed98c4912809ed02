/** Pictures of pages, for tests that take them when asked: `PICTURES=<folder>`. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page, PageScreenshotOptions } from '@playwright/test';

const FOLDER = process.env.PICTURES ?? '';

export const TAKES_PICTURES = FOLDER !== '';

/** Most tries to find a page at rest: fonts and pictures come late, cards turn in. */
const MOST_TRIES = 20;

/** Takes a picture of a page at rest: two in a row are the same. */
export async function takePicture(
  page: Page,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const take = () =>
    page.screenshot({ animations: 'disabled', ...options, path: path.join(FOLDER, `${name}.png`) });
  for (let before = await take(), tries = 1; tries < MOST_TRIES; tries += 1) {
    const now = await take();
    if (now.equals(before)) return;
    before = now;
  }
}
