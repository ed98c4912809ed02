import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { aMatch, at, ME, YOU } from '#tests/support/a-match.ts';
import { accountWent, signInThrough } from '#web/api/session-gate.ts';
import { currentToast, dismissToast } from '#web/ui/toasts.ts';
import { createGameStore, type GameStore } from './game-store.ts';
import { useMatchActions, useShot } from './use-match-actions.ts';

const ROCK = 'the hodlord card';
const over = aMatch({ version: 7, status: 'completed', winner: YOU, endReason: 'decided' });
const rematch = (changed: Partial<Match['rematch']>): Match => ({
  ...over,
  version: 8,
  rematch: { ...over.rematch, ...changed },
});

afterEach(() => void vi.unstubAllGlobals());

type Press = (shot: ReturnType<typeof useShot>, match: ReturnType<typeof useMatchActions>) => void;

function Table({ store, press }: { store: GameStore; press: Press }) {
  press(useShot(store), useMatchActions(store));
  return null;
}

/** What a player can do at this table, and what the server is sent; each call is answered with the next of `answers`. */
function sitDown(match: Match, ...answers: (Response | Promise<Response>)[]) {
  const sent: [call: string, body: unknown][] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push([`${method} ${path.split('?')[0]}`, JSON.parse(String(body ?? null))]);
    return answers.shift() ?? Response.json(match);
  });
  const store = createGameStore(ME, false);
  store.dispatch({ kind: 'seen', match: aMatch({ version: 0, id: match.id }), via: 'poll' });
  store.dispatch({ kind: 'seen', match, via: 'poll' });
  /** With the actions of a render at this moment. */
  function act(press: Press) {
    const client = new QueryClient();
    const table = createElement(Table, { store, press });
    renderToString(createElement(QueryClientProvider, { client }, table));
  }
  return { store, sent, act };
}

it('a sentence for those who listen is not found in the next scene', () => {
  const { store } = sitDown(aMatch());
  store.announcer.say('10 seconds left to pick a card.');
  store.dispatch({ kind: 'reset' });
  expect(store.announcer.get()).toBe('');
});

it('SHOT! sends the card for the open round, once', { tags: 'battle-12' }, async () => {
  const { store, sent, act } = sitDown(aMatch({ currentRound: 2 }));
  act(({ shoot }) => shoot());
  expect(sent, 'nothing is picked').toEqual([]);
  store.dispatch({ kind: 'pick', card: ROCK });
  act(({ shoot }) => {
    shoot();
    shoot();
  });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const play = { walletAddress: ME, cardName: ROCK, round: 2, isReplay: false };
  expect(sent).toEqual([['POST /api/game/matches/m1/play', expect.objectContaining(play)]]);
});

it.each([
  ['match-over', 409, null],
  ['server-busy', 503, ROCK],
])(
  'a card refused as %s leaves the pick %s',
  { tags: 'battle-40' },
  async (reason, status, pick) => {
    const refused = Response.json({ error: 'No.', reason }, { status: Number(status) });
    const { store, act } = sitDown(aMatch(), refused);
    store.dispatch({ kind: 'pick', card: ROCK });
    act(({ shoot }) => shoot());
    await vi.waitFor(() => expect(store.get().isSending).toBe(false));
    expect(store.get().pick).toBe(pick);
  },
);

it('Quit Game tells the opponent at once, unless they know already', { tags: 'B9' }, async () => {
  const leave = ['POST /api/game/matches/m1/leave', { walletAddress: ME }];
  for (const [match, told] of [
    [over, [leave]],
    [rematch({ state: 'over' }), []],
  ] as const) {
    const { store, sent, act } = sitDown(match);
    act((_, { quit }) => quit(match));
    expect(store.get().match).toBeNull();
    expect(sent).toEqual(told);
  }
});

it('Quit Game is told again when the line was lost', { tags: 'B9' }, async () => {
  const { sent, act } = sitDown(over, new Response('<html>', { status: 502 }));
  act((_, { quit }) => quit(over));
  await vi.waitFor(() => expect(sent).toHaveLength(2), 10_000);
  expect(sent[1]).toEqual(sent[0]);
});

it('a late answer to leaving does not take the player out of the next match', {
  tags: 'B7',
}, async () => {
  const leaving = Promise.withResolvers<Response>();
  const { store, sent, act } = sitDown(aMatch(), leaving.promise);
  act((_, { leave }) => leave.run(aMatch()));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  store.dispatch({ kind: 'seen', match: over, via: 'push' });
  store.dispatch({ kind: 'reset' });
  const next = aMatch({ id: 'm2', createdAt: at(60) });
  store.dispatch({ kind: 'seen', match: next, via: 'push' });
  leaving.resolve(Response.json(over));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(store.get()).toMatchObject({ match: { id: 'm2' }, memory: { left: null } });
});

