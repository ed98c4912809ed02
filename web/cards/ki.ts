import { GENESIS_CARDS, KIS, type Ki } from '#rules/genesis.ts';

const NAMED_KI = new RegExp(`\\b(${KIS.join('|')}) ki\\b`, 'i');

/**
 * The Ki of a card, from its type line ('Legendary Spell - Sui Ki') or, for an edition of a genesis
 * card, from its name ('Transcendence #12'). Anything else is mist, the neutral palette.
 * A bare "Sui" is the network, not the Ki, so the word "Ki" has to follow.
 */
export function kiOf(typeOrName: string): Ki {
  const named = NAMED_KI.exec(typeOrName)?.[1]?.toLowerCase();
  if (named !== undefined) return named as Ki;
  const name = typeOrName.trim().toLowerCase();
  const genesis = GENESIS_CARDS.find((card) => name.startsWith(card.name.toLowerCase()));
  return genesis === undefined ? 'mist' : kiOf(genesis.type);
}
