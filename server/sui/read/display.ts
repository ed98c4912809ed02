/**
 * How a card looks, as far as the chain says (H5). Display may be missing, partial, or hold
 * structured values; then the object's own fields are used; what is left stays null.
 */
export interface CardDisplay {
  readonly name: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
}

/** The parts of the SDK's object that describe it; values may be anything. */
export interface DisplaySource {
  readonly display?: { readonly output: Record<string, unknown> | null } | null | undefined;
  readonly json?: Record<string, unknown> | null | undefined;
}

const DISPLAY_IMAGES = ['image_url', 'img_url', 'image'];
const FIELD_IMAGES = ['image_url', 'img_url', 'url', 'image'];

export function readDisplay({ display, json }: DisplaySource): CardDisplay {
  const shown = display?.output ?? {};
  const fields = json ?? {};
  return {
    name: firstText(shown, ['name']) ?? firstText(fields, ['name']),
    description: firstText(shown, ['description']) ?? firstText(fields, ['description']),
    imageUrl: firstText(shown, DISPLAY_IMAGES) ?? firstText(fields, FIELD_IMAGES),
  };
}

/** Whether the object's own fields are not needed. */
export function isComplete(display: CardDisplay): boolean {
  return display.name !== null && display.imageUrl !== null;
}

/** The display if the chain can add nothing to it, else null. */
export function ifFinal(display: CardDisplay | null, hasFields: boolean): CardDisplay | null {
  return display !== null && (hasFields || isComplete(display)) ? display : null;
}

/** A text with these would also turn around the words that a page writes behind it. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** In UTF-16 units, more than is stored of any text. A node may send 4 MB, and a wallet can have thousands of cards. */
const LONGEST_TEXT = 4_096;

function firstText(source: Record<string, unknown>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = source[key];
    if (typeof value !== 'string' || !VISIBLE.test(value)) continue;
    const text = value.replace(DIRECTION_CONTROLS, '').trim();
    return value.length > LONGEST_TEXT ? copied(text.slice(0, LONGEST_TEXT)) : text;
  }
  return null;
}

/** A part of a text keeps the whole of it in memory. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
