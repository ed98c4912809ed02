/**
 * The WebSocket. A match comes whole; a lobby message is a hint to read the lobbies again. Polls find the same changes,
 * so a failed connection is not an error and is not shown.
 */
import type { ClientMessage, ServerMessage } from '#contract/live.ts';

const LIVE_PATH = '/ws';

/** Exponential backoff between tries, in ms, with a random part. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** The value of `WebSocket.OPEN`, which some replacements of WebSocket do not have. */
const OPEN = 1;
/** After a connection of this many ms, the backoff starts again. */
const STABLE_AFTER = 10_000;

/** Sent with calls, so that the server does not send their answers to this socket too. */
export const SOCKET_NAME = Math.random().toString(36).slice(2).padEnd(8, '0');

export interface LiveSocket {
  /** Dropped when the socket is not open: send it again in `onOpen`. */
  send(message: ClientMessage): void;
  close(): void;
}

interface LiveHandlers {
  readonly onOpen: () => void;
  readonly onMessage: (message: ServerMessage) => void;
}

/** Opens the socket (wss on an https page), and opens it again after a loss until it is closed. */
export function openLiveSocket({ onOpen, onMessage }: LiveHandlers): LiveSocket {
  const url = `${location.origin.replace(/^http/, 'ws')}${LIVE_PATH}`;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;

  function open(): void {
    let openedAt = Number.POSITIVE_INFINITY;
    const opened = connect(url);
    if (opened === null) {
      reconnect();
      return;
    }
    socket = opened;
    opened.onopen = () => {
      openedAt = performance.now();
      opened.send(textOf({ type: 'name-socket', name: SOCKET_NAME }));
      onOpen();
    };
    opened.onmessage = ({ data }) => {
      const message = parsed(data);
      if (message !== null) onMessage(message);
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = null;
      if (performance.now() - openedAt > STABLE_AFTER) tries = 0;
      reconnect();
    };
  }
  function reconnect(): void {
    timer = setTimeout(open, pauseAfter(tries, Math.random()));
    tries += 1;
  }
  function close(): void {
    clearTimeout(timer);
    const opened = socket;
    socket = null;
    opened?.close();
  }
  open();
  // With an open socket, browsers do not keep the page in memory for going back to it.
  const leaving = new AbortController();
  const { signal } = leaving;
  addEventListener('pagehide', close, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && open(), { signal });

  return {
    send(message) {
      if (socket?.readyState === OPEN) socket.send(textOf(message));
    },
    close() {
      leaving.abort();
      close();
    },
  };
}

const textOf = (message: ClientMessage): string => JSON.stringify(message);

/** Null where the browser or an extension throws. */
function connect(url: string): WebSocket | null {
  try {
    return new WebSocket(url);
  } catch {
    return null;
  }
}

/** @param random from 0 to 1, so that not all pages reconnect at once after a restart */
export function pauseAfter(tries: number, random: number): number {
  return Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE) * (1 - random / 2);
}

function parsed(data: unknown): ServerMessage | null {
  try {
    return JSON.parse(String(data)) as ServerMessage;
  } catch {
    return null; // sent by a proxy
  }
}
