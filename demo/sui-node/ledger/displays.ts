import type { Json, Layouts } from './layouts.ts';
import type { LedgerObject } from './objects.ts';

/** Rendered display data; `errors` names the fields that could not be rendered. */
interface Display {
  readonly output: { [field: string]: Json } | null;
  readonly errors: { [field: string]: string } | null;
}

/** The display registry: an object of a type that has one is shown with its own fields. */
export class Displays {
  readonly #layouts: Layouts;
  readonly #types = new Set<string>();
  readonly #overrides = new Map<string, Display | null>();
  readonly #cache = new WeakMap<LedgerObject, Display>();

  constructor(layouts: Layouts) {
    this.#layouts = layouts;
  }

  /** Whether the objects of a type have a display. */
  set(type: string, hasDisplay: boolean): void {
    if (hasDisplay) this.#types.add(type);
    else this.#types.delete(type);
  }

  /** Fixes the display of one object: data with errors, null for missing. */
  override(objectId: string, display: Display | null): void {
    this.#overrides.set(objectId, display);
  }

  /** The display of an object; null when its type has none. */
  of(object: LedgerObject): Display | null {
    const fixed = this.#overrides.get(object.id);
    if (fixed !== undefined) return fixed;
    if (!this.#types.has(object.type)) return null;
    let display = this.#cache.get(object);
    if (display === undefined) {
      const fields = this.#layouts.toJson(object.type, object.contents) as Record<string, Json>;
      const { id: _, ...output } = fields;
      display = { output, errors: null };
      this.#cache.set(object, display);
    }
    return display;
  }
}
