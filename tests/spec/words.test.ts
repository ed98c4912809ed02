/**
 * All fixed texts, typed out exactly. Browser tests check that they are shown, but ignore case when they
 * find an element by its text. Toasts and errors have a scene each (tests/spec/pictures), so that they can be looked at.
 */
import { expect, it } from 'vitest';
import { NAME_WORDS } from '#contract/name-words.ts';
import { defaultUsername } from '#rules/address.ts';
import { UNORGANIZED_NAME } from '#rules/groups.ts';
import { texts as admin } from '#web/admin/texts.ts';
import { texts as board } from '#web/battle/board/texts.ts';
import { texts as battle } from '#web/battle/game/texts.ts';
import { texts as lobby } from '#web/battle/lobby/texts.ts';
import { texts as table } from '#web/battle/table/texts.ts';
import { texts as cards } from '#web/cards/texts.ts';
import { nameTexts } from '#web/collectors/name-texts.ts';
import { texts as collectors } from '#web/collectors/texts.ts';
import { texts as frame, toastTexts } from '#web/frame/texts.ts';
import { texts as groups } from '#web/groups/texts.ts';
import { texts as door } from '#web/pages/battle/texts.ts';
import { texts as games } from '#web/pages/games/texts.ts';
import { texts as home } from '#web/pages/home/texts.ts';
import { texts as notFound } from '#web/pages/not-found-texts.ts';
import { texts as profile } from '#web/pages/profile/texts.ts';
import { texts as mainz } from '#web/pages/the-mainz-texts.ts';
import { dialogTexts } from '#web/wallet/dialog-texts.ts';
import { connectTexts, errorTexts } from '#web/wallet/texts.ts';
import { publicTexts } from '#web/whitelist/public-texts.ts';
import { texts as whitelist } from '#web/whitelist/texts.ts';
import { BATTLE_SCENES, SCENES } from './pictures/scenes.ts';

const numberless = (words: string) => words.replace(/\b\d+\b/g, 'N');
const pictured = [...Object.values(SCENES), ...Object.values(BATTLE_SCENES)]
  .flatMap((scene) => [
    ...(scene.toast ?? []),
    ...(scene.shows ?? []),
    ...('logs' in scene ? [scene.logs] : []),
  ])
  .map((words) => numberless(words ?? ''));

/** Texts of toasts and errors. @returns them as they are, once each was found in a scene */
function seen<Words>(words: Words): Words {
  if (typeof words === 'string') {
    const isPictured = pictured.some((said) => said.includes(numberless(words)));
    expect(isPictured, `a scene shows '${words}'`).toBe(true);
  } else Object.values(words as object).forEach(seen);
  return words;
}

it('the pages say what they are called', { tags: 'T1' }, () => {
  expect([notFound.title, frame.admin]).toEqual(['Page Not Found', 'Admin Dashboard']);
  const { features, promo } = home;
  expect([features.main.title, features.collector.title, features.collection.title]).toEqual([
    'Become the MAIN',
    'Become a Collector',
    'NFT Collection',
  ]);
  expect([promo.size, promo.sizeLabel]).toEqual(['5,555', 'Total NFTs']);
  expect([mainz.size, mainz.sizeLabel, mainz.access, mainz.soon, mainz.more]).toEqual([
    '5,555',
    'Total NFTs',
    'KEY BRAND ACCESS',
    'Coming Soon On Chain',
    'More MAINz coming soon',
  ]);
  expect([games.play, games.learn]).toEqual(['Play Now', 'Learn More']);
});

