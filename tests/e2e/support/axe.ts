import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Violations that axe finds on the page: rule and elements. */
export async function complaints(page: Page): Promise<[rule: string, elements: string[]][]> {
  // Legacy mode does not look into iframes, which would open a second page; the product has none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
