/**
 * What the demo's holders put up for booster packs: the number of cards of each registration, 5 to the
 * entry. Some tie up a card or two for nothing, as people do.
 */
export const REGISTRATIONS: Readonly<Record<string, readonly number[]>> = {
  lantern: [25, 10],
  okapi: [50],
  brass: [5, 5],
  marigold: [40],
  yalda: [15],
  juniper: [12],
  noodle: [20],
  mbali: [5],
  origami: [10, 5],
  quill: [21],
  ines: [15],
  asteria: [10],
  hollow: [5],
  wren: [10],
  tallow: [10],
  mosaic: [8],
  arjun: [5],
  velvet: [5],
};
