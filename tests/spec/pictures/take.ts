/** Every toast and error of SPEC section 8, provoked at two widths and pictured: see pictures.config.ts. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { become } from '#tests/e2e/support/become.ts';
import { sign } from '../e2e/support/profile.ts';
import { addSulkyWallet, changeSettings, test } from './on-stage.ts';
import { ACE, lobbyOf, RIVAL, ScriptedBattle } from './scripted-battle.ts';

const FOLDER = process.env.PICTURES ?? '';
if (FOLDER === '') throw new Error('PICTURES names the folder for the pictures');
mkdirSync(FOLDER, { recursive: true });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const fails = (page: Page, method: string, url: string, status = 500) =>
  page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status, body: '' }) : route.fallback(),
  );
const connect = async (page: Page) => {
  if (await button(page, 'Open menu').isVisible()) {
    await button(page, 'Open menu').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Connect Wallet' }).click();
  } else await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
};
const connectDemo = async (page: Page) => {
  await connect(page);
  await button(page, /demo wallet/i).click();
};
const saveName = async (page: Page, name: string) => {
  await page.getByLabel('Display name').fill(name);
  await button(page, 'Save').click();
};
const pickFive = async (page: Page) => {
  await button(page, 'Add WL Entry').click();
  await button(page, /^Pick \d+ spare/).click();
  await button(page, 'Register').click();
};

interface Scene {
  /** What is waited for and pictured. */
  readonly shows: string | RegExp;
  readonly persona?: string;
  readonly path?: string;
  readonly before?: (page: Page) => Promise<unknown>;
  readonly act?: (page: Page) => Promise<unknown>;
}

