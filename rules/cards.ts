/** Held cards, the age of readings that gates accept, and picture links (H1-H5). */
import { type Address, canonicalAddress } from './address.ts';

/** Cards a wallet must hold to enter the game. */
const CARDS_TO_PLAY = 1;

/** Shown on the home page and The MAINZ. */
export const COLLECTION_SIZE = 5555;

/** Shown when no other picture loads; served by our own origin. */
export const PLACEHOLDER_IMAGE = '/art/placeholder.svg';

/** Listed and locked cards belong to the holder until sold. */
export const CARD_PLACES = ['wallet', 'kiosk', 'personal-kiosk', 'originbyte-kiosk'] as const;
export type CardPlace = (typeof CARD_PLACES)[number];

/** The cards of a wallet by one reading. */
export interface Holdings {
  readonly ids: ReadonlySet<string>;
  /** When the reading began: it proves nothing about later (A2). */
  readonly readAt: Date;
}

/** A transfer of one card that the chain has confirmed. */
export interface CardMove {
  readonly cardId: Address;
  readonly from: Address;
  readonly to: Address;
}

export function mayPlay(heldCards: number): boolean {
  return heldCards >= CARDS_TO_PLAY;
}

/** Oldest reading that the whitelist, a lobby or a join accepts (H4). */
export const GATE_MAX_AGE_SECONDS = 60;
/** Shortest time between two readings of a wallet (H3). */
export const READING_PAUSE_SECONDS = 30;
/**
 * A time further in the future was noted before a clock was set back: how long ago, nobody knows. The clocks of two
 * servers differ by less.
 */
export const AHEAD_SECONDS = 5;

/** Reads again before a gate refuses: a card bought seconds ago may be missing in the first reading. */
export async function readForGate<T>(
  read: (maxAgeSeconds: number) => Promise<T>,
  isEnough: (seen: T) => boolean,
): Promise<T> {
  const seen = await read(GATE_MAX_AGE_SECONDS);
  return isEnough(seen) ? seen : read(READING_PAUSE_SECONDS);
}

const CONTENT_ID = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,})$/;

/**
 * The path below a gateway (`<cid>` or `<cid>/file`), or null when the picture is an ordinary link.
 * A picture is `ipfs://...`, a bare content id, or a link through some gateway (`.../ipfs/<cid>`).
 */
export function contentPath(imageUrl: string): string | null {
  const scheme = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(imageUrl);
  const throughGateway = /^https?:\/\/[^/]+\/ipfs\/(.+)$/i.exec(imageUrl);
  const path = scheme?.[1] ?? throughGateway?.[1] ?? imageUrl;
  return CONTENT_ID.test(path.split(/[/?#]/, 1)[0] ?? '') ? path : null;
}

/**
 * The links to try for a picture, in order: each gateway, then the placeholder.
 * @param gateways templates with `{cid}` for the content path; without it the path is appended
 * @param worked index of the gateway that answered last; it is tried first (H5)
 */
export function imageCandidates(
  imageUrl: string | null,
  gateways: readonly string[],
  worked = 0,
): string[] {
  if (imageUrl === null) return [PLACEHOLDER_IMAGE];
  const path = contentPath(imageUrl);
  if (path === null) {
    const isSafe = /^https?:\/\//i.test(imageUrl) || /^\/(?![/\\])/.test(imageUrl);
    // The page takes no picture over http; most who serve one serve it over https too.
    const link = imageUrl.replace(/^http:/i, 'https:');
    return isSafe ? [link, PLACEHOLDER_IMAGE] : [PLACEHOLDER_IMAGE];
  }
  const inOrder = new Set([...gateways.slice(worked, worked + 1), ...gateways]);
  return [...[...inOrder].map((gateway) => throughGateway(gateway, path)), PLACEHOLDER_IMAGE];
}

function throughGateway(template: string, path: string): string {
  return template.includes('{cid}')
    ? template.replace('{cid}', () => path)
    : `${template.replace(/\/$/, '')}/${path}`;
}

/**
 * A Move type in the spelling the chain answers with: every address in it canonical, no spaces.
 * `0x2::a::B` and `0x0…02::a::B` name the same type.
 */
export function normalMoveType(type: string): string {
  return type
    .replace(/\s+/g, '')
    .replace(/\b0x[0-9a-f]{1,64}(?=::)/gi, (address) => canonicalAddress(address) ?? address);
}
