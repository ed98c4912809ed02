/** The five Ki of the collection; each colours a card and a page. */
export const KIS = ['sui', 'inferno', 'mist', 'void', 'eter'] as const;

export type Ki = (typeof KIS)[number];
