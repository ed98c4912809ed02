/**
 * How a card looks, as far as the chain says (H5). Display may be missing, partial, or hold
 * structured values; then the object's own fields are asked; what is left stays null.
 */
export interface Face {
  readonly name: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
}

/** The parts of the SDK's object that say something; values may be anything. */
export interface FaceSource {
  readonly display?: { readonly output: Record<string, unknown> | null } | null | undefined;
  readonly json?: Record<string, unknown> | null | undefined;
}

const DISPLAY_IMAGES = ['image_url', 'img_url', 'image'];
const FIELD_IMAGES = ['image_url', 'img_url', 'url', 'image'];

export function readFace({ display, json }: FaceSource): Face {
  const shown = display?.output ?? {};
  const fields = json ?? {};
  return {
    name: firstText(shown, ['name']) ?? firstText(fields, ['name']),
    description: firstText(shown, ['description']) ?? firstText(fields, ['description']),
    imageUrl: firstText(shown, DISPLAY_IMAGES) ?? firstText(fields, FIELD_IMAGES),
  };
}

/** Whether the object's own fields need not be asked. */
export function isWholeFace(face: Face): boolean {
  return face.name !== null && face.imageUrl !== null;
}

/** The face, if nothing more can be learned about it. */
export function enough(face: Face | null, hasFields: boolean): Face | null {
  return face !== null && (hasFields || isWholeFace(face)) ? face : null;
}

function firstText(source: Record<string, unknown>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = source[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}
