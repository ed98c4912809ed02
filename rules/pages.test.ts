import { describe, expect, it } from 'vitest';
import { isLobbyId, NOT_FOUND, PAGES, subjectOf, subjectPath, tabTitle } from './pages.ts';

const WALLET = `0x${'ab'.repeat(32)}`;
const LOBBY = '01234567-89ab-4def-8123-456789abcdef';
const subjectAt = (page: Parameters<typeof subjectOf>[0], query: string) =>
  subjectOf(page, new URLSearchParams(query));

describe('what a page shows', () => {
  it('is a collector on the profile, in whatever spelling the address is', () => {
    const spellings = [WALLET, WALLET.toUpperCase().replace('X', 'x')];
    for (const spelling of spellings) {
      const subject = subjectAt('/profile', `x=1&wallet=${spelling}`);
      expect(subject).toEqual({ kind: 'collector', wallet: WALLET });
      expect(subjectPath('/profile', subject)).toBe(`/profile?wallet=${WALLET}`);
    }
    const short = `0x${'1'.padStart(64, '0')}`;
    expect(subjectAt('/profile', '%77allet=0x1')).toEqual({ kind: 'collector', wallet: short });
  });

  it('is a lobby on the battle page', () => {
    const subject = subjectAt('/trading-card-game', `lobby=${LOBBY}`);
    expect(subject).toEqual({ kind: 'lobby', id: LOBBY });
    expect(subjectPath('/trading-card-game', subject)).toBe(`/trading-card-game?lobby=${LOBBY}`);
  });

  it('is the page itself where the query names nobody', () => {
    for (const page of ['/profile', '/games', null] as const) {
      const subject = subjectAt(page, 'wallets=1&utm_source=x');
      expect(subject).toEqual({ kind: 'page' });
      expect(subjectPath(page, subject)).toBe(page);
    }
  });

  it.each([
    'wallet=',
    'wallet=0x',
    'a&wallet',
    '%77allet=%',
    `wallet=${WALLET}0`,
    'wallet=%ff%00<script>',
  ])('is nobody on the profile with %s, which is no address', (query) => {
    expect(subjectAt('/profile', query)).toEqual({ kind: 'nobody' });
  });

  it.each([
    ['/profile', `lobby=${LOBBY}`],
    ['/games', `wallet=${WALLET}`],
    ['/trading-card-game', `wallet=${WALLET}`],
    ['/trading-card-game', 'lobby='],
    [null, `wallet=${WALLET}`],
  ] as const)('is the page itself at %s?%s, which it does not ask about', (page, query) => {
    expect(subjectAt(page, query)).toEqual({ kind: 'page' });
  });

  it('is a lobby that nobody knows where the id has another form', () => {
    expect(subjectAt('/trading-card-game', 'lobby=1')).toEqual({ kind: 'lobby', id: '1' });
    expect(['1', `${LOBBY}0`, LOBBY].map(isLobbyId)).toEqual([false, false, true]);
  });
});

describe('the title of a tab', () => {
  it('is another one for each page, so that tabs and history tell them apart', () => {
    const titles = [...Object.values(PAGES), NOT_FOUND].map(({ title }) => tabTitle(title));
    expect(new Set(titles).size).toBe(titles.length);
    expect(tabTitle(PAGES['/'].title)).toBe('The MAINZ');
  });
});
