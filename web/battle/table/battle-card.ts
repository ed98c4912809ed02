/** A card of the deck as the table shows it, with its key art and its Ki. */
import { type BattleCard, DECK } from '#rules/battle/deck.ts';
import { GENESIS_CARDS, type Ki } from '#rules/genesis.ts';
import { type CardLook, kiOf } from '#web/cards/card-look.ts';
import { texts } from './texts.ts';

/** The Card properties of a battle card, with its move (B1). An unknown name gets the placeholder. */
export function battleCard(name: string, move?: BattleCard['move']): CardLook {
  const genesis = GENESIS_CARDS.find((card) => card.name === name);
  return {
    name,
    ki: kiOf(genesis?.type ?? name),
    type: genesis?.type,
    imageUrl: genesis?.image,
    move: move ?? DECK.find((card) => card.name === name)?.move,
    edition: genesis && texts.edition(genesis.id, GENESIS_CARDS.length),
    isUrgent: true,
  };
}

/** The Ki of the picked card; null while nothing is picked. */
export function kiOfPick(name: string | null): Ki | null {
  return name === null ? null : battleCard(name).ki;
}
