/** Doubles: cards that differ only in their number. In the stacked view they share one tile. */
import type { Nft } from '#contract/cards.ts';
import { printOf } from '#web/cards/card-look.ts';

/** Doubles of one group, in the order shown. */
export interface Stack {
  /** Names it among the spread ones. */
  readonly key: string;
  readonly cardIds: readonly string[];
  /** Each card has its own tile; the first one can close the stack again. */
  readonly isSpread: boolean;
}

export interface Tiles {
  readonly tileIds: readonly string[];
  /** By their first card. */
  readonly stacks: ReadonlyMap<string, Stack>;
}

/**
 * Cards in one stack have the same print and the same marks, so that a tile says the truth about all of them.
 * @param cards in the order shown; a stack stands at the place of its first card
 */
export function stackUp(
  groupId: string,
  cards: readonly Nft[],
  registered: ReadonlySet<string>,
  spread: ReadonlySet<string>,
): Tiles {
  const piles = Map.groupBy(cards, (card) => {
    const { contractAddress, isListed, isLocked } = card;
    const marks = [isListed, isLocked, registered.has(card.id)];
    return JSON.stringify([groupId, contractAddress, printOf(card), ...marks]);
  });
  const stacks = new Map<string, Stack>();
  const tileIds = [...piles].flatMap(([key, pile]) => {
    const cardIds = pile.map(({ id }) => id);
    const [lead = ''] = cardIds;
    if (cardIds.length === 1) return cardIds;
    const isSpread = spread.has(key);
    stacks.set(lead, { key, cardIds, isSpread });
    return isSpread ? cardIds : [lead];
  });
  return { tileIds, stacks };
}

export function cardsOfTile({ stacks }: Tiles, tileId: string): readonly string[] {
  const stack = stacks.get(tileId);
  return stack === undefined || stack.isSpread ? [tileId] : stack.cardIds;
}

/** The tile that shows a card; null when none does. */
export function tileOf(tiles: Tiles, cardId: string): string | null {
  if (tiles.tileIds.includes(cardId)) return cardId;
  for (const [lead, { cardIds }] of tiles.stacks) if (cardIds.includes(cardId)) return lead;
  return null;
}

/** The closed stack that holds all of these cards; null when there is none. */
export function onlyStack(all: readonly Tiles[], cardIds: ReadonlySet<string>): Stack | null {
  const [some] = cardIds;
  if (some === undefined) return null;
  for (const { stacks } of all) {
    for (const stack of stacks.values()) {
      if (stack.isSpread || !stack.cardIds.includes(some)) continue;
      const held = new Set(stack.cardIds);
      return [...cardIds].every((id) => held.has(id)) ? stack : null;
    }
  }
  return null;
}
