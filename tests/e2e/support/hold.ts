import type { Page, Route } from '@playwright/test';

/** Requests of this address wait. @returns lets them go on */
export async function hold(page: Page, url: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** From now on the answers to writes of this address are lost when the server has done what they ask for. */
export async function loseAnswers(
  page: Page,
  url: string,
  instead = (route: Route) => route.abort(),
): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const response = await route.fetch();
    return response.ok() ? instead(route) : route.fulfill({ response });
  });
}

/** From a proxy in front of the server. */
export const notReached = (route: Route) => route.fulfill({ status: 503, body: '' });
