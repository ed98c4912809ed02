/** Which module of the web app draws each page, by its name in the manifest of the build. */
import type { PagePath } from '#rules/pages.ts';

export const PAGE_MODULES: Readonly<Record<PagePath, string>> = {
  '/': 'pages/HomePage.tsx',
  '/profile': 'pages/ProfilePage.tsx',
  '/games': 'pages/GamesPage.tsx',
  '/the-mainz': 'pages/TheMainzPage.tsx',
  '/trading-card-game': 'pages/BattlePage.tsx',
  '/admin': 'pages/AdminPage.tsx',
};

export const NOT_FOUND_MODULE = 'pages/NotFoundPage.tsx';
