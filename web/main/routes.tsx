/** The pages: each its own chunk, fetched when its link is pointed at or focused. */
import { type ComponentType, lazy } from 'react';
import { NOT_FOUND, PAGES, type PageModule, pageAt } from '#rules/pages.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** Written out, so that the build sees what each page brings. */
const MODULES: Readonly<Record<PageModule, Load>> = {
  HomePage: () => import('#web/pages/HomePage.tsx'),
  ProfilePage: () => import('#web/pages/ProfilePage.tsx'),
  GamesPage: () => import('#web/pages/GamesPage.tsx'),
  TheMainzPage: () => import('#web/pages/TheMainzPage.tsx'),
  BattlePage: () => import('#web/pages/BattlePage.tsx'),
  AdminPage: () => import('#web/pages/AdminPage.tsx'),
  NotFoundPage: () => import('#web/pages/NotFoundPage.tsx'),
};

export const routes = Object.entries(PAGES).map(([path, { module }]) => ({
  path,
  Page: lazy(MODULES[module]),
}));
export const NotFound = lazy(MODULES[NOT_FOUND.module]);

/** Fetches a page's code ahead of its visit. A failure is left to the visit itself. */
export function preloadPage(path: string): void {
  const page = pageAt(path);
  MODULES[page === null ? NOT_FOUND.module : PAGES[page].module]().catch(() => {});
}