const SCENES: Record<string, Scene> = {
  'wallet-connected': { shows: 'Successfully connected and syncing', act: connectDemo },
  'nfts-loaded': { shows: /Found \d+ NFTs from the collection/, act: connectDemo },
  'wallet-required': {
    shows: 'Sui Wallet Required',
    before: (page) => addSulkyWallet(page, 'no'),
    act: async (page) => {
      await connect(page);
      await button(page, 'Sulky').click();
    },
  },
  'connection-error': {
    shows: 'Connected but failed to sync blockchain data',
    before: (page) => fails(page, 'POST', '**/api/nfts/sync/*', 503),
    act: connectDemo,
  },
  'sync-warning': {
    shows: 'Sync Warning',
    before: (page) => fails(page, 'GET', '**/api/nfts?*'),
    act: connectDemo,
  },
  'stats-and-leaderboard': {
    shows: 'Failed to load leaderboard',
    before: async (page) => {
      await fails(page, 'GET', '**/api/stats');
      await fails(page, 'GET', '**/api/leaderboard');
    },
    act: (page) => page.locator('.scoreboard').scrollIntoViewIfNeeded(),
  },
  'nfts-on-home': {
    shows: 'Failed to fetch NFTs',
    persona: 'ace',
    before: (page) => fails(page, 'GET', '**/api/nfts?*'),
    act: (page) => page.getByText('Failed to fetch NFTs').scrollIntoViewIfNeeded(),
  },
  'username-failed': {
    shows: 'Failed to update your username',
    persona: 'kiosk',
    before: (page) => fails(page, 'PATCH', '**/api/user/*'),
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Choose a name/ }).fill('Kasimir');
      await button(page, 'Save').click();
    },
  },
  'username-updated': {
    shows: 'Username Updated',
    persona: 'duo',
    before: (page) =>
      page.route('**/api/user/*', (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ json: USER }) : route.fallback(),
      ),
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Choose a name/ }).fill('Duo');
      await button(page, 'Save').click();
    },
  },
  'name-required': {
    ...{ shows: 'Name Required', persona: 'ace', path: '/profile' },
    act: (page) => saveName(page, '  '),
  },
  'profile-failed': {
    ...{ shows: /Make sure your wallet is connected/, persona: 'ace', path: '/profile' },
    before: (page) => fails(page, 'PATCH', '**/profile'),
    act: (page) => saveName(page, 'Ace'),
  },
  'profile-failed-in-server-words': {
    ...{ shows: 'Update Failed', persona: 'ace', path: '/profile' },
    before: (page) =>
      page.route('**/api/users/*/profile', (route) =>
        route.fulfill({
          status: 429,
          json: { error: 'That was too often. Please try again in 40 seconds.' },
        }),
      ),
    act: (page) => saveName(page, 'Ace'),
  },
  'profile-updated': {
    ...{ shows: 'Profile Updated', persona: 'ace', path: '/profile' },
    before: (page) =>
      page.route('**/api/users/*/profile', (route) => route.fulfill({ json: USER })),
    act: (page) => saveName(page, 'Ace'),
  },
  'registration-failed': {
    ...{ shows: 'Failed to register', persona: 'ace', path: '/profile' },
    before: (page) => fails(page, 'POST', '**/register'),
    act: pickFive,
  },
  'registration-too-few': {
    ...{ shows: 'Registration Failed', persona: 'ace', path: '/profile' },
    act: async (page) => {
      await button(page, 'Add WL Entry').click();
      await button(page, 'Register').click();
    },
  },
  registered: {
    ...{ shows: 'Successfully Registered!', persona: 'five', path: '/profile' },
    act: async (page) => {
      await pickFive(page);
      await sign(page);
    },
  },
  'delete-failed': {
    ...{ shows: 'Failed to delete entry', persona: 'five', path: '/profile' },
    before: (page) => fails(page, 'DELETE', '**/entry/*'),
    act: async (page) => {
      await button(page, /^Delete registration/).click();
      await button(page, 'Delete').click();
    },
  },
  'entry-deleted': {
    ...{ shows: 'Entry Deleted', persona: 'five', path: '/profile' },
    act: async (page) => {
      await button(page, /^Delete registration/).click();
      await button(page, 'Delete').click();
      await sign(page);
    },
  },
  'groups-not-loaded': {
    ...{ shows: 'Your groups could not be loaded', persona: 'ace', path: '/profile' },
    before: (page) => fails(page, 'GET', '**/api/nft-groups/*'),
    act: (page) => page.getByText('Your groups could not be loaded').scrollIntoViewIfNeeded(),
  },
  disconnected: {
    ...{ shows: 'Wallet Disconnected', persona: 'ace' },
    act: async (page) => {
      if (await button(page, 'Open menu').isVisible()) await button(page, 'Open menu').click();
      await button(page, 'Disconnect').click();
    },
  },
  'no-data': {
    ...{ shows: 'No whitelist entries to download.', path: '/admin' },
    before: async (page) => {
      await page.route('**/api/booster-pack/whitelist', (route) => route.fulfill({ json: [] }));
    },
    act: (page) => button(page, 'Download').click(),
  },
  'no-wallet': {
    shows: 'Get it',
    before: (page) => changeSettings(page, { isDemo: false }),
    act: connect,
  },
};

const USER = {
  ...{
    walletAddress: ACE,
    username: 'Ace',
    displayName: 'Ace',
    profilePicture: null,
    nftCount: 12,
  },
  ...{ syncedAt: new Date().toISOString(), isStale: false, createdAt: new Date().toISOString() },
};

type BattleScene = (page: Page, battle: ScriptedBattle) => Promise<string | RegExp>;

const toTable = async (page: Page, battle: ScriptedBattle) => {
  battle.start();
  battle.push('match-started');
  await expect(page.getByRole('timer')).toBeVisible();
};
const shoot = async (page: Page) => {
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await button(page, 'SHOT!').press('Enter');
};
const win = (battle: ScriptedBattle) => {
  battle.play(ACE, 'the hodlord card');
  battle.play(RIVAL, 'Planktuz de Solanuz');
};

