/** The twelve characters of The MAINZ. */
import type { Ki } from './genesis.ts';

/** A featured character of the planned collection. */
export interface Character {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly role: string;
  readonly ki: Ki;
  /** Portrait on our own origin, 4:5. */
  readonly image: string;
  readonly alt: string;
}

/** In page order; neighbours differ in their Ki in a grid of two, three or four columns. */
const CAST: readonly Omit<Character, 'id' | 'image'>[] = [
  {
    slug: 'tessa-flint',
    name: 'Tessa Flint',
    role: 'Street boxer. Undefeated, underpaid, never late.',
    ki: 'inferno',
    alt: 'Young boxer with ember-tipped curls, a plaster across her nose and both taped fists raised',
  },
  {
    slug: 'kit-velvet',
    name: 'Kit Velvet',
    role: 'Cat burglar. Mostly cat.',
    ki: 'void',
    alt: 'Masked cat with one torn ear and a fang in its smirk, balancing a stolen green gem',
  },
  {
    slug: 'pim-quickwing',
    name: 'Pim Quickwing',
    role: "Delivers tomorrow's post today.",
    ki: 'eter',
    alt: 'Sleepy-eyed owl courier in a red cap and goggles with a sealed letter in its beak',
  },
  {
    slug: 'eightfold',
    name: 'Eightfold',
    role: 'Plays four decks at once.',
    ki: 'sui',
    alt: 'Blue octopus in dark glasses and coral headphones working two turntables',
  },
  {
    slug: 'cairn',
    name: 'Cairn',
    role: 'A mountain on holiday.',
    ki: 'mist',
    alt: 'Gentle stone giant with mossy hair, a small pink bird on its head and a daisy in its fist',
  },
  {
    slug: 'abbot-cinder',
    name: 'Abbot Cinder',
    role: 'Took a vow of loudness.',
    ki: 'inferno',
    alt: 'Laughing bald monk with flaming eyebrows, a small fire on his crown and beads like coals',
  },
  {
    slug: 'madame-ossia',
    name: 'Madame Ossia',
    role: 'Reads the cards, then reads you.',
    ki: 'void',
    alt: 'Elderly fortune teller in a jewelled turban and great hoop earrings, holding up a moon card',
  },
  {
    slug: 'lux-marabel',
    name: 'Lux Marabel',
    role: 'The encore that refused to end.',
    ki: 'eter',
    alt: 'Singer with a starburst of golden hair, eyes closed, belting into a microphone',
  },
  {
    slug: 'marlo-undertow',
    name: 'Marlo Undertow',
    role: 'Ferryman who never asks where you are going.',
    ki: 'sui',
    alt: 'Old ferryman with a beard like surf, a storm hat and a winking eye, blowing bubbles from a pipe',
  },
  {
    slug: 'sir-halfmoon',
    name: 'Sir Halfmoon',
    role: 'Guards a gate nobody has found.',
    ki: 'mist',
    alt: 'Knight in a crescent-visored helm with glowing rose eyes, a long plume and a sword at the shoulder',
  },
  {
    slug: 'chef-salama',
    name: 'Chef Salama',
    role: 'Salamander. Sous-chef to the sun.',
    ki: 'inferno',
    alt: "Grinning salamander in a chef's hat with a tongue of flame and a ladle on fire",
  },
  {
    slug: 'the-understudy',
    name: 'The Understudy',
    role: 'Knows every line. Waits.',
    ki: 'void',
    alt: 'Hooded figure with two hopeful eyes in the dark, holding a script marked in green',
  },
];

export const CHARACTERS: readonly Character[] = CAST.map((character, index) => ({
  ...character,
  id: index + 1,
  image: `/art/characters/${character.slug}.svg`,
}));
