/** A group of the organiser, for tests. */
import type { Section } from '#web/groups/canvas/sections.ts';

export const section = (id: string, cardIds: string[], more: Partial<Section> = {}): Section => ({
  id,
  name: id,
  cardIds,
  tileIds: cardIds,
  stacks: new Map(),
  total: cardIds.length,
  hasPlaces: true,
  isCollapsed: false,
  ...more,
});