const BATTLE: Record<string, BattleScene> = {
  'lobby-name': async (page) => {
    await button(page, 'Create Lobby').click();
    return 'Please enter a lobby name';
  },
  'lobby-failed': async (page, battle) => {
    battle.failing.add('create');
    await page.getByLabel('Lobby name').fill('Front row');
    await button(page, 'Create Lobby').click();
    return 'Failed to create lobby';
  },
  'lobby-created': async (page) => {
    await page.getByLabel('Lobby name').fill('Front row');
    await button(page, 'Create Lobby').click();
    return 'Success';
  },
  'join-failed': async (page, battle) => {
    battle.failing.add('join');
    await button(page, 'Join Midnight duel').click();
    return 'Failed to join lobby';
  },
  joined: async (page) => {
    await button(page, 'Join Midnight duel').click();
    return 'Joined Lobby!';
  },
  'match-started': async (page, battle) => {
    await toTable(page, battle);
    return 'New Match Started!';
  },
  'play-failed': async (page, battle) => {
    await toTable(page, battle);
    battle.failing.add('play');
    await shoot(page);
    return 'Failed to play card';
  },
  'time-up': async (page, battle) => {
    await toTable(page, battle);
    await battle.freeze();
    await battle.pass(25_000);
    return "Time's Up!";
  },
  'matches-failed': async (page, battle) => {
    battle.failing.add('matches');
    await button(page, 'Check Match Status').click();
    return /Failed to fetch matches/;
  },
  'match-failed': async (page, battle) => {
    await toTable(page, battle);
    battle.failing.add('match');
    return /Failed to fetch match details/;
  },
  'round-complete': async (page, battle) => {
    await toTable(page, battle);
    win(battle);
    await button(page, 'Check Result').press('Enter');
    return 'Round Complete!';
  },
  'round-result': async (page, battle) => {
    await toTable(page, battle);
    win(battle);
    battle.push('match-updated');
    return 'Round 1 Result';
  },
  'battle-complete': async (page, battle) => {
    await toTable(page, battle);
    win(battle);
    win(battle);
    battle.push('match-updated');
    return 'Battle Complete!';
  },
  'tournament-complete': async (page, battle) => {
    await toTable(page, battle);
    win(battle);
    win(battle);
    await button(page, 'Check Result').press('Enter');
    return 'Tournament Complete!';
  },
  'rematch-failed': async (page, battle) => {
    await toTable(page, battle);
    win(battle);
    win(battle);
    battle.push('match-updated');
    battle.failing.add('create');
    await button(page, 'Play Again').press('Enter');
    return 'Rematch Failed';
  },
};

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  const picture = async (page: Page, name: string, shows: string | RegExp) => {
    await expect(
      page.locator('li.toast, main, [role="dialog"]').getByText(shows).first(),
    ).toBeVisible();
    // Where a toast says it too, that is the picture.
    const toast = page.locator('li.toast').getByText(shows);
    await toast.waitFor({ timeout: 4_000 }).catch(() => {});
    await page.screenshot({ path: path.join(FOLDER, `${name}-${viewport.width}.png`) });
  };
  test.describe(`${viewport.width}`, () => {
    test.use({ viewport });
    for (const [name, { shows, persona, path: where = '/', before, act }] of Object.entries(
      SCENES,
    )) {
      test(name, async ({ page }) => {
        if (persona !== undefined) await become(page, persona);
        await before?.(page);
        await page.goto(where);
        await act?.(page);
        await picture(page, name, shows);
      });
    }
    for (const [name, play] of Object.entries(BATTLE)) {
      test(`battle: ${name}`, async ({ page }) => {
        const battle = await ScriptedBattle.open(page);
        battle.lobbies = [lobbyOf(RIVAL, 'Midnight duel')];
        await become(page, 'ace');
        await page.goto('/trading-card-game');
        await expect(button(page, 'Check Match Status')).toBeVisible();
        await picture(page, `battle-${name}`, await play(page, battle));
      });
    }
  });
}
