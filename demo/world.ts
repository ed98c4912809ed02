import { GENESIS_CARDS, type GenesisId } from '#rules/genesis.ts';
import { contentId } from './content-id.ts';
import { personaAddress } from './keys.ts';
import { EVERYONE, type Persona } from './personas.ts';
import { type CardText, cardDraft, defineCardType } from './sui-node/ledger/cards.ts';
import { fundAddress, mintCoin, setCoinMetadata } from './sui-node/ledger/coins.ts';
import { idFromText } from './sui-node/ledger/hashes.ts';
import {
  countItems,
  createKiosk,
  type KioskKind,
  listForSale,
  placeDrafts,
} from './sui-node/ledger/kiosks.ts';
import { Ledger, type LedgerOptions, type ObjectDraft } from './sui-node/ledger/ledger.ts';

const DEMO_PACKAGE = '0x7468652d6d61696e7a0000000000000000000000000000000000000064656d6f';

export const DEMO_CARD_TYPE = `${DEMO_PACKAGE}::genesis::Card`;
export const DEMO_PASS_TYPE = `${DEMO_PACKAGE}::backstage::Pass`;
export const DEMO_COIN_TYPE = `${DEMO_PACKAGE}::main::MAIN`;
const DEMO_COIN_DECIMALS = 6;

/**
 * The cards that the demo prints, in this order. Another list changes what every persona holds, what the
 * journal in DATA_DIR replays, and names in tests/e2e/profile-*.spec.ts.
 */
const PRINTED_GENESIS_IDS = [1, 2, 3, 4, 5] as const satisfies readonly GenesisId[];

export interface WorldOptions extends LedgerOptions {
  /** The `ipfs://` link of a picture; without it, a link to no file. */
  imageUrlOf?: (id: GenesisId) => string;
  /** The same for the passes, numbered from 1. */
  passImageUrlOf?: (number: number) => string;
  /** Without it, everybody. */
  people?: readonly Persona[];
}

const MIST_PER_SUI = 1_000_000_000n;

/** The ledger of the demo: everybody's cards, kiosks, coins and names. Ids are the same at every start. */
export function createDemoWorld(options: WorldOptions = {}): Ledger {
  const ledger = createEmptyWorld(options);
  const printer = new Printer(options.imageUrlOf ?? unprintedPicture);
  for (const persona of options.people ?? EVERYONE) {
    mintPersona(ledger, persona, printer);
    mintPasses(ledger, persona, options.passImageUrlOf ?? unprintedPicture);
  }
  return ledger;
}

/** A ledger without objects that knows the card and the token of the demo. */
export function createEmptyWorld(options: LedgerOptions = {}): Ledger {
  const ledger = new Ledger(options);
  defineCardType(ledger, DEMO_CARD_TYPE);
  defineCardType(ledger, DEMO_PASS_TYPE);
  setCoinMetadata(ledger, DEMO_COIN_TYPE, {
    id: idFromText('the-mainz demo token'),
    decimals: DEMO_COIN_DECIMALS,
    name: 'The MAINZ demo token',
    symbol: 'MAIN',
    description: 'Stands in for the token of the product. Worth nothing.',
    iconUrl: null,
  });
  return ledger;
}

interface MintManyOptions {
  /** Puts the cards into this kiosk instead of the wallet. */
  readonly kioskId?: string;
  readonly locked?: boolean;
  /** Defaults to the demo's card type. */
  readonly type?: string;
}

/** Mints many cards at once for tests; returns their ids. */
export function mintMany(
  ledger: Ledger,
  owner: string,
  count: number,
  options: MintManyOptions = {},
): string[] {
  const printer = new Printer(unprintedPicture);
  const drafts = Array.from({ length: count }, (_, index) => {
    const { text } = printer.print(printedAt(index));
    return cardDraft(options.type ?? DEMO_CARD_TYPE, owner, ledger.nextId(), text);
  });
  place(ledger, drafts, options.kioskId, options.locked === true ? count : 0);
  return drafts.map(({ id }) => id);
}

