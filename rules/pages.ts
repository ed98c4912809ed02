/**
 * The pages: path, module, and the texts for tabs and search engines. The server writes the head into the page, for
 * clients without scripts; the web app updates it when the page changes. Link previews: link-previews.ts.
 */
import { type Address, canonicalAddress } from './address.ts';
import type { Ki } from './genesis.ts';

export const BRAND = 'The MAINZ';

export interface Page {
  /** File in web/pages. */
  readonly module: string;
  /** Colours the page. */
  readonly ki: Ki;
  /** Without the brand, which `tabTitle` adds. */
  readonly title: string;
  readonly description: string;
  /** Whether search engines may list it; it is then in the sitemap. */
  readonly isListed: boolean;
}

export const PAGES = {
  '/': {
    module: 'HomePage',
    ki: 'eter',
    title: BRAND,
    description:
      'Become the main character of your own life: collect, arrange and battle the trading cards of The MAINZ on Sui.',
    isListed: true,
  },
  '/profile': {
    module: 'ProfilePage',
    ki: 'sui',
    title: 'Profile',
    description:
      'Your cards of The MAINZ in groups of your own, your name on the leaderboard, and five cards for a place on the Booster Pack whitelist.',
    isListed: true,
  },
  '/games': {
    module: 'GamesPage',
    ki: 'inferno',
    title: 'Games',
    description:
      'The Trading Card Battle, its leaderboard, and who is on the Booster Pack whitelist.',
    isListed: true,
  },
  '/the-mainz': {
    module: 'TheMainzPage',
    ki: 'void',
    title: 'The First Twelve',
    description:
      'Meet the first twelve of 5,555 main characters: the NFT collection of The MAINZ, coming soon on chain.',
    isListed: true,
  },
  '/trading-card-game': {
    module: 'BattlePage',
    ki: 'inferno',
    title: 'Trading Card Battle',
    description:
      'Rock, paper, scissors with five cards, best of three, live against another collector. One card in your wallet lets you in.',
    isListed: true,
  },
  '/admin': {
    module: 'AdminPage',
    ki: 'mist',
    title: 'Admin Dashboard',
    description: 'The Booster Pack whitelist with its figures, to read and to download.',
    isListed: false,
  },
} as const satisfies Record<string, Page>;

export type PagePath = keyof typeof PAGES;

export const BATTLE_PATH = '/trading-card-game' satisfies PagePath;

export const NOT_FOUND = {
  module: 'NotFoundPage',
  ki: 'mist',
  title: 'Page Not Found',
  description: 'No scene was ever written for this address.',
  isListed: false,
} as const satisfies Page;

export type PageModule = (typeof PAGES)[PagePath]['module'] | typeof NOT_FOUND.module;

/** Query parameter of the battle page: id of the lobby in an invite link. */
export const INVITE_PARAMETER = 'lobby';

export const PROFILE_PATH = '/profile' satisfies PagePath;

/** Query parameter of the profile: whose it is; without it one's own. */
export const WALLET_PARAMETER = 'wallet';

/** The form of lobby ids; other texts are not looked up. */
const LOBBY_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isLobbyId = (text: string): boolean => LOBBY_ID.test(text);

/**
 * What a page shows: only itself, or also a lobby or a collector that the query names. `nobody`: it names a collector
 * by something that is no address.
 */
export type Subject =
  | { readonly kind: 'page' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'lobby'; readonly id: string }
  | { readonly kind: 'collector'; readonly wallet: Address };

export type NamedSubject = Exclude<Subject, { kind: 'page' | 'nobody' }>;

export function subjectOf(
  page: PagePath | null,
  query: { get(name: string): string | null },
): Subject {
  if (page === BATTLE_PATH) {
    const id = query.get(INVITE_PARAMETER) ?? '';
    return id === '' ? { kind: 'page' } : { kind: 'lobby', id };
  }
  const address = page === PROFILE_PATH ? query.get(WALLET_PARAMETER) : null;
  if (address === null) return { kind: 'page' };
  const wallet = canonicalAddress(address);
  return wallet === null ? { kind: 'nobody' } : { kind: 'collector', wallet };
}

/** The address of the page that invites to a lobby, without an origin. */
export function invitationPath(lobbyId: string): string {
  return `${BATTLE_PATH}?${INVITE_PARAMETER}=${lobbyId}`;
}

/** The address of a page that shows this, without an origin; null: 'Page Not Found', or nobody. */
export function subjectPath(page: PagePath | null, subject: Subject): string | null {
  if (subject.kind === 'lobby') return invitationPath(subject.id);
  if (subject.kind === 'collector') return collectorPath(subject.wallet);
  return subject.kind === 'page' ? page : null;
}

/** @param address canonical */
export function collectorPath(address: string): string {
  return `${PROFILE_PATH}?${WALLET_PARAMETER}=${address}`;
}

/** The page at a path, or null. One slash at the end is ignored. */
export function pageAt(path: string): PagePath | null {
  const bare = path.replace(/(?<=[^/])\/$/, '');
  return Object.hasOwn(PAGES, bare) ? (bare as PagePath) : null;
}

export function pageOf(path: string): Page {
  const known = pageAt(path);
  return known === null ? NOT_FOUND : PAGES[known];
}

export function tabTitle(title: string): string {
  return title === BRAND ? BRAND : `${title} · ${BRAND}`;
}
