/** The battle before a match: without a wallet, opening a game, joining one. */
import type { Page } from '@playwright/test';
import { lobbyOf, RIVAL } from '../scripted-battle.ts';
import { type BattleScene, button, fails, refuses, type Scenes } from './scene.ts';

const GAME = '/trading-card-game';
const LOBBIES = '**/api/game/lobbies';
const JOIN = '**/api/game/lobbies/*/join';

const create = async (page: Page, name = 'Front row') => {
  await page.getByLabel('Lobby name').fill(name);
  await button(page, 'Create Lobby').click();
};
const join = (page: Page) => button(page, 'Join Midnight duel').click();

export const doorScenes: Scenes = {
  'battle-no-wallet': { shows: ['Connect your wallet'], path: GAME },
  'battle-no-cards': { shows: ['NFT Access Required'], persona: 'zero', path: GAME },
  'battle-checking': {
    shows: ['Verifying Access'],
    persona: 'ace',
    path: GAME,
    before: (page) => page.route('**/api/nfts?*', () => {}),
  },
  'battle-cards-not-checked': {
    shows: ['Your cards could not be checked'],
    persona: 'ace',
    path: GAME,
    before: (page) => fails(page, 'GET', '**/api/nfts?*'),
  },
};

export const lobbyScenes: Scenes<BattleScene> = {
  lobby: { shows: ['Open games'], play: async () => {} },
  'lobby-empty': {
    shows: ['Nobody is waiting right now.'],
    play: async (_page, battle) => {
      battle.lobbies = [];
      battle.push('lobby-updated');
    },
  },
  'lobby-name': {
    toast: ['Error', 'Please enter a lobby name'],
    play: (page) => button(page, 'Create Lobby').click(),
  },
  'lobby-failed': {
    toast: ['Error', 'Failed to create lobby'],
    play: async (page, battle) => {
      battle.failing.add('create');
      await create(page);
    },
  },
  'lobby-chain-away': {
    toast: ['Error', 'The Sui network cannot be reached right now.'],
    play: async (page) => {
      await refuses(page, 'POST', LOBBIES, { reason: 'chain-unreachable' });
      await create(page);
    },
  },
  'lobby-already-in-match': {
    toast: ['Error', 'You are in a match. Finish or leave it first.'],
    play: async (page) => {
      await refuses(page, 'POST', LOBBIES, { reason: 'already-in-match' });
      await create(page);
    },
  },
  'lobby-created': {
    toast: ['Success', 'Front row is open.'],
    play: (page) => create(page),
  },
  'lobby-link-copied': {
    toast: ['Copied to Clipboard', 'Send it to your opponent.'],
    play: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await create(page, 'The longest name that a game of cards was ever opened under');
      await button(page, 'Copy link').click();
    },
  },
  'lobby-not-closed': {
    toast: ['Error', 'Your lobby could not be closed.'],
    play: async (page, battle) => {
      await create(page);
      battle.failing.add('leave');
      await button(page, 'Close lobby').click();
    },
  },
  'lobbies-not-loaded': {
    shows: ['The open games could not be loaded. Trying again.'],
    play: async (_page, battle) => {
      battle.failing.add('lobbies');
      battle.push('lobby-updated');
    },
  },
  'join-failed': {
    toast: ['Error', 'Failed to join lobby'],
    play: async (page, battle) => {
      battle.failing.add('join');
      await join(page);
    },
  },
  'join-chain-away': {
    toast: ['Error', 'The Sui network cannot be reached right now.'],
    play: async (page) => {
      await refuses(page, 'POST', JOIN, { reason: 'chain-unreachable' });
      await join(page);
    },
  },
  'join-too-late': {
    toast: ['Error', 'Somebody else was faster and took this seat.'],
    play: async (page) => {
      await refuses(page, 'POST', JOIN, { reason: 'lobby-taken' });
      await join(page);
    },
  },
  waiting: {
    shows: ['Finding Match...', 'Taking the free seat.'],
    play: async (page, battle) => {
      battle.hold('join');
      await join(page);
    },
  },
  joined: { toast: ['Joined Lobby!', 'Your opponent is at the table.'], play: join },
  'many-lobbies': {
    shows: ['Your Lobby'],
    play: async (page, battle) => {
      await create(page);
      const others = [...'abcdefgh'].map((one) => lobbyOf(RIVAL, `Table ${one}`, one));
      battle.lobbies = [...battle.lobbies, ...others];
      battle.push('lobby-updated');
    },
  },
  'matches-failed': {
    shows: ['Failed to fetch matches'],
    play: async (page, battle) => {
      battle.failing.add('matches');
      await button(page, 'Check Match Status').click();
    },
  },
};
