/** Keeps the sort order and the stacking of the organiser in the browser, but not the search. */
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { type CardFilter, NO_FILTER, ORDERS } from './sections.ts';

const KEY = 'cards_view';

export function keptView(): CardFilter {
  const kept = ifStorageAllows(
    () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<CardFilter> | null,
  );
  const order = ORDERS.find((one) => one === kept?.order) ?? NO_FILTER.order;
  return { ...NO_FILTER, order, isStacked: kept?.isStacked === true };
}

export function keepView({ order, isStacked }: CardFilter): void {
  // Where nothing can be stored, the view lasts as long as the page.
  ifStorageAllows(() => localStorage.setItem(KEY, JSON.stringify({ order, isStacked })));
}
