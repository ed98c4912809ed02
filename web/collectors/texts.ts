import { formatCountOf } from '#rules/amounts.ts';

export const texts = {
  statsFailed: 'Failed to fetch stats',
  stats: {
    heading: 'The collection, live',
    totalNFTs: 'Total NFTs',
    activeUsers: 'Active Users',
    collections: 'Collections',
    loading: '...',
    missing: '0',
    fault: 'The numbers could not be read just now.',
  },
  board: {
    title: 'Top Collectors',
    leader: 'Collection Leader',
    emptyTitle: 'No Rankings Yet',
    empty: 'Be the first to connect your wallet and claim your spot on the leaderboard!',
    failed: 'Failed to load leaderboard',
    failedHelp: 'Your place in it is safe.',
    loading: 'Loading the leaderboard',
    refresh: 'Refresh leaderboard',
    viewAll: 'View All',
    viewLess: 'Show less',
    you: 'You',
    rank: 'Rank',
    ownPlace: 'Your place',
    cards: (count: number) => formatCountOf(count, 'card'),
  },
};
