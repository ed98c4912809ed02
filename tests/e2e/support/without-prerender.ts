/** Pages as the server sends them when it could not render them: the browser fetches everything itself. */
import type { Page } from '@playwright/test';

/** @param change what else is done to the document */
export async function withoutPrerender(
  page: Page,
  change: (html: string) => string = (html) => html,
): Promise<void> {
  await page.route(
    (url) => !url.pathname.includes('.') && !url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const text = await response.text();
      const [, program = ''] = /<template id="program">(.*?)<\/template>/s.exec(text) ?? [];
      const html = text
        .replace('</head>', () => `${program}</head>`)
        // With the script behind the template, which would look for it.
        .replace(
          /<div id="root">.*?<template id="program">.*?<\/template><script>.*?<\/script>/s,
          '<div id="root"></div>',
        )
        .replace(/<style>\[data-visitor.*?<\/style>/s, '')
        .replace(/<script type="application\/json" id="initial-data">.*?<\/script>/s, '');
      await route.fulfill({ response, body: change(html) });
    },
  );
}
