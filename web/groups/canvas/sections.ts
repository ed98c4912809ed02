/** Which cards are shown, and in which order: collection filter, search, sorting. */
import type { Nft } from '#contract/cards.ts';
import { KIS, type Ki } from '#rules/genesis.ts';
import { type Group, UNORGANIZED } from '#rules/groups.ts';
import { knownKiOf, numberOf } from '#web/cards/card-look.ts';
import { compareNames, inNameOrder } from '#web/cards/name-order.ts';
import { searchFor } from '#web/cards/search.ts';
import { cardsOfTile, stackUp, type Tiles } from './stacks.ts';

/**
 * `own`: as arranged by hand; `name`: by name, #9 before #10; `number`: by the number alone; `newest`: last seen
 * to come first; `state`: listed, then locked cards first.
 */
export const ORDERS = ['own', 'name', 'number', 'newest', 'state'] as const;
export type Order = (typeof ORDERS)[number];

export interface CardFilter {
  /** Move type of the only collection to show; null shows all. */
  readonly collection: string | null;
  /** The only Ki to show; null shows all. */
  readonly ki: Ki | null;
  readonly search: string;
  readonly order: Order;
  readonly isStacked: boolean;
}

export const NO_FILTER: CardFilter = {
  collection: null,
  ki: null,
  search: '',
  order: 'own',
  isStacked: false,
};

export interface Section extends Tiles {
  readonly id: string;
  readonly name: string;
  /** In the order shown; the cards of a stack stand together. */
  readonly cardIds: readonly string[];
  /** Cards in the group, shown or not. */
  readonly total: number;
  /** Whether cards can be dropped between its cards; otherwise only into the group. */
  readonly hasPlaces: boolean;
  readonly isCollapsed: boolean;
}

export type Cards = ReadonlyMap<string, Nft>;

interface Opened {
  readonly collapsed: ReadonlySet<string>;
  readonly spread: ReadonlySet<string>;
  /** The group whose name is being edited: no search hides it. */
  readonly editing: string | null;
}

/**
 * @param groups as `arrange` returns them: every card is in exactly one
 * @param registered cards that are registered for the whitelist
 */
export function sectionsOf(
  groups: readonly Group[],
  cards: Cards,
  filter: CardFilter,
  { collapsed, spread, editing }: Opened,
  registered: ReadonlySet<string>,
): Section[] {
  const isShown = shownBy(cards, filter);
  const inOrder = sorter(cards, filter.order);
  const isSearching = filter.search.trim() !== '';
  return groups.flatMap((group) => {
    const shown = inOrder(group.cardIds.filter(isShown));
    if (isSearching && shown.length === 0 && group.id !== editing) return [];
    const tiles = filter.isStacked
      ? stackUp(group.id, cardsOf(cards, shown), registered, spread)
      : { tileIds: shown, stacks: NO_STACKS };
    return {
      id: group.id,
      name: group.name,
      cardIds: filter.isStacked ? allCards(tiles) : shown,
      tileIds: tiles.tileIds,
      stacks: tiles.stacks,
      total: group.cardIds.length,
      // The default group has no stored order.
      hasPlaces: filter.order === 'own' && group.id !== UNORGANIZED,
      isCollapsed: collapsed.has(group.id) && !isSearching,
    };
  });
}

const NO_STACKS: Tiles['stacks'] = new Map();

const allCards = (tiles: Tiles) => tiles.tileIds.flatMap((id) => cardsOfTile(tiles, id));

function cardsOf(cards: Cards, ids: readonly string[]): Nft[] {
  return ids.flatMap((id) => cards.get(id) ?? []);
}

function shownBy(cards: Cards, { collection, ki, search }: CardFilter): (id: string) => boolean {
  const isFound = searchFor(search);
  return (id) => {
    const card = cards.get(id);
    if (card === undefined) return false;
    if (collection !== null && card.contractAddress !== collection) return false;
    return (ki === null || knownKiOf(card.name) === ki) && isFound(card);
  };
}

/** Cards by id, in the order of the default group: by name, #9 before #10. */
export function cardsByName(nfts: readonly Nft[]): Cards {
  return new Map(inNameOrder(nfts).map((card) => [card.id, card]));
}

function sorter(cards: Cards, order: Order): (ids: readonly string[]) => readonly string[] {
  if (order === 'own') return (ids) => ids;
  const place = PLACES[order];
  return (ids) =>
    inNameOrder(cardsOf(cards, ids))
      .map((card) => ({ card, at: place(card) }))
      .sort((a, b) => a.at - b.at)
      .map(({ card }) => card.id);
}

/** Smaller comes first; equal ones stand by name. */
const PLACES: Readonly<Record<Exclude<Order, 'own'>, (card: Nft) => number>> = {
  name: () => 0,
  number: ({ name }) => numberOf(name) ?? Number.MAX_SAFE_INTEGER,
  newest: ({ heldSince }) => (heldSince === null ? 0 : -Date.parse(heldSince)),
  state: ({ isListed, isLocked }) => (isListed ? 0 : isLocked ? 1 : 2),
};

interface Collection {
  readonly type: string;
  readonly label: string;
  readonly cards: number;
}

/** The collections these cards belong to, largest first. */
export function collectionsOf(cards: Iterable<Nft>): Collection[] {
  const byType = Map.groupBy(cards, ({ contractAddress }) => contractAddress);
  const types = [...byType.keys()];
  return [...byType]
    .map(([type, { length }]) => ({ type, label: labelOf(type, types), cards: length }))
    .sort((a, b) => b.cards - a.cards || compareNames(a.label, b.label));
}

/** The Ki of these cards with their number of cards, in the order of the edition. */
export function kisOf(cards: Iterable<Nft>): { ki: Ki; cards: number }[] {
  const byKi = Map.groupBy(cards, ({ name }) => knownKiOf(name));
  return KIS.map((ki) => ({ ki, cards: byKi.get(ki)?.length ?? 0 })).filter((one) => one.cards > 0);
}

/** `0x2::genesis_cards::Card` is 'Genesis Cards'; the package is added when two have the same module. */
function labelOf(type: string, all: readonly string[]): string {
  const [pack = '', module = ''] = type.split('::');
  const isAlone = all.filter((other) => other.split('::')[1] === module).length === 1;
  const words = module.split('_').filter(Boolean);
  const label = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return isAlone ? label || type : `${label} ${pack.slice(0, 6)}`;
}

/** The card next to those that leave: the keyboard continues there. */
export function neighbour(sections: readonly Section[], leaving: readonly string[]) {
  const gone = new Set(leaving);
  const home = sections.find(({ cardIds }) => cardIds.some((id) => gone.has(id)));
  if (home === undefined) return null;
  const from = home.cardIds.findIndex((id) => gone.has(id));
  const after = home.cardIds.slice(from).find((id) => !gone.has(id));
  const before = home.cardIds.slice(0, from).findLast((id) => !gone.has(id));
  return { groupId: home.id, cardId: after ?? before ?? null };
}
