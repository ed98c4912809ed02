import type { Json, Layouts } from './layouts.ts';
import type { LedgerObject } from './objects.ts';

/** Rendered display data; `errors` names the fields that could not be rendered. */
interface Display {
  readonly output: { [field: string]: Json } | null;
  readonly errors: { [field: string]: string } | null;
}

/** Field name to template; `{path.to.field}` is replaced by the object's own value. */
export type DisplayTemplate = { readonly [field: string]: string };

/** The display registry: one template per type, rendered with the fields of the object. */
export class Displays {
  readonly #layouts: Layouts;
  readonly #templates = new Map<string, DisplayTemplate>();
  readonly #overrides = new Map<string, Display | null>();
  #cache = new WeakMap<LedgerObject, Display | null>();

  constructor(layouts: Layouts) {
    this.#layouts = layouts;
  }

  /** Registers a template for a type; null takes it away, and its objects have no display at all. */
  set(type: string, template: DisplayTemplate | null): void {
    if (template === null) this.#templates.delete(type);
    else this.#templates.set(type, template);
    this.#cache = new WeakMap();
  }

  /** Fixes the display of one object: data with errors, null for missing, undefined to follow its type again. */
  override(objectId: string, display: Display | null | undefined): void {
    if (display === undefined) this.#overrides.delete(objectId);
    else this.#overrides.set(objectId, display);
    this.#cache = new WeakMap();
  }

  /** The display of an object; null when its type has no template. */
  of(object: LedgerObject): Display | null {
    const fixed = this.#overrides.get(object.id);
    if (fixed !== undefined) return fixed;
    let display = this.#cache.get(object);
    if (display === undefined) {
      display = this.#render(object);
      this.#cache.set(object, display);
    }
    return display;
  }

  #render(object: LedgerObject): Display | null {
    const template = this.#templates.get(object.type);
    if (template === undefined) return null;
    const fields = this.#layouts.toJson(object.type, object.contents, 'plain');
    const output: { [field: string]: Json } = {};
    const errors: { [field: string]: string } = {};
    for (const [field, text] of Object.entries(template)) {
      const missing: string[] = [];
      const rendered = text.replace(/\{([^}]*)\}/g, (_, path: string) => {
        const value = valueAt(fields, path.trim());
        if (value === undefined || value === null) missing.push(path.trim());
        return String(value);
      });
      if (missing.length === 0) output[field] = rendered;
      else errors[field] = `Field ${missing.join(', ')} not found`;
    }
    return { output, errors: Object.keys(errors).length > 0 ? errors : null };
  }
}

function valueAt(json: Json | undefined, path: string): Json | undefined {
  let value = json;
  for (const step of path.split('.')) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    value = value[step];
  }
  return value;
}
