/**
 * Anybody can send a wallet any number of kiosk keys. Opening every kiosk behind them would let a
 * stranger burn the node's quota; refusing beyond a number would let them lock a collector out.
 * So, where there are many: the kiosks themselves are looked at, 50 in one request. Empty ones are
 * passed over. Those once found without a card are remembered by their version (every change of the
 * contents makes a new one) and passed over too. Of the rest at most KIOSKS_PER_READING are opened;
 * if some are left, the reading fails openly, and the next one carries on behind what was learned.
 */
import type { Address } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';

/** Up to this many kiosks are opened without a look at them first. */
export const KIOSKS_WITHOUT_A_LOOK = 8;
export const KIOSKS_PER_READING = 200;

const REMEMBERED_KIOSKS = 100_000;

export interface KioskRef {
  readonly id: Address;
  readonly place: CardPlace;
}

/** A kiosk as seen from outside. */
export interface KioskLook {
  readonly version: string;
  readonly itemCount: number;
}

/** Kiosks known to hold no card, the longest unseen forgotten first. */
export class BarrenKiosks {
  readonly #versions = new Map<string, string>();

  /** The kiosks that may hold a card. One that was not looked at, or could not be, may. */
  worthOpening(
    kiosks: readonly KioskRef[],
    looks: ReadonlyMap<string, KioskLook>,
  ): readonly KioskRef[] {
    return kiosks.filter(({ id }) => {
      const look = looks.get(id);
      if (look === undefined) return true;
      if (look.itemCount === 0) return false;
      if (this.#versions.get(id) !== look.version) return true;
      this.remember(id, look);
      return false;
    });
  }

  remember(id: string, look: KioskLook): void {
    this.#versions.delete(id);
    this.#versions.set(id, look.version);
    if (this.#versions.size > REMEMBERED_KIOSKS) {
      const [oldest] = this.#versions.keys();
      if (oldest !== undefined) this.#versions.delete(oldest);
    }
  }
}
