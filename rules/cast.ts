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
export const CHARACTERS: readonly Character[] = [
  {
    id: 1,
    slug: 'tessa-flint',
    name: 'Tessa Flint',
    role: 'Street boxer. Undefeated, underpaid, never late.',
    ki: 'inferno',
    image: '/art/characters/tessa-flint.svg',
    alt: 'Young boxer with ember-tipped curls, a plaster across her nose and both taped fists raised',
  },
  {
    id: 2,
    slug: 'kit-velvet',
    name: 'Kit Velvet',
    role: 'Cat burglar. Mostly cat.',
    ki: 'void',
    image: '/art/characters/kit-velvet.svg',
    alt: 'Masked cat with one torn ear and a fang in its smirk, balancing a stolen green gem',
  },
  {
    id: 3,
    slug: 'pim-quickwing',
    name: 'Pim Quickwing',
    role: "Delivers tomorrow's post today.",
    ki: 'eter',
    image: '/art/characters/pim-quickwing.svg',
    alt: 'Sleepy-eyed owl courier in a red cap and goggles with a sealed letter in its beak',
  },
  {
    id: 4,
    slug: 'eightfold',
    name: 'Eightfold',
    role: 'Plays four decks at once.',
    ki: 'sui',
    image: '/art/characters/eightfold.svg',
    alt: 'Blue octopus in dark glasses and coral headphones working two turntables',
  },
  {
    id: 5,
    slug: 'cairn',
    name: 'Cairn',
    role: 'A mountain on holiday.',
    ki: 'mist',
    image: '/art/characters/cairn.svg',
    alt: 'Gentle stone giant with mossy hair, a small pink bird on its head and a daisy in its fist',
  },
  {
    id: 6,
    slug: 'abbot-cinder',
    name: 'Abbot Cinder',
    role: 'Took a vow of loudness.',
    ki: 'inferno',
    image: '/art/characters/abbot-cinder.svg',
    alt: 'Laughing bald monk with flaming eyebrows, a small fire on his crown and beads like coals',
  },
  {
    id: 7,
    slug: 'madame-ossia',
    name: 'Madame Ossia',
    role: 'Reads the cards, then reads you.',
    ki: 'void',
    image: '/art/characters/madame-ossia.svg',
    alt: 'Elderly fortune teller in a jewelled turban and great hoop earrings, holding up a moon card',
  },
  {
    id: 8,
    slug: 'lux-marabel',
    name: 'Lux Marabel',
    role: 'The encore that refused to end.',
    ki: 'eter',
    image: '/art/characters/lux-marabel.svg',
    alt: 'Singer with a starburst of golden hair, eyes closed, belting into a microphone',
  },
  {
    id: 9,
    slug: 'marlo-undertow',
    name: 'Marlo Undertow',
    role: 'Ferryman who never asks where you are going.',
    ki: 'sui',
    image: '/art/characters/marlo-undertow.svg',
    alt: 'Old ferryman with a beard like surf, a storm hat and a winking eye, blowing bubbles from a pipe',
  },
  {
    id: 10,
    slug: 'sir-halfmoon',
    name: 'Sir Halfmoon',
    role: 'Guards a gate nobody has found.',
    ki: 'mist',
    image: '/art/characters/sir-halfmoon.svg',
    alt: 'Knight in a crescent-visored helm with glowing rose eyes, a long plume and a sword at the shoulder',
  },
  {
    id: 11,
    slug: 'chef-salama',
    name: 'Chef Salama',
    role: 'Salamander. Sous-chef to the sun.',
    ki: 'inferno',
    image: '/art/characters/chef-salama.svg',
    alt: "Grinning salamander in a chef's hat with a tongue of flame and a ladle on fire",
  },
  {
    id: 12,
    slug: 'the-understudy',
    name: 'The Understudy',
    role: 'Knows every line. Waits.',
    ki: 'void',
    image: '/art/characters/the-understudy.svg',
    alt: 'Hooded figure with two hopeful eyes in the dark, holding a script marked in green',
  },
];
