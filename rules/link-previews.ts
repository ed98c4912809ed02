/**
 * What a link says and shows where it is posted. Not in pages.ts, which the first page loads: only the server needs it.
 */
import { formatCountOf } from './amounts.ts';
import { DECK_IN_WORDS } from './battle/deck.ts';
import { BATTLE_PATH, NOT_FOUND, PAGES, type Page, type PagePath, PROFILE_PATH } from './pages.ts';

interface LinkPreview {
  readonly headline: string;
  /** A path on our own origin. */
  readonly image: string;
  readonly imageAlt: string;
}

export type PreviewedPage = Page & LinkPreview;

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

const PREVIEWS: Readonly<Record<PagePath, LinkPreview>> = {
  '/': { headline: 'The MAINZ: become the main character', ...STAGE },
  '/profile': { headline: 'Your corner of The MAINZ', ...STAGE },
  '/games': { headline: 'Games of The MAINZ', ...DUEL },
  '/the-mainz': { headline: 'The MAINZ: the main characters of Sui', ...CAST },
  '/trading-card-game': { headline: 'Trading Card Battle of The MAINZ', ...DUEL },
  '/admin': { headline: 'The Booster Pack whitelist', ...STAGE },
};

/** @param path null: 'Page Not Found' */
export function previewedPage(path: PagePath | null): PreviewedPage {
  return path === null
    ? { ...NOT_FOUND, headline: NOT_FOUND.title, ...STAGE }
    : { ...PAGES[path], ...PREVIEWS[path] };
}

export interface Invitation {
  readonly name: string;
  readonly shortAddress: string;
  readonly lobbyName: string;
}

/** The battle page as an invite link shows it. */
export function invitationPage({ name, shortAddress, lobbyName }: Invitation): PreviewedPage {
  return {
    ...previewedPage(BATTLE_PATH),
    headline: `${name} invites you to a Trading Card Battle`,
    description: `${name} (${shortAddress}) waits for you in the lobby “${lobbyName}”: ${DECK_IN_WORDS} cards, best of three. One card in your wallet lets you in.`,
    isListed: false,
  };
}

export interface CollectorPreview {
  readonly name: string;
  readonly shortAddress: string;
  /** Null before the first reading of the chain. */
  readonly cards: number | null;
}

/** The profile of a collector for others to see. */
export function collectorPage({ name, shortAddress, cards }: CollectorPreview): PreviewedPage {
  const held =
    cards === null
      ? 'Their cards have not been read from the chain yet.'
      : `They hold ${formatCountOf(cards, 'card')} on Sui: see their groups, their battles and where they stand.`;
  return {
    ...previewedPage(PROFILE_PATH),
    title: name,
    headline: `${name} in The MAINZ`,
    description: `${name} (${shortAddress}) collects The MAINZ. ${held}`,
    isListed: false,
  };
}
