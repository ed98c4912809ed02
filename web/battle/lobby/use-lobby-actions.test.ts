import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Lobby } from '#contract/battle.ts';
import { aMatch, ME, YOU } from '#tests/support/a-match.ts';
import { accountWent, signInThrough } from '#web/api/session-gate.ts';
import { createGameStore, type GameStore } from '#web/battle/game/game-store.ts';
import { lobbiesQuery } from '#web/battle/game/queries.ts';
import { currentToast, dismissToast, toast } from '#web/ui/toasts.ts';
import { type LobbyActions, useLobbyActions } from './use-lobby-actions.ts';

beforeEach(() => {
  // All files share the toasts: what another one left waiting would come up in the middle.
  toast({ title: 'The last one' });
  for (let one = currentToast.get(); one?.isOpen; one = currentToast.get()) dismissToast(one.id);
  currentToast.set(null);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function Page({ store, take }: { store: GameStore; take: (actions: LobbyActions) => void }) {
  take(useLobbyActions(store, false));
  return null;
}

const lobby = {
  id: 'l1',
  name: 'Red room',
  creatorWallet: ME,
  expiresAt: new Date().toISOString(),
};

/**
 * The actions of one page. The server closes lobbies, lists none, and answers opening or joining one with `opening`, the
 * second time with `again`.
 */
function inLobby(opening: Promise<Response>, again = opening) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const call = `${method} ${path}`;
    const isFirst = !sent.includes(call);
    sent.push(call);
    if (call === 'POST /api/game/lobbies' || path.endsWith('/join')) {
      const answering = isFirst ? opening : again;
      return answering.then((answer) => answer.clone());
    }
    return Response.json(method === 'GET' ? [] : lobby);
  });
  const client = new QueryClient();
  let actions: LobbyActions | undefined;
  const take = (its: LobbyActions) => {
    actions = its;
  };
  const store = createGameStore(ME, false);
  const page = createElement(Page, { store, take });
  renderToString(createElement(QueryClientProvider, { client }, page));
  /** What the page knows of open lobbies. */
  const list = (...lobbies: object[]) =>
    client.setQueryData(lobbiesQuery.queryKey, lobbies as Lobby[]);
  return { actions: actions!, store, sent, list, isIdle: () => client.isMutating() === 0 };
}

const lateAnswers: [string, () => Promise<Response>][] = [
  ['is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['comes late', () => Promise.resolve(Response.json(lobby))],
];

it.each(lateAnswers)(
  'of a lobby that became a match before the answer to its opening, which %s, nothing more is said',
  { tags: 'battle-42' },
  async (_, answer) => {
    const opening = Promise.withResolvers<Response>();
    const { actions, store, sent, isIdle } = inLobby(opening.promise);
    actions.create.run('Red room');
    store.dispatch({ kind: 'seen', match: aMatch(), via: 'push' });
    dismissToast(currentToast.get()!.id);
    opening.resolve(answer());
    await vi.waitFor(() => expect(isIdle()).toBe(true));
    expect(currentToast.get()).toMatchObject({ title: 'New Match Started!', isOpen: false });
    expect(sent.filter((call) => call === 'POST /api/game/lobbies')).toHaveLength(1);
  },
);

it.each(lateAnswers)(
  'a lobby closed before the answer to its opening, which %s, stays closed',
  {
    tags: 'battle-42',
  },
  async (_, answer) => {
    const opening = Promise.withResolvers<Response>();
    const { actions, sent, isIdle } = inLobby(opening.promise);
    actions.create.run('Red room');
    actions.close.run('l1');
    await vi.waitFor(() => expect(sent).toContain('POST /api/game/lobbies/l1/leave'));
    await new Promise((done) => setTimeout(done));
    opening.resolve(answer());
    await vi.waitFor(() => expect(isIdle()).toBe(true));
    expect(sent.filter((call) => call === 'POST /api/game/lobbies')).toHaveLength(1);
    expect(currentToast.get()?.title).not.toBe('Success');
  },
);

it.each<[string, (actions: LobbyActions) => void]>([
  ['a seat', ({ join }) => join.run({ ...lobby, creatorWallet: YOU } as Lobby)],
  ['a quick match', ({ quick }) => quick.run()],
])('%s that was cancelled does not fail afterwards', { tags: 'battle-42' }, async (_, press) => {
  const opening = Promise.withResolvers<Response>();
  const { actions, store, sent, isIdle } = inLobby(opening.promise);
  press(actions);
  await vi.waitFor(() => expect(sent.some((call) => call.startsWith('POST'))).toBe(true));
  store.dispatch({ kind: 'asked' });
  opening.reject(new TypeError('Failed to fetch'));
  await vi.waitFor(() => expect(isIdle()).toBe(true));
  expect(currentToast.get()).toBeNull();
});

it.each<[string, (actions: LobbyActions) => void]>([
  ['a lobby', ({ create }) => create.run('Red room')],
  ['a seat', ({ join }) => join.run({ ...lobby, creatorWallet: YOU } as Lobby)],
  ['a quick match', ({ quick }) => quick.run()],
])(
  '%s that has no answer before another account comes asks that one for no signature',
  {
    tags: 'wallet-17',
  },
  async (_, press) => {
    const signIn = vi.fn(async () => {});
    signInThrough(signIn);
    const opening = Promise.withResolvers<Response>();
    // Its session has ended with the account.
    const refused = Promise.resolve(Response.json({}, { status: 401 }));
    const { actions, sent, isIdle } = inLobby(opening.promise, refused);
    press(actions);
    await vi.waitFor(() => expect(sent.some((call) => call.startsWith('POST'))).toBe(true));
    accountWent();
    opening.reject(new TypeError('Failed to fetch'));
    await vi.waitFor(() => expect(isIdle()).toBe(true));
    expect(signIn).not.toHaveBeenCalled();
    expect(currentToast.get()).toBeNull();
  },
);

it.each<[string, object[], number]>([
  ['is open', [lobby], 2],
  ['was closed meanwhile, here or in another tab', [], 1],
])(
  'the seat in an older game is asked for again only while one’s own %s',
  {
    tags: ['battle-37', 'battle-42'],
  },
  async (_, open, tries) => {
    const opening = Promise.withResolvers<Response>();
    const { actions, sent, list, isIdle } = inLobby(opening.promise);
    const joins = () => sent.filter((call) => call.endsWith('/join'));
    list(lobby);
    actions.goOver.run({ ...lobby, id: 'older', creatorWallet: YOU } as Lobby);
    await vi.waitFor(() => expect(joins()).toHaveLength(1));
    list(...open);
    opening.reject(new TypeError('Failed to fetch'));
    await vi.waitFor(() => expect(isIdle()).toBe(true));
    expect(joins()).toHaveLength(tries);
  },
);

it('that a lobby is open is taken from the screen once its match begins', async () => {
  const { actions, store, isIdle } = inLobby(Promise.resolve(Response.json(lobby)));
  actions.create.run('Red room');
  await vi.waitFor(() => expect(isIdle()).toBe(true));
  expect(currentToast.get()).toMatchObject({ title: 'Success', isOpen: true });
  store.dispatch({ kind: 'seen', match: aMatch(), via: 'push' });
  expect(currentToast.get()).toMatchObject({ title: 'New Match Started!', isOpen: true });
});
