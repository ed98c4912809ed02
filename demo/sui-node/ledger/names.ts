import { canonicalAddress } from './move-types.ts';

/** SuiNS as clients see it: a name leads to an address, an address may show one name. */
export class NameRegister {
  readonly #targets = new Map<string, string>();
  readonly #defaults = new Map<string, string>();

  /** Points a name such as `ace.sui` at an address; `isDefault` also makes it the address's shown name. */
  set(name: string, address: string, isDefault = true): void {
    const target = canonicalAddress(address);
    if (target === undefined) throw new Error(`invalid address ${address}`);
    this.#targets.set(canonicalName(name), target);
    if (isDefault) this.#defaults.set(target, canonicalName(name));
  }

  addressOf(name: string): string | undefined {
    return this.#targets.get(canonicalName(name));
  }

  nameOf(address: string): string | undefined {
    return this.#defaults.get(address);
  }
}

/** `@ace` and `ace.sui` are the same name. */
function canonicalName(name: string): string {
  const lower = name.toLowerCase();
  return lower.startsWith('@') ? `${lower.slice(1)}.sui` : lower;
}
