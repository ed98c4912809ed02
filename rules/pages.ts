/**
 * The pages: path, module, and the texts for tabs, search engines and link previews. The server writes
 * the head into the page, for clients without scripts; the web app updates it when the page changes.
 */

import { type Address, canonicalAddress } from './address.ts';
import { formatCountOf } from './amounts.ts';
import type { Ki } from './genesis.ts';

export const BRAND = 'The MAINZ';

interface Page extends PageHead {
  /** Colours the page. */
  readonly ki: Ki;
  /** File in web/pages. */
  readonly module: string;
}

export interface PageHead {
  /** Without the brand, which `tabTitle` adds. */
  readonly title: string;
  /** Of the link preview. */
  readonly headline: string;
  readonly description: string;
  /** Of the link preview: a path on our own origin. */
  readonly image: string;
  readonly imageAlt: string;
  /** Whether search engines may list it; it is then in the sitemap. */
  readonly isListed: boolean;
}

/** Width and height of every preview image, in px. */
export const PREVIEW_SIZE = [1200, 630] as const;

const STAGE = {
  image: '/link-preview.png',
  imageAlt: 'Three Genesis Trading Cards of The MAINZ under stage light.',
};
const DUEL = {
  image: '/preview-battle.png',
  imageAlt: 'Two Genesis Trading Cards of The MAINZ, thrown against each other.',
};
const CAST = {
  image: '/preview-the-mainz.png',
  imageAlt: 'The first twelve characters of The MAINZ.',
};

export const PAGES = {
  '/': {
    module: 'HomePage',
    ki: 'eter',
    title: BRAND,
    headline: 'The MAINZ: become the main character',
    description:
      'Become the main character of your own life: collect, arrange and battle the trading cards of The MAINZ on Sui.',
    ...STAGE,
    isListed: true,
  },
  '/profile': {
    module: 'ProfilePage',
    ki: 'sui',
    title: 'Profile',
    headline: 'Your corner of The MAINZ',
    description:
      'Your cards of The MAINZ in groups of your own, your name on the leaderboard, and five cards for a place on the Booster Pack whitelist.',
    ...STAGE,
    isListed: true,
  },
  '/games': {
    module: 'GamesPage',
    ki: 'inferno',
    title: 'Games',
    headline: 'Games of The MAINZ',
    description:
      'The Trading Card Battle, its leaderboard, and who is on the Booster Pack whitelist.',
    ...DUEL,
    isListed: true,
  },
  '/the-mainz': {
    module: 'TheMainzPage',
    ki: 'void',
    title: 'The First Twelve',
    headline: 'The MAINZ: the main characters of Sui',
    description:
      'Meet the first twelve of 5,555 main characters: the NFT collection of The MAINZ, coming soon on chain.',
    ...CAST,
    isListed: true,
  },
  '/trading-card-game': {
    module: 'BattlePage',
    ki: 'inferno',
    title: 'Trading Card Battle',
    headline: 'Trading Card Battle of The MAINZ',
    description:
      'Rock, paper, scissors with five cards, best of three, live against another collector. One card in your wallet lets you in.',
    ...DUEL,
    isListed: true,
  },
  '/admin': {
    module: 'AdminPage',
    ki: 'mist',
    title: 'Admin Dashboard',
    headline: 'The Booster Pack whitelist',
    description: 'The Booster Pack whitelist with its figures, to read and to download.',
    ...STAGE,
    isListed: false,
  },
} as const satisfies Record<string, Page>;

export type PagePath = keyof typeof PAGES;

export const BATTLE_PATH = '/trading-card-game' satisfies PagePath;

export const NOT_FOUND = {
  module: 'NotFoundPage',
  ki: 'mist',
  title: 'Page Not Found',
  headline: 'Page Not Found',
  description: 'No scene was ever written for this address.',
  ...STAGE,
  isListed: false,
} as const satisfies Page;

export type PageModule = (typeof PAGES)[PagePath]['module'] | typeof NOT_FOUND.module;

/** Query parameter of the battle page: id of the lobby in an invite link. */
export const INVITE_PARAMETER = 'lobby';

export interface Invitation {
  readonly name: string;
  readonly shortAddress: string;
  readonly lobbyName: string;
}

/** The battle page for the preview of an invite link. */
export function invitationPage({ name, shortAddress, lobbyName }: Invitation): Page {
  return {
    ...PAGES[BATTLE_PATH],
    headline: `${name} invites you to a Trading Card Battle`,
    description: `${name} (${shortAddress}) waits for you in the lobby “${lobbyName}”: five cards, best of three. One card in your wallet lets you in.`,
    isListed: false,
  };
}

const PROFILE_PATH = '/profile' satisfies PagePath;

/** Query parameter of the profile: whose it is; without it one's own. */
export const WALLET_PARAMETER = 'wallet';

/** The form of lobby ids; other texts are not looked up. */
const LOBBY_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What a page shows: only itself, or also a lobby or a collector that the query names. */
type Subject =
  | { readonly kind: 'page' }
  | { readonly kind: 'lobby'; readonly id: string }
  | { readonly kind: 'collector'; readonly wallet: Address };

export type NamedSubject = Exclude<Subject, { kind: 'page' }>;

/** @returns null if the query names someone whom this page does not show: then no prerendered body fits */
export function subjectOf(
  page: PagePath | null,
  query: { get(name: string): string | null },
): Subject | null {
  const id = query.get(INVITE_PARAMETER);
  const address = query.get(WALLET_PARAMETER);
  if (page === BATTLE_PATH && id !== null) return LOBBY_ID.test(id) ? { kind: 'lobby', id } : null;
  if (page === PROFILE_PATH && address !== null) {
    const wallet = canonicalAddress(address);
    return wallet === null ? null : { kind: 'collector', wallet };
  }
  return id === null && address === null ? { kind: 'page' } : null;
}

/** The address of the page that invites to a lobby, without an origin. */
export function invitationPath(lobbyId: string): string {
  return `${BATTLE_PATH}?${INVITE_PARAMETER}=${lobbyId}`;
}

/** The address of a page that shows this, without an origin; null: 'Page Not Found'. */
export function subjectPath(page: PagePath | null, subject: Subject): string | null {
  if (subject.kind === 'lobby') return invitationPath(subject.id);
  return subject.kind === 'collector' ? collectorPath(subject.wallet) : page;
}

export interface CollectorPreview {
  readonly name: string;
  readonly shortAddress: string;
  /** Null before the first reading of the chain. */
  readonly cards: number | null;
}

/** @param address canonical */
export function collectorPath(address: string): string {
  return `${PROFILE_PATH}?${WALLET_PARAMETER}=${address}`;
}

/** The profile of a collector for others to see. */
export function collectorPage({ name, shortAddress, cards }: CollectorPreview): Page {
  const held =
    cards === null
      ? 'Their cards have not been read from the chain yet.'
      : `They hold ${formatCountOf(cards, 'card')} on Sui: see their groups, their battles and where they stand.`;
  return {
    ...PAGES[PROFILE_PATH],
    title: name,
    headline: `${name} in The MAINZ`,
    description: `${name} (${shortAddress}) collects The MAINZ. ${held}`,
    isListed: false,
  };
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
