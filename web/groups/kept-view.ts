/** How the organiser was last looked at: the order and the stacks, kept by the browser. What is searched for is not. */
import { type CardFilter, NO_FILTER, ORDERS } from './sections.ts';

const KEY = 'cards_view';

/** The filter to begin with. */
export function keptView(): CardFilter {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<CardFilter> | null;
    const order = ORDERS.find((one) => one === kept?.order) ?? NO_FILTER.order;
    return { ...NO_FILTER, order, isStacked: kept?.isStacked === true };
  } catch {
    return NO_FILTER;
  }
}

export function keepView({ order, isStacked }: CardFilter): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ order, isStacked }));
  } catch {
    // Storage may be closed to us; the view then lasts as long as the page.
  }
}
