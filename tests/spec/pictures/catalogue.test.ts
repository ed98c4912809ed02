/** All fixed toasts and errors, typed out again: each has a picture. */
import { expect, it } from 'vitest';
import { PARTS } from './scene.ts';
import { BATTLE_SCENES, SCENES } from './scenes.ts';

/** Situation and shown texts; 'log: ...' for messages that only the console gets. N is any number. */
const CATALOGUE: readonly (readonly [situation: string, ...shown: string[]])[] = [
  ['NFT request not OK', 'Failed to fetch NFTs'],
  [
    'Profile update',
    'Update Failed',
    'Failed to update profile. Make sure your wallet is connected.',
  ],
  ['Username update', 'Update Failed', 'Failed to update your username'],
  ['Registration', 'Registration Failed', 'Failed to register'],
  ['Delete entry', 'Delete Failed', 'Failed to delete entry'],
  ['Lobby create', 'Error', 'Failed to create lobby'],
  ['Join', 'Failed to join lobby'],
  ['Play', 'Failed to play card'],
  ['Match fetch', 'Failed to fetch matches', 'Failed to fetch match details'],
  ['Rematch', 'Rematch Failed', 'Please try again'],
  ['Group load failure', 'My Collection'],
  ['Connect failure (game, profile)', 'log: Wallet connection failed'],
  [
    'Connect failure (nav)',
    'Sui Wallet Required',
    'Please install Suiet Wallet, Sui Wallet, or Ethos Wallet browser extension to connect and access your NFT collection.',
  ],
  ['Sync failed', 'Connection Error', 'Connected but failed to sync blockchain data'],
  ['Disconnect failure', 'Disconnect Error', 'There was an issue disconnecting your wallet'],
  ['NFT fetch warning', 'Sync Warning', "Connected but couldn't fetch NFT data from blockchain"],
  [
    'Thrown messages',
    'log: No Sui wallets found',
    'log: No Sui wallet extensions found',
    'Wallet not connected',
    "Wallet doesn't support message signing",
  ],
  ['Leaderboard load failure', 'Failed to load leaderboard'],

  [
    'Connected',
    'Wallet Connected',
    'Successfully connected and syncing NFT data from blockchain',
    'Connected! For full features, use desktop browser with Sui wallet extensions',
  ],
  ['Disconnected', 'Wallet Disconnected'],
  ['Username saved', 'Username Updated'],
  ['Cards read', 'NFTs Loaded', 'Found N NFTs from the collection'],
  ['Profile saved', 'Profile Updated'],
  ['Registered', 'Successfully Registered!'],
  ['Deleted', 'Entry Deleted'],
  ['Lobby opened', 'Success'],
  ['Lobby joined', 'Joined Lobby!'],
  ['Match', 'New Match Started!'],
  ['Round', 'Round N Result'],
  ['Battle', 'Battle Complete!'],
  ['Check Result', 'Round Complete!', 'Tournament Complete!'],
  ['Exports', 'Download Complete', 'Copied to Clipboard'],

  ['Pick timer', "Time's Up!", 'was selected automatically'],
  ['Name', 'Name Required', 'Please enter a display name.'],
  ['No wallet', 'Wallet Not Connected', 'Please connect your wallet first.'],
  ['Whitelist', 'Please select at least 5 NFTs'],
  ['Lobby', 'Please enter a lobby name'],
  ['Export', 'No Data', 'No whitelist entries to download.', 'No wallet addresses to copy.'],

  // For rows without texts of their own, or whose texts are not shown.
  ['Stats request not OK (tiles show 0)', 'The numbers could not be read just now.'],
  ['Group save failure (only logged)', 'Not saved'],
];

const numberless = (words: string) => words.replace(/\b\d+\b/g, 'N');

const pictured = [...Object.values(SCENES), ...Object.values(BATTLE_SCENES)]
  .flatMap((scene) => [
    ...(scene.toast ?? []),
    ...(scene.shows ?? []),
    ...('logs' in scene ? [`log: ${scene.logs}`] : []),
  ])
  .map((words) => numberless(words ?? ''));

it.each(CATALOGUE)(
  '%s: has a picture of each of its words',
  { tags: 'T3' },
  (_situation, ...shown) => {
    const isPictured = (words: string) => pictured.some((said) => said.includes(numberless(words)));
    expect(shown.filter((words) => !isPictured(words))).toEqual([]);
  },
);

it('nobody is given a name in one test and asked for one in another', () => {
  const people = Object.values(PARTS);
  expect(new Set(people).size).toBe(people.length);
});
