/** A card of the deck as the table shows it, with its key art and its Ki. */
import { findMove } from '#rules/battle/deck.ts';
import { GENESIS_CARDS, type Ki } from '#rules/genesis.ts';
import { type CardLook, genesisLook, kiOf } from '#web/cards/card-look.ts';
import { texts } from '#web/cards/texts.ts';

/** The Card properties of a battle card, with its move (B1). An unknown name gets the placeholder. */
export function battleCard(name: string, move = findMove(name)): CardLook {
  const genesis = GENESIS_CARDS.find((card) => card.name === name);
  return {
    ...(genesis === undefined ? { name, ki: kiOf(name) } : genesisLook(genesis)),
    move: move ?? undefined,
    edition: genesis && texts.edition(genesis),
    isUrgent: true,
  };
}

export function kiOfPick(name: string | null): Ki | null {
  return name === null ? null : battleCard(name).ki;
}