it('Play Again joins the lobby that the opponent offers, else offers one', {
  tags: 'B9',
}, async () => {
  const theirs = rematch({ state: 'offered', offeredBy: YOU, lobbyId: 'l2', expiresAt: at(60) });
  const first = sitDown(theirs);
  first.act((_, { playAgain }) => playAgain.run(theirs));
  await vi.waitFor(() => expect(first.sent).not.toEqual([]));
  expect(first.sent[0]).toEqual(['POST /api/game/lobbies/l2/join', { playerWallet: ME }]);

  const own = rematch({ state: 'offered', offeredBy: ME, lobbyId: 'l2', expiresAt: at(60) });
  for (const match of [over, own]) {
    const second = sitDown(match);
    second.act((_, { playAgain }) => playAgain.run(match));
    await vi.waitFor(() => expect(second.sent).not.toEqual([]));
    const offer = { creatorWallet: ME, rematchOf: 'm1' };
    expect(second.sent[0]).toEqual(['POST /api/game/lobbies', expect.objectContaining(offer)]);
  }
});

it('Play Again is tried once more when a proxy answered for the server', {
  tags: 'battle-42',
}, async () => {
  const proxy = new Response('<html>', { status: 502 });
  const { sent, act, store } = sitDown(over, proxy, Response.json(over));
  act((_, { playAgain }) => playAgain.run(over));
  const offers = () => sent.filter(([call]) => call === 'POST /api/game/lobbies');
  await vi.waitFor(() => expect(offers()).toHaveLength(2));
  expect(offers()[1]).toEqual(offers()[0]);
  await vi.waitFor(() => expect(store.get().isAsking).toBe(false));
  expect(offers()).toHaveLength(2);
});

it('Play Again without an answer asks an account that has come meanwhile for no signature', {
  tags: 'wallet-17',
}, async () => {
  const signIn = vi.fn(async () => {});
  signInThrough(signIn);
  const lost = Promise.withResolvers<Response>();
  // Its session has ended with the account.
  const refused = Response.json({}, { status: 401 });
  const { store, sent, act } = sitDown(over, lost.promise, Response.json(over), refused);
  act((_, { playAgain }) => playAgain.run(over));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  accountWent();
  lost.reject(new TypeError('Failed to fetch'));
  await vi.waitFor(() => expect(store.get().isAsking).toBe(false));
  expect(signIn).not.toHaveBeenCalled();
});

it('Play Again that was cancelled does not fail afterwards', { tags: 'B9' }, async () => {
  const lost = Promise.withResolvers<Response>();
  const { store, sent, act } = sitDown(over, lost.promise);
  act((_, { playAgain }) => playAgain.run(over));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  store.dispatch({ kind: 'asked' });
  for (let one = currentToast.get(); one?.isOpen; one = currentToast.get()) dismissToast(one.id);
  lost.reject(new TypeError('Failed to fetch'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(currentToast.get()?.isOpen ?? false).toBe(false);
});

it('an offer that was cancelled before it stood is taken back', { tags: 'B9' }, async () => {
  const own = rematch({ state: 'offered', offeredBy: ME, lobbyId: 'l2', expiresAt: at(60) });
  const { store, sent, act } = sitDown(over, Response.json({ matchId: null }), Response.json(own));
  act((_, { playAgain }) => playAgain.run(over));
  store.dispatch({ kind: 'asked' });
  const decline = ['POST /api/game/lobbies/l2/leave', { walletAddress: ME }];
  await vi.waitFor(() => expect(sent).toContainEqual(decline));
});

it.each([
  ['has not failed once it is over', 'over', undefined],
  [
    'has failed while it stands',
    'offered',
    'The rematch could not be called off. Please try again.',
  ],
] as const)(
  'a rematch called off without an answer %s',
  { tags: 'battle-42' },
  async (_, state, told) => {
    const own = rematch({ state: 'offered', offeredBy: ME, lobbyId: 'l2', expiresAt: at(60) });
    const proxy = new Response('<html>', { status: 502 });
    const { act } = sitDown(
      own,
      proxy,
      Response.json({ ...own, rematch: { ...own.rematch, state } }),
    );
    for (let one = currentToast.get(); one?.isOpen; one = currentToast.get()) dismissToast(one.id);
    act((_, { decline }) => decline.run(own));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const shown = currentToast.get();
    expect(shown?.isOpen ? shown.description : undefined).toBe(told);
  },
);
