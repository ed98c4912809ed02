/** The home page and the frame around every page. */
import { button, fails, openMenu, PARTS, type Scenes, user } from './scene.ts';

export const homeScenes: Scenes = {
  'stats-and-leaderboard': {
    shows: ['Failed to load leaderboard', 'The numbers could not be read just now.'],
    before: async (page) => {
      await fails(page, 'GET', '**/api/stats');
      await fails(page, 'GET', '**/api/leaderboard');
    },
    act: (page) => page.locator('.scoreboard').scrollIntoViewIfNeeded(),
  },
  'nfts-on-home': {
    shows: ['Failed to fetch NFTs'],
    persona: 'ace',
    before: (page) => fails(page, 'GET', '**/api/nfts?*'),
    act: (page) => page.getByText('Failed to fetch NFTs').scrollIntoViewIfNeeded(),
  },
  'username-failed': {
    toast: ['Update Failed', 'Failed to update your username'],
    persona: PARTS.namelessRefused,
    before: (page) => fails(page, 'PATCH', '**/api/user/*'),
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Choose a name/ }).fill('Kasimir');
      await button(page, 'Save').click();
    },
  },
  'username-updated': {
    toast: ['Username Updated'],
    persona: PARTS.namelessSaved,
    before: (page) =>
      page.route('**/api/user/*', (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ json: user() }) : route.fallback(),
      ),
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Choose a name/ }).fill('Duo');
      await button(page, 'Save').click();
    },
  },
  home: { shows: ['Become the MAIN'] },
  games: { shows: ['Games'], path: '/games' },
  'the-mainz': { shows: ['The MAINZ'], path: '/the-mainz' },
  drawer: {
    shows: ['The MAINZ'],
    persona: 'ace',
    act: openMenu,
  },
  'not-found': { shows: ['Page Not Found'], path: '/nowhere' },
};
