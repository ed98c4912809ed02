/** The battle before a match: without a wallet, opening a game, joining one. */
import type { Page } from '@playwright/test';
import type { RefusalReason } from '#rules/refusal.ts';
import { lobbyOf, RIVAL, type ScriptedBattle } from '../scripted-battle.ts';
import { type BattleScene, button, failing, fails, inTurn, refuses, type Scenes } from './scene.ts';

const GAME = '/trading-card-game';
const LOBBIES = '**/api/game/lobbies';
const JOIN = '**/api/game/lobbies/*/join';

const open =
  (name = 'Front row') =>
  async (page: Page) => {
    await page.getByLabel('Lobby name').fill(name);
    await button(page, 'Create Lobby').click();
  };
const click = (name: string) => (page: Page) => button(page, name).click();
const join = click('Join Midnight duel');
const isTold = (_page: Page, battle: ScriptedBattle) => battle.push('lobby-updated');
const refusing = (url: string, reason: RefusalReason) => (page: Page) =>
  refuses(page, 'POST', url, { reason });

export const doorScenes: Scenes = {
  'battle-no-wallet': { shows: ['Connect your wallet'], path: GAME },
  'battle-no-cards': { shows: ['NFT Access Required'], persona: 'zero', path: GAME },
  'battle-checking': {
    shows: ['Verifying Access'],
    persona: 'ace',
    path: GAME,
    unanswered: 1,
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
  lobby: { shows: ['Open games'], play: () => {} },
  'lobby-empty': {
    shows: ['Nobody is waiting right now.'],
    play: inTurn((_, battle) => battle.lobbies.splice(0), isTold),
  },
  'lobby-name': { toast: ['Error', 'Please enter a lobby name'], play: click('Create Lobby') },
  'lobby-failed': {
    toast: ['Error', 'Failed to create lobby'],
    play: inTurn(failing('create'), open()),
  },
  'lobby-chain-away': {
    toast: ['Error', 'The Sui network cannot be read right now.'],
    play: inTurn(refusing(LOBBIES, 'chain-unreachable'), open()),
  },
  'lobby-already-in-match': {
    toast: ['Error', 'You are in a match. Finish or leave it first.'],
    play: inTurn(refusing(LOBBIES, 'already-in-match'), open()),
  },
  'lobby-created': { toast: ['Success', 'Front row is open.'], play: open() },
  'lobby-link-copied': {
    toast: ['Copied to Clipboard', 'Send it to your opponent.'],
    play: inTurn(
      (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']),
      open('The longest name that a game of cards was ever opened under'),
      click('Copy link'),
    ),
  },
  'lobby-not-closed': {
    toast: ['Error', 'Your lobby could not be closed.'],
    play: inTurn(open(), failing('leave'), click('Close lobby')),
  },
  'lobbies-not-loaded': {
    shows: ['The open games could not be loaded. Trying again.'],
    play: inTurn(failing('lobbies'), isTold),
  },
  'join-failed': { toast: ['Error', 'Failed to join lobby'], play: inTurn(failing('join'), join) },
  'join-chain-away': {
    toast: ['Error', 'The Sui network cannot be read right now.'],
    play: inTurn(refusing(JOIN, 'chain-unreachable'), join),
  },
  'join-too-late': {
    toast: ['Error', 'Somebody else was faster and took this seat.'],
    play: inTurn(refusing(JOIN, 'lobby-taken'), join),
  },
  waiting: {
    shows: ['Finding Match...', 'Taking the free seat.'],
    unanswered: 1,
    play: inTurn((_, battle) => battle.hold('join'), join),
  },
  joined: { toast: ['Joined Lobby!', 'Your opponent is at the table.'], play: join },
  'many-lobbies': {
    shows: ['Your Lobby'],
    play: inTurn(
      open(),
      (_, battle) => {
        const others = [...'abcdefgh'].map((one) => lobbyOf(RIVAL, `Table ${one}`, one));
        battle.lobbies = [...battle.lobbies, ...others];
      },
      isTold,
    ),
  },
  'matches-failed': {
    shows: ['Failed to fetch matches'],
    play: inTurn(failing('matches'), click('Check Match Status')),
  },
};
