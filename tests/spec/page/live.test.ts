/** The WebSocket: its address, and the messages the page sends. */
import { afterEach, expect, it, vi } from 'vitest';
import { openLiveSocket, SOCKET_NAME } from '#web/api/live.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['https://cards.example', 'wss://cards.example/ws'],
  ['http://127.0.0.1:3000', 'ws://127.0.0.1:3000/ws'],
])('on a page of %s the channel is %s', { tags: ['battle-28', 'battle-30'] }, (origin, channel) => {
  const opened: FakeSocket[] = [];
  class FakeSocket {
    static readonly OPEN = 1;
    readonly readyState = 1;
    readonly said: string[] = [];
    onopen = () => {};
    readonly url: string;
    constructor(url: string) {
      this.url = url;
      opened.push(this);
    }
    send(text: string) {
      this.said.push(text);
    }
    close() {}
  }
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('addEventListener', () => {});
  const live = openLiveSocket({
    onOpen: () => live.send({ type: 'join-lobby', lobbyId: 'l1' }),
    onMessage: () => {},
  });
  opened[0]?.onopen();
  live.close();
  expect(opened.map(({ url }) => url)).toEqual([channel]);
  expect(opened[0]?.said).toEqual([
    `{"type":"name-socket","name":"${SOCKET_NAME}"}`,
    '{"type":"join-lobby","lobbyId":"l1"}',
  ]);
});
