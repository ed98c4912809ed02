/** One open socket: whose it is, which rooms it is in, and its limits. */
import type { WebSocket } from 'ws';
import type { Address } from '#rules/address.ts';

/** A socket with more unread bytes than this is ended. */
export const MOST_UNREAD_BYTES = 256 * 1024;
/** Messages a socket may send at once, and per second. */
const BURST = 120;
const PER_SECOND = 5;
/** Most rooms one socket asks to be in; the one it entered first is left for a new one. */
const MOST_ROOMS = 100;

/** Close codes of RFC 6455. */
export const CLOSE = { goingAway: 1001, notText: 1003, badMessage: 1007, policy: 1008 } as const;

export interface Member {
  /** The session's, when it connected; null without one. */
  readonly wallet: Address | null;
  /** As its page calls it in its calls; null until it said so. */
  name: string | null;
  /** Receives what is sent to this room from now on. */
  enter(room: string): void;
}

export interface Rooms {
  add(room: string, member: OpenMember): void;
  remove(room: string, member: OpenMember): void;
}

export class OpenMember implements Member {
  readonly wallet: Address | null;
  readonly network: string;
  readonly block: string | null;
  readonly sessionToken: string | null;
  readonly rooms = new Set<string>();
  name: string | null = null;
  /** Answered the last ping. */
  isAlive = true;
  readonly #socket: WebSocket;
  readonly #all: Rooms;
  #messages = BURST;
  #filledAt: number;

  constructor(
    socket: WebSocket,
    asking: Pick<OpenMember, 'wallet' | 'network' | 'block' | 'sessionToken'>,
    all: Rooms,
    now: number,
  ) {
    this.#socket = socket;
    this.wallet = asking.wallet;
    this.network = asking.network;
    this.block = asking.block;
    this.sessionToken = asking.sessionToken;
    this.#all = all;
    this.#filledAt = now;
  }

  enter(room: string): void {
    if (this.rooms.has(room)) return;
    const [oldest] = this.rooms;
    if (this.rooms.size >= MOST_ROOMS && oldest !== undefined) {
      this.rooms.delete(oldest);
      this.#all.remove(oldest, this);
    }
    this.rooms.add(room);
    this.#all.add(room, this);
  }

  /** Never waits: a socket that does not keep up is ended; its page reads the state over HTTP later. */
  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MOST_UNREAD_BYTES) this.#socket.terminate();
    else this.#socket.send(text);
  }

  /** False when it sent too many messages. */
  mayTalk(now: number): boolean {
    const gained = (Math.max(0, now - this.#filledAt) / 1000) * PER_SECOND;
    this.#messages = Math.min(BURST, this.#messages + gained) - 1;
    this.#filledAt = now;
    return this.#messages >= 0;
  }

  ping(): void {
    this.isAlive = false;
    this.#socket.ping();
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
