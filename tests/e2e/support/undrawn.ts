/** Pages as they come when the server could not draw them ahead: the browser asks for everything itself. */
import type { Page } from '@playwright/test';

/** @param change what else is done to the document */
export async function undrawn(
  page: Page,
  change: (html: string) => string = (html) => html,
): Promise<void> {
  await page.route(
    (url) => !url.pathname.includes('.') && !url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = (await response.text())
        .replace(/<div id="root">.*?<template.*?<\/script>/s, '<div id="root"></div>')
        .replace(/<style>\[data-visitor.*?<\/style>/s, '')
        .replace(/<script type="application\/json" id="handed-over">.*?<\/script>/s, '');
      await route.fulfill({ response, body: change(html) });
    },
  );
}