it('the figures and the ranking of the home page say their fixed words', {
  tags: 'T1',
}, () => {
  const { stats, board: top } = collectors;
  expect([stats.totalNFTs, stats.activeUsers, stats.collections]).toEqual([
    'Total NFTs',
    'Active Users',
    'Collections',
  ]);
  expect([stats.loading, stats.missing, collectors.statsFailed]).toEqual([
    '...',
    '0',
    'Failed to fetch stats',
  ]);
  expect([top.title, top.leader, top.viewAll, top.failed, board.board.failed]).toEqual([
    'Top Collectors',
    'Collection Leader',
    'View All',
    ...Array(2).fill(seen('Failed to load leaderboard')),
  ]);
  expect([top.emptyTitle, top.empty]).toEqual([
    'No Rankings Yet',
    'Be the first to connect your wallet and claim your spot on the leaderboard!',
  ]);
});

it('connecting says its fixed words in the dialog, on the buttons and when it fails', {
  tags: 'T1',
}, () => {
  expect([profile.connect.title, dialogTexts.title]).toEqual(Array(2).fill('Connect Your Wallet'));
  expect(connectTexts.connecting).toBe('Connecting...');
  expect(errorTexts).toMatchObject(
    seen({
      noWallets: 'No Sui wallets found',
      noExtensions: 'No Sui wallet extensions found',
      notConnected: 'Wallet not connected',
      cannotSign: "Wallet doesn't support message signing",
      connectionFailed: 'Wallet connection failed',
    }),
  );
  expect(cards.noAddress).toBe('No wallet address');
  expect(cards.failed).toBe(seen('Failed to fetch NFTs'));
  const said = (one: { title: string; description?: string }) =>
    seen([one.title, one.description ?? '']);
  expect(said(toastTexts.connected)).toEqual([
    'Wallet Connected',
    'Successfully connected and syncing NFT data from blockchain',
  ]);
  expect(said(toastTexts.connectedMobile)).toEqual([
    'Wallet Connected',
    'Connected! For full features, use desktop browser with Sui wallet extensions',
  ]);
  expect(said(toastTexts.connectFailed)).toEqual([
    'Sui Wallet Required',
    'Please install Suiet Wallet, Sui Wallet, or Ethos Wallet browser extension to connect and access your NFT collection.',
  ]);
  expect(said(toastTexts.syncFailed)).toEqual([
    'Connection Error',
    'Connected but failed to sync blockchain data',
  ]);
  expect(toastTexts.syncFailed.isDestructive).toBe(true);
  expect(said(toastTexts.syncWarning)).toEqual([
    'Sync Warning',
    "Connected but couldn't fetch NFT data from blockchain",
  ]);
  for (const count of [1, 3]) {
    expect(said(toastTexts.loaded(count))).toEqual([
      'NFTs Loaded',
      `Found ${count} NFTs from the collection`,
    ]);
  }
  expect(toastTexts.loaded(1_500).description).toBe('Found 1,500 NFTs from the collection');
  expect(toastTexts.disconnected.title).toBe(seen('Wallet Disconnected'));
  expect(said(toastTexts.disconnectFailed)).toEqual([
    'Disconnect Error',
    'There was an issue disconnecting your wallet',
  ]);
});

it('names, whitelist and groups say their fixed words on the profile', {
  tags: 'T1',
}, () => {
  expect(defaultUsername('0x12ab')).toBe('User_12ab');
  expect(nameTexts).toMatchObject(
    seen({
      required: 'Name Required',
      notConnected: {
        title: 'Wallet Not Connected',
        description: 'Please connect your wallet first.',
      },
      updated: { title: 'Profile Updated' },
      usernameUpdated: { title: 'Username Updated' },
      usernameFailed: { title: 'Update Failed', description: 'Failed to update your username' },
      failed: 'Update Failed',
      failedText: 'Failed to update profile. Make sure your wallet is connected.',
    }),
  );
  expect(NAME_WORDS['name-empty']).toBe(seen('Please enter a display name.'));
  expect([whitelist.title, publicTexts.title, whitelist.add, whitelist.needCards]).toEqual([
    ...Array(2).fill('Booster Pack Whitelist'),
    'Add WL Entry',
    'Need 5+ Cards',
  ]);
  expect(whitelist).toMatchObject(
    seen({
      tooFew: 'Please select at least 5 NFTs',
      registered: 'Successfully Registered!',
      registerFailed: 'Registration Failed',
      registerFailedText: 'Failed to register',
      remove: {
        done: 'Entry Deleted',
        failed: 'Delete Failed',
        failedText: 'Failed to delete entry',
      },
    }),
  );
  expect(UNORGANIZED_NAME).toBe(seen('My Collection'));
  expect([groups.add.label, groups.card.moveTo, groups.selection.moveTo]).toEqual([
    'Add Group',
    ...Array(2).fill('Move to...'),
  ]);
});

