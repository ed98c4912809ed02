import type { CSSProperties, ReactNode } from 'react';
import type { Nft } from '#contract/cards.ts';
import { GENESIS_CARDS, KIS, type Ki } from '#rules/genesis.ts';
import type { Move } from './MoveIcon.tsx';

/** How strongly the foil answers the light: genesis cards are 'legendary'. */
export type Foil = 'legendary' | 'plain' | 'off';

export interface CardLook {
  name: string;
  /** The type line, 'Legendary Spell - Sui Ki'. */
  type?: string | undefined;
  ki: Ki;
  /** Picture for the art window (10:11). Left out when `children` bring their own. */
  imageUrl?: string | undefined;
  /** Alt text of `imageUrl`; the card's name unless given. */
  imageAlt?: string | undefined;
  /** What stands in the art window instead of `imageUrl`: an img with fallbacks, a skeleton. */
  children?: ReactNode;
  /** Small print at the foot, 'Genesis 1/5' or '#0042'. */
  edition?: string | undefined;
  /** Shows the move pennant; only where the game is played. */
  move?: Move | undefined;
  foil?: Foil | undefined;
  isSelected?: boolean | undefined;
  /** Why this card cannot be used; its presence dims and disables the card. Shown on the card. */
  disabledReason?: string | undefined;
  isDragged?: boolean | undefined;
  /** For sale in a kiosk. */
  isListed?: boolean | undefined;
  isLocked?: boolean | undefined;
  /** Known from an older reading of the chain. */
  isStale?: boolean | undefined;
  /** Shows the back and nothing of the card. */
  isFaceDown?: boolean | undefined;
  /** Loads the picture at once; for what is seen first. */
  isUrgent?: boolean | undefined;
}

/** How a held card is drawn: its Ki, its type line and its marks (H1). */
export function nftLook({ name, isListed, isLocked }: Nft) {
  // Editions of a genesis card bear its name, often with a number behind it.
  const genesis = GENESIS_CARDS.find((card) =>
    name.toLowerCase().startsWith(card.name.toLowerCase()),
  );
  const number = /#\s*(\d+)\s*$/.exec(name);
  return {
    name: genesis === undefined ? name : genesis.name,
    type: genesis?.type,
    edition: genesis === undefined || number === null ? undefined : `#${number[1]}`,
    ki: kiOf(name),
    isListed,
    isLocked,
  };
}

/**
 * The place of a card in a fan of `count`, for style sheets: `--nth` from 0, `--off` from the middle (-2 to 2 of
 * five). The sheet of the fan turns and lifts the card by them.
 */
export function inFan(index: number, count: number): CSSProperties {
  return { '--nth': index, '--off': index - (count - 1) / 2 } as CSSProperties;
}

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
