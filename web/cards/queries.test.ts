import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signIns } from '#web/api/session-gate.ts';
import { ownedQuery } from './queries.ts';

const OWN = `0x${'a'.repeat(64)}`;
const OTHER = `0x${'b'.repeat(64)}`;

afterEach(() => {
  signIns.set(0);
  vi.unstubAllGlobals();
});

/** Each wallet holds one card, with its address as id. @param sessions of one call after the other; the last stays */
function serverWith(...sessions: string[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const session = (sessions.length > 1 ? sessions.shift() : sessions[0]) ?? '';
    if (path === '/api/auth/session') return Response.json({ walletAddress: session });
    const id = new URL(path, 'http://page').searchParams.get('walletAddress') ?? session;
    return Response.json([{ id, name: 'Drops #1' }]);
  });
  return asked;
}

describe("one's own cards, where another tab can sign in with another wallet", {
  tags: 'H6',
}, () => {
  it.each([
    ['has not', [OWN]],
    ['did before', [OTHER]],
    ['does so just before the list is read', [OWN, OTHER]],
    ['does so and back again', [OWN, OWN, OTHER]],
  ])('are those of this wallet: it %s', async (_, sessions) => {
    signIns.set(1);
    serverWith(...sessions);
    const cards = await new QueryClient().fetchQuery(ownedQuery(OWN));
    expect(cards.map(({ id }) => id)).toEqual([OWN]);
  });

  it('are read without the address where it has', { tags: 'calls-13' }, async () => {
    signIns.set(1);
    const asked = serverWith(OWN);
    await new QueryClient().fetchQuery(ownedQuery(OWN));
    expect(asked).toContain('/api/nfts');
  });

  it('are read by the address, without a question for the session, before anybody signed in', async () => {
    const asked = serverWith(OTHER);
    const cards = await new QueryClient().fetchQuery(ownedQuery(OWN));
    expect(cards.map(({ id }) => id)).toEqual([OWN]);
    expect(asked).toEqual([`/api/nfts?walletAddress=${OWN}`]);
  });
});
