import type { CSSProperties } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { Move } from '#rules/battle/deck.ts';
import { GENESIS_CARDS, KIS, type Ki } from '#rules/genesis.ts';

/** Strength of the foil effect; genesis cards are 'legendary'. */
type Foil = 'legendary' | 'plain' | 'off';

export interface CardLook {
  name: string;
  /** The type line, 'Legendary Spell - Sui Ki'. */
  type?: string | undefined;
  ki: Ki;
  /** Picture of the art window (10:11). */
  imageUrl?: string | undefined;
  /** What stands in its place tells the name, as this picture does: screen readers need not hear it twice. */
  isNamed?: boolean | undefined;
  /** Small print at the foot, 'Genesis 1/5' or '#0042'. */
  edition?: string | undefined;
  move?: Move | undefined;
  foil?: Foil | undefined;
  isSelected?: boolean | undefined;
  /** Why the card cannot be used. Dims and disables the card, and is shown on it. */
  disabledReason?: string | undefined;
  isDragged?: boolean | undefined;
  /** For sale in a kiosk. */
  isListed?: boolean | undefined;
  isLocked?: boolean | undefined;
  isRegistered?: boolean | undefined;
  /** The last reading of the chain failed; this comes from an older one. */
  isStale?: boolean | undefined;
  /** Loads the picture at once, not when it comes near the screen. */
  isUrgent?: boolean | undefined;
}

const GENESIS = GENESIS_CARDS.map((card) => ({ ...card, start: card.name.toLowerCase() }));

/** The genesis card of which this is an edition: one with its name, often followed by a number. */
export function genesisOf(name: string) {
  const text = name.toLowerCase();
  return GENESIS.find(({ start }) => text.startsWith(start));
}

const NUMBER = /\s*#\s*(\d+)\s*$/;

/** The number at the end of a card's name; null without one. */
export function numberOf(name: string): number | null {
  const digits = NUMBER.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** What doubles have in common: 'Transcendence' of 'Transcendence #12'. */
export function withoutNumber(name: string): string {
  return name.replace(NUMBER, '');
}

/** What is printed on a card besides its number. Editions of a genesis card differ only in that. */
export function printOf({ name, imageUrl }: Pick<Nft, 'name' | 'imageUrl'>): string {
  return genesisOf(name)?.name ?? JSON.stringify([withoutNumber(name), imageUrl]);
}

export function genesisLook({ name, type, image }: (typeof GENESIS_CARDS)[number]) {
  return { name, type, ki: kiOf(type), imageUrl: image };
}

/** The Card properties of a held card: Ki, type line, marks (H1). */
export function nftLook({ name, isListed, isLocked }: Nft) {
  const genesis = genesisOf(name);
  const digits = NUMBER.exec(name)?.[1];
  return {
    name: genesis?.name ?? name,
    type: genesis?.type,
    edition: genesis === undefined || digits === undefined ? undefined : `#${digits}`,
    ki: kiOf(name),
    isListed,
    isLocked,
  };
}

/**
 * The position of a card in a fan of `count` cards, from the middle (-2 to 2 for five cards). Style sheets rotate and
 * lift the card by it.
 */
export function inFan(index: number, count: number): CSSProperties {
  return { '--off': index - (count - 1) / 2 } as CSSProperties;
}

const NAMED_KI = new RegExp(`\\b(${KIS.join('|')}) ki\\b`, 'i');

/**
 * The Ki of a card, from its type line ('Legendary Spell - Sui Ki') or, for an edition of a genesis
 * card, from its name ('Transcendence #12'). Null for any other card.
 * A bare "Sui" is the network, not the Ki, so the word "Ki" has to follow.
 */
export function knownKiOf(typeOrName: string): Ki | null {
  const named = NAMED_KI.exec(typeOrName)?.[1]?.toLowerCase();
  if (named !== undefined) return named as Ki;
  const genesis = genesisOf(typeOrName.trim());
  return genesis === undefined ? null : knownKiOf(genesis.type);
}

/** The Ki that colours a card: mist, the neutral palette, for one without a Ki. */
export function kiOf(typeOrName: string): Ki {
  return knownKiOf(typeOrName) ?? 'mist';
}
