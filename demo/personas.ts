/** The people of the demo. Plain data, so that the wallet dialog loads no chain code. */

export interface Persona {
  /** The key is derived from this name; it never changes. */
  readonly name: string;
  readonly displayName: string;
  readonly about: string;
  /** Cards held directly. */
  readonly loose: number;
  /** Cards in an ordinary kiosk, and how many of them are offered for sale. */
  readonly inKiosk?: number;
  readonly listed?: number;
  readonly inPersonalKiosk?: number;
  readonly inOriginByteKiosk?: number;
  /** Cards of the second collection, held directly. */
  readonly passes?: number;
  /** All SUI is in the address balance. */
  readonly hasNoCoins?: boolean;
}

export function cardCount(persona: Persona): number {
  const { loose, inKiosk = 0, inPersonalKiosk = 0, inOriginByteKiosk = 0, passes = 0 } = persona;
  return loose + inKiosk + inPersonalKiosk + inOriginByteKiosk + passes;
}

const FIRST_PERSONAS: readonly Persona[] = [
  {
    name: 'ace',
    displayName: 'Ace Halloway',
    about: 'Twelve cards, all in the wallet. Enough for everything.',
    loose: 12,
  },
  {
    name: 'kiosk',
    displayName: 'Kiosk Kasimir',
    about: 'Twelve cards too, but most of them lie in three kinds of kiosk; one is for sale.',
    loose: 3,
    inKiosk: 6,
    listed: 1,
    inPersonalKiosk: 2,
    inOriginByteKiosk: 1,
  },
  {
    name: 'five',
    displayName: 'Fünf Fünfzig',
    about: 'One of each genesis card: exactly one whitelist entry.',
    loose: 5,
    hasNoCoins: true,
  },
  {
    name: 'duo',
    displayName: 'Duo Delacroix',
    about: 'Two cards. May play, may not register yet.',
    loose: 2,
  },
  {
    name: 'zero',
    displayName: 'Zero Zamora',
    about: 'No cards at all. Sees what a visitor without a collection sees.',
    loose: 0,
  },
  {
    name: 'whale',
    displayName: 'Madame Mondwal',
    about: 'Fifteen hundred cards. Slow pages would show here first.',
    loose: 1_500,
  },
  {
    name: 'admin',
    displayName: 'Stage Manager',
    about: 'One card, and the key to the admin page.',
    loose: 1,
  },
  {
    name: 'house',
    displayName: 'House of Shadows',
    about: 'The opponent that is always there in the demo. A program, not a person.',
    loose: 5,
  },
];

const ENCORE: Persona = {
  name: 'encore',
  displayName: 'Encore Eames',
  about: 'Two collections. The pictures of the passes lie at one gateway each, some at none.',
  loose: 5,
  passes: 12,
};

/** The people a visitor can be; each shows another part of the product. */
export const PERSONAS: readonly Persona[] = [...FIRST_PERSONAS, ENCORE];

/** More people, so that the boards are not empty. */
export const HOLDERS: readonly Persona[] = [
  holder('lantern', 'Lantern Jo', 'Collects by candlelight.', 60),
  holder('okapi', 'オカピの夢', 'Dreams in stripes.', 54),
  holder('brass', 'Brassneck Bea', 'Plays every fanfare twice.', 47),
  holder('severin', 'Северин Тихий', 'Says little, holds long.', 47),
  holder('marigold', 'Marigold Riot', 'Plants cards, harvests chaos.', 41),
  holder('tidewater', 'Tidewater Tom', 'In with the tide, never out.', 38),
  holder('yalda', 'یلدا مهتاب', 'The longest night, the brightest hand.', 36),
  holder('pixel', 'pixelpapa', 'Prints nothing, keeps everything.', 33),
  holder('juniper', 'Juniper Vex', 'Trades only on rainy days.', 33),
  holder('noodle', 'Noodle Emperor 🍜', 'Rules one street and all its soup.', 29),
  holder('cobalt', 'Cobalt Cassandra', 'Warned you at floor price.', 27),
  holder('mbali', 'Mbali waNtaba', 'Down from the mountain with a full deck.', 25),
  holder('origami', '종이접기 소희', 'Folds, but never in a game.', 24),
  holder('gallows', 'Gallowglass', 'A mercenary with a soft spot for foil.', 22),
  holder('petra', 'Petra von Plan B', 'Always has another.', 21),
  holder('quill', 'Quill & Ember', 'Two friends, one wallet.', 21),
  holder('ines', 'Inês da Maré', 'Reads the sea, then the chart.', 19),
  holder('rook', 'Rook Takes All', 'Thinks three rounds ahead.', 17),
  holder('asteria', 'Αστερία', 'Counts stars, then cards.', 16),
  holder('hollow', 'Hollow Harry', 'Nothing up the sleeve.', 14),
  holder('saffron', 'Saffron Static', 'Loud radio, quiet wallet.', 13),
  holder('bao', '宝盒阿文', 'Keeps them all in one tin.', 12),
  holder('wren', 'wren.', 'Small bird, big finish.', 12),
  holder('tallow', 'Tallow Finch', 'Melts under pressure, sets again.', 10),
  holder('dariga', 'Дарига Ерке', 'Rides first, asks later.', 9),
  holder('mosaic', 'Mosaic Mo', 'Five short of the full picture.', 8),
  holder('fennel', 'Fennel Grimm', 'Once upon a mint.', 7),
  holder('arjun', 'अर्जुन तारा', 'Hits what he aims at.', 6),
  holder('velvet', 'Velvet Hammer', 'Gentle until round three.', 5),
  holder('comet', 'Comet Carla', 'Here every seventy-six blocks.', 4),
  holder('puck', 'Puck of Pier 9', 'Swears the card was his.', 3),
  holder('lumen', 'Lumen', 'Just found the light switch.', 1),
];

function holder(name: string, displayName: string, about: string, loose: number): Persona {
  return { name, displayName, about, loose };
}

/** In the order in which their cards are printed: whoever joins stands last, so that no card changes hands. */
export const EVERYONE: readonly Persona[] = [...FIRST_PERSONAS, ...HOLDERS, ENCORE];

export function personaNamed(name: string): Persona {
  const persona = EVERYONE.find((candidate) => candidate.name === name);
  if (persona === undefined) throw new Error(`no persona named ${name}`);
  return persona;
}
