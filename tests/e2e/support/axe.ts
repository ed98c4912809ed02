import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe has to say about the page as it stands: rule, and the elements that break it. */
export async function complaints(page: Page): Promise<[rule: string, elements: string[]][]> {
  // Legacy mode leaves out the search through frames, for which a second page would be opened; the
  // product has no frames.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
