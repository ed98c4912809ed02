/** The five Ki of the collection (SPEC section 2, the five genesis cards); each colours a card and a page. */
export const KIS = ['sui', 'inferno', 'mist', 'void', 'eter'] as const;

export type Ki = (typeof KIS)[number];