it('the card battle says its fixed words from its door to its end', { tags: 'T1' }, () => {
  expect([door.connect, door.verifying, door.required]).toEqual([
    'Connect your wallet',
    'Verifying Access',
    'NFT Access Required',
  ]);
  expect(battle.faults).toMatchObject(
    seen({ matches: 'Failed to fetch matches', match: 'Failed to fetch match details' }),
  );
  expect(lobby).toMatchObject(
    seen({
      nameRequired: 'Please enter a lobby name',
      createFailed: 'Failed to create lobby',
      joinFailed: 'Failed to join lobby',
    }),
  );
  expect(lobby.check).toBe('Check Match Status');
  expect([lobby.row.join, lobby.row.own, table.shot]).toEqual(['Join', 'Your Lobby', 'SHOT!']);
  expect([lobby.created('x').title, battle.toasts.joined.title]).toEqual(
    seen(['Success', 'Joined Lobby!']),
  );
  expect(battle.waiting.title).toBe('Finding Match...');
  expect(battle.playing).toMatchObject({
    check: 'Check Result',
    reset: 'Reset Game',
    playFailed: seen('Failed to play card'),
  });
  const timeUp = battle.playing.timeUp('x');
  expect(timeUp.title).toBe(seen("Time's Up!"));
  expect(timeUp.description).toContain(seen('was selected automatically'));
  expect(battle.result).toMatchObject({
    continue: 'Continue',
    continueNext: 'Continue to Next Round',
    quit: 'Quit Game',
    again: 'Play Again',
    reset: 'Reset & Refresh',
  });
  const { toasts } = battle;
  expect([toasts.error('x').title, toasts.started.title, toasts.round(2, 'x', true).title]).toEqual(
    seen(['Error', 'New Match Started!', 'Round 2 Result']),
  );
  const ends = [toasts.over('x', true), toasts.roundComplete, toasts.tournamentComplete];
  expect(ends.map(({ title }) => title)).toEqual(
    seen(['Battle Complete!', 'Round Complete!', 'Tournament Complete!']),
  );
  expect(toasts.rematchFailed).toMatchObject(
    seen({ title: 'Rematch Failed', description: 'Please try again' }),
  );
});

it('the admin page says its fixed words', { tags: 'T1' }, () => {
  const { tiles, export: taking, acts, list } = admin;
  expect(
    [tiles.totalEntries, tiles.uniqueWallets, tiles.nftsSelected].map(([name]) => name),
  ).toEqual(['Total Entries', 'Unique Wallets', 'NFTs Selected']);
  expect(tiles.registrations[0]).toBe('Registrations');
  expect([taking.download, taking.copy, list.qualified]).toEqual([
    'Download',
    'Copy Addresses',
    'Qualified',
  ]);
  expect([admin.noData, acts.download.nothing, acts.copy.nothing]).toEqual(
    seen(['No Data', 'No whitelist entries to download.', 'No wallet addresses to copy.']),
  );
  expect([acts.download.done, acts.copy.done]).toEqual(
    seen(['Download Complete', 'Copied to Clipboard']),
  );
});

it("a player's record has the comma of every count", { tags: 'numbers-2' }, () => {
  expect(table.recordShort(1_500, 2, 30_000)).toEqual(['1,500 W', '2 L', '30,000 T']);
});
