/** The pages: each its own chunk, fetched when its link is pointed at or focused. */
import { type ComponentType, lazy } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

export const BATTLE_PATH = '/trading-card-game';

const PAGES: Readonly<Record<string, Load>> = {
  '/': () => import('#web/pages/HomePage.tsx'),
  '/profile': () => import('#web/pages/ProfilePage.tsx'),
  '/games': () => import('#web/pages/GamesPage.tsx'),
  '/the-mainz': () => import('#web/pages/TheMainzPage.tsx'),
  [BATTLE_PATH]: () => import('#web/pages/BattlePage.tsx'),
  '/admin': () => import('#web/pages/AdminPage.tsx'),
};
const notFound: Load = () => import('#web/pages/NotFoundPage.tsx');

export const routes = Object.entries(PAGES).map(([path, load]) => ({ path, Page: lazy(load) }));
export const NotFound = lazy(notFound);

/** Fetches a page's code ahead of its visit. A failure is left to the visit itself. */
export function preloadPage(path: string): void {
  (PAGES[path] ?? notFound)().catch(() => {});
}
