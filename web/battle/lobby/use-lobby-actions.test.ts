import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ME } from '#tests/support/a-match.ts';
import { createGameStore } from '#web/battle/game/game-store.ts';
import { currentToast } from '#web/ui/toasts.ts';
import { type LobbyActions, useLobbyActions } from './use-lobby-actions.ts';

beforeEach(() => currentToast.set(null));
afterEach(() => {
  vi.unstubAllGlobals();
});

function Page({ take }: { take: (actions: LobbyActions) => void }) {
  take(useLobbyActions(createGameStore(ME, false)));
  return null;
}

const lobby = {
  id: 'l1',
  name: 'Red room',
  creatorWallet: ME,
  expiresAt: new Date().toISOString(),
};

/** The actions of one page. The server closes lobbies, lists none, and answers the opening of one with `opening`. */
function inLobby(opening: Promise<Response>) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const call = `${method} ${path}`;
    sent.push(call);
    if (call === 'POST /api/game/lobbies') return opening.then((answer) => answer.clone());
    return Response.json(method === 'GET' ? [] : lobby);
  });
  const client = new QueryClient();
  let actions: LobbyActions | undefined;
  const take = (its: LobbyActions) => {
    actions = its;
  };
  const page = createElement(Page, { take });
  renderToString(createElement(QueryClientProvider, { client }, page));
  return { actions: actions!, sent, isIdle: () => client.isMutating() === 0 };
}

it.each([
  ['is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['comes late', () => Promise.resolve(Response.json(lobby))],
])(
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
