/** The five Ki of the collection; each colours a card and a page. */
export const KIS = ['sui', 'inferno', 'mist', 'void', 'eter'] as const;

export type Ki = (typeof KIS)[number];

/** A card of the first edition: shown on the home page, and in the deck of every battle. */
interface GenesisCard {
  readonly id: number;
  readonly name: string;
  /** Ends in the card's Ki, which colours it. */
  readonly type: `${string} - ${Capitalize<Ki>} Ki`;
  /** Path of the key art on our own origin; the file, of 10:11, lies below `web/public`. */
  readonly image: `/art/cards/${string}`;
  readonly description: string;
}

const EDITION = [
  {
    id: 1,
    name: 'Drops of Conviction',
    type: 'Legendary Spell - Sui Ki',
    description:
      'Every drop is a choice you kept. Cast it when the tide turns against you and let the whole sea answer.',
  },
  {
    id: 2,
    name: 'the hodlord card',
    type: 'Legendary Walker - Inferno Ki',
    description:
      'He walked through every fire and sold nothing. Where his boots cool, the ground still remembers the heat.',
  },
  {
    id: 3,
    name: 'Planktuz de Solanuz',
    type: 'Legendary Rich Kid - Mist Ki',
    description:
      'Small, loud and born into fog and fortune. Nobody has seen his palace, everybody owes him a favour.',
  },
  {
    id: 4,
    name: 'the Occult Intern card',
    type: 'Legendary Alchemy - Void Ki',
    description:
      'Unpaid, unblinking, first in and last out. What she brews after midnight is not in the job description.',
  },
  {
    id: 5,
    name: 'Transcendence',
    type: 'Legendary Omni - Eter Ki',
    description:
      'The moment the side character stops following the plot and the light on the stage finally moves.',
  },
] as const satisfies readonly Omit<GenesisCard, 'image'>[];

export type GenesisId = (typeof EDITION)[number]['id'];
export type GenesisName = (typeof EDITION)[number]['name'];

export const GENESIS_CARDS: readonly (GenesisCard & {
  readonly id: GenesisId;
  readonly name: GenesisName;
})[] = EDITION.map((card) => ({ ...card, image: `/art/cards/${card.id}.svg` as const }));