function mintPersona(ledger: Ledger, persona: Persona, printer: Printer): void {
  const { name } = persona;
  const owner = personaAddress(name);
  let printed = 0;
  const draw = (count: number) =>
    Array.from({ length: count }, () => {
      const { id, text } = printer.print(printedAt(printed++));
      return cardDraft(DEMO_CARD_TYPE, owner, id, text);
    });
  const id = (thing: string) => idFromText(`the-mainz demo ${name} ${thing}`);
  const fillKiosk = (kind: KioskKind, count = 0, listed = 0) => {
    if (count === 0) return;
    const { kioskId } = createKiosk(ledger, owner, kind, id(`${kind} kiosk`), id(`${kind} cap`));
    const drafts = draw(count);
    place(ledger, drafts, kioskId);
    for (const card of drafts.slice(0, listed)) {
      listForSale(ledger, kioskId, card.id, 25n * MIST_PER_SUI);
    }
  };
  place(ledger, draw(persona.loose));
  fillKiosk('ordinary', persona.inKiosk, persona.listed);
  fillKiosk('personal', persona.inPersonalKiosk);
  fillKiosk('origin-byte', persona.inOriginByteKiosk);
  if (persona.hasNoCoins) fundAddress(ledger, owner, 10n * MIST_PER_SUI);
  else {
    mintCoin(ledger, owner, 8n * MIST_PER_SUI, undefined, id('first coin'));
    mintCoin(ledger, owner, 2n * MIST_PER_SUI, undefined, id('second coin'));
  }
  const tokens = BigInt(100 + persona.loose * 7) * 10n ** BigInt(DEMO_COIN_DECIMALS);
  mintCoin(ledger, owner, tokens, DEMO_COIN_TYPE, id('token'));
  ledger.names.set(`${name}-demo.sui`, owner);
}

function mintPasses(
  ledger: Ledger,
  { name, passes = 0 }: Persona,
  imageUrlOf: (number: number) => string,
): void {
  if (passes === 0) return;
  const drafts = Array.from({ length: passes }, (_, index) => {
    const number = index + 1;
    const id = idFromText(`the-mainz demo ${name} pass ${number}`);
    return cardDraft(DEMO_PASS_TYPE, personaAddress(name), id, {
      name: `Backstage Pass #${number}`,
      description: `Lets its holder stand in the wings. Number ${number}.`,
      imageUrl: imageUrlOf(number),
      number,
    });
  });
  place(ledger, drafts);
}

/** Writes cards to their owner, or into a kiosk and locks the first `locked` of them. */
function place(ledger: Ledger, cards: ObjectDraft[], kioskId?: string, locked = 0): void {
  if (kioskId === undefined) {
    ledger.commit({ writes: cards });
    return;
  }
  const placed = cards.flatMap((card, index) => placeDrafts(kioskId, card, index < locked));
  ledger.commit({ writes: [...placed, countItems(ledger.object(kioskId), cards.length)] });
}

/** In turns: one of each of `PRINTED_GENESIS_IDS`. */
function printedAt(index: number): GenesisId {
  return PRINTED_GENESIS_IDS[index % PRINTED_GENESIS_IDS.length] ?? 1;
}

function unprintedPicture(id: number): string {
  return `ipfs://${contentId(new TextEncoder().encode(`the-mainz genesis ${id}`))}`;
}

/** Numbers the editions of each genesis card. */
class Printer {
  readonly #imageUrls: ReadonlyMap<GenesisId, string>;
  readonly #editions = new Map<GenesisId, number>();

  constructor(imageUrlOf: (id: GenesisId) => string) {
    this.#imageUrls = new Map(PRINTED_GENESIS_IDS.map((id) => [id, imageUrlOf(id)]));
  }

  print(genesisId: GenesisId): { id: string; text: CardText } {
    const genesis = GENESIS_CARDS.find(({ id }) => id === genesisId);
    if (genesis === undefined) throw new Error(`no genesis card ${genesisId}`);
    const number = (this.#editions.get(genesisId) ?? 0) + 1;
    this.#editions.set(genesisId, number);
    return {
      id: idFromText(`the-mainz demo card ${genesisId} ${number}`),
      text: {
        name: `${genesis.name} #${number}`,
        description: `${genesis.description} Genesis edition, number ${number}.`,
        imageUrl: this.#imageUrls.get(genesisId) ?? '',
        number,
      },
    };
  }
}
