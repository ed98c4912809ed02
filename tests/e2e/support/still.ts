/** Waiting for a page to come to rest, counted in its own frames, never in time. */
import type { Locator, Page } from '@playwright/test';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** So many frames alike count as rest: a scroll that glides out moves in every one of them. */
const CALM_FRAMES = 8;

/** Lets the page draw some frames; what it put off to a timer or an effect has run by then. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** Where an element is once it no longer moves. A box that is read earlier is out of date when it is used. */
export function settledBox(target: Locator): Promise<Box> {
  return target.evaluate(async (element, calm) => {
    const look = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    };
    let last = look();
    for (let alike = 0; alike < calm; ) {
      await new Promise(requestAnimationFrame);
      const now = look();
      alike = JSON.stringify(now) === JSON.stringify(last) ? alike + 1 : 0;
      last = now;
    }
    return last;
  }, CALM_FRAMES);
}

/** Resolves when the page has stopped scrolling, also one that glides on after a swipe. */
export async function settledScroll(page: Page): Promise<void> {
  await settledBox(page.locator('body'));
}
