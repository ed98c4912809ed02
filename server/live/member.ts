/** One open socket: its owner, its rooms and its limits. */
import type { WebSocket } from 'ws';
import type { Address } from '#rules/address.ts';
import { scan } from '#server/http/json-body.ts';
import type { SocketRequest } from '#server/http/upgrades.ts';
import type { NamedSets } from './named-sets.ts';

/**
 * A socket with more unsent bytes is terminated. One that sends pongs and reads nothing can hold as much for as long as it
 * likes, and there may be 20,000.
 */
const MOST_BUFFERED_BYTES = 64 * 1024;
/** Rate limit of incoming messages, pings and pongs: a page may name each of 101 listed lobbies every 5 s. */
const BURST = 120;
const PER_SECOND = 25;
/** With more rooms, a socket leaves the one it entered first. */
const MOST_ROOMS = 100;

/** Close codes of RFC 6455. */
export const CLOSE = { goingAway: 1001, notText: 1003, badMessage: 1007, policy: 1008 } as const;

export interface Member {
  /** The wallet of the session at the time of connecting; null without one. */
  readonly wallet: Address | null;
  /** The name that the page also sends with its calls; null until it has sent one. */
  name: string | null;
  enter(room: string): void;
  /**
   * A socket that does not keep up is terminated; its page reads the state over HTTP later.
   * @param text a `ServerMessage` as JSON
   */
  send(text: string): void;
}

export class OpenMember implements Member {
  readonly wallet: Address | null;
  readonly network: string;
  readonly block: string | null;
  readonly sessionToken: string | null;
  readonly rooms = new Set<string>();
  name: string | null = null;
  /** Whether it gave a sign of life since the last ping. */
  isAlive = true;
  readonly #socket: WebSocket;
  readonly #allRooms: NamedSets<OpenMember>;
  #messages = BURST;
  #filledAt: number;

  constructor(
    socket: WebSocket,
    { wallet, network, block, sessionToken }: SocketRequest,
    allRooms: NamedSets<OpenMember>,
    now: number,
  ) {
    this.#socket = socket;
    this.wallet = wallet;
    this.network = network;
    this.block = block;
    this.sessionToken = sessionToken;
    this.#allRooms = allRooms;
    this.#filledAt = now;
  }

  enter(room: string): void {
    if (this.rooms.has(room)) return;
    const [oldest] = this.rooms;
    if (this.rooms.size >= MOST_ROOMS && oldest !== undefined) {
      this.rooms.delete(oldest);
      this.#allRooms.remove(oldest, this);
    }
    this.rooms.add(room);
    this.#allRooms.add(room, this);
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MOST_BUFFERED_BYTES) this.#socket.terminate();
    else this.#socket.send(text);
  }

  /** Counts a message; false when there were too many. */
  allowMessage(now: number): boolean {
    const gained = (Math.max(0, now - this.#filledAt) / 1000) * PER_SECOND;
    this.#messages = Math.min(BURST, this.#messages + gained) - 1;
    this.#filledAt = now;
    return this.#messages >= 0;
  }

  /** Whether it goes on long after it was told to stop: what is thrown away has to be read, too. */
  get isFlooding(): boolean {
    return this.#messages < -BURST;
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

/** Messages have two. Nested ones cost ten times as much as flat ones. */
const MOST_VALUES = 16;

/** Undefined for text that is not JSON. */
export function parsed(data: Buffer): unknown {
  if (scan(data).values > MOST_VALUES) return undefined;
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}
