/**
 * The only WebSocket. What it says is a hint: whoever misses a message sees the same at the next
 * poll, so a line that cannot be had is no fault and is told to nobody.
 */
import type { ClientMessage, ServerMessage } from '#contract/live.ts';

export const LIVE_PATH = '/ws';

/** Pauses between tries, in ms: doubled each time, up to the longest, less up to a half by chance. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** `WebSocket.OPEN`, written out: what stands in the socket's place in some browsers lacks it. */
const UP = 1;
/** A line that held this long begins with the first pause again, in ms. */
const HELD = 10_000;

/** What this page calls its socket in its calls: their answers are not sent to it as well. */
export const SOCKET_NAME = Math.random().toString(36).slice(2).padEnd(8, '0');

export interface Line {
  /** Said now, or not at all when the line is down: say it again in `onOpen`. */
  say(message: ClientMessage): void;
  close(): void;
}

export interface Hearing {
  readonly onOpen: () => void;
  readonly onMessage: (message: ServerMessage) => void;
}

/** Opens the line and keeps it up until it is closed. The secure scheme where the page has it. */
export function openLine({ onOpen, onMessage }: Hearing): Line {
  const url = `${location.origin.replace(/^http/, 'ws')}${LIVE_PATH}`;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;

  function open(): void {
    let openedAt = Number.POSITIVE_INFINITY;
    const line = dial(url);
    if (line === null) {
      again();
      return;
    }
    socket = line;
    line.onopen = () => {
      openedAt = performance.now();
      line.send(textOf({ type: 'name-socket', name: SOCKET_NAME }));
      onOpen();
    };
    line.onmessage = ({ data }) => {
      const message = parsed(data);
      if (message !== null) onMessage(message);
    };
    line.onclose = () => {
      if (socket !== line) return;
      socket = null;
      if (performance.now() - openedAt > HELD) tries = 0;
      again();
    };
  }
  function again(): void {
    timer = setTimeout(open, pauseAfter(tries, Math.random()));
    tries += 1;
  }
  open();

  return {
    say(message) {
      if (socket?.readyState === UP) socket.send(textOf(message));
    },
    close() {
      clearTimeout(timer);
      const line = socket;
      socket = null;
      line?.close();
    },
  };
}

const textOf = (message: ClientMessage): string => JSON.stringify(message);

/** Null where the browser, or something built into it, does not even let us try. */
function dial(url: string): WebSocket | null {
  try {
    return new WebSocket(url);
  } catch {
    return null;
  }
}

/** @param roll 0 to 1, so that a crowd does not come back in step after a restart */
export function pauseAfter(tries: number, roll: number): number {
  return Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE) * (1 - roll / 2);
}

function parsed(data: unknown): ServerMessage | null {
  try {
    return JSON.parse(String(data)) as ServerMessage;
  } catch {
    return null; // a line of something between us and the server
  }
}
