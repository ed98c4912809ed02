/**
 * Open sockets and their rooms. Independent of features: announcers decide what is sent to whom and
 * handle incoming messages.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { CLIENT_MESSAGE_LIMIT } from '#contract/live.ts';
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { SocketRequest } from '#server/http/upgrades.ts';
import { throttle } from '#server/jobs/throttle.ts';
import { CLOSE, type Member, OpenMember, parsed } from './member.ts';
import { NamedSets } from './named-sets.ts';

/** Whoever lost their connection without a word must soon count as away (battle-27). */
const PING_EVERY_MS = 10_000;
/** Costs a read for each session that asks nothing itself. */
const SEARCH_ENDED_EVERY_MS = 30_000;
/** How long sockets may take to close at shutdown. */
const CLOSE_MS = 500;
/** Shortest time between two searches for sockets of ended sessions. */
const CLOSE_ENDED_PAUSE_MS = 1_000;
/** Limits for this server, one network (an office, a carrier), an IPv6 /48, one wallet. */
const MOST_SOCKETS = { all: 20_000, network: 1_000, block: 4_000, wallet: 20 };

interface HubDependencies {
  /** The wallet of a session now; null when it has ended. */
  readonly findSession: (token: string) => Address | null | Promise<Address | null>;
  /** The session's key in the event `session-ended`. */
  readonly keyOf: (token: string) => string | null;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits?: typeof MOST_SOCKETS;
}

export type Hub = ReturnType<typeof createHub>;

export function createHub({
  findSession,
  keyOf,
  bus,
  clock,
  log,
  limits = MOST_SOCKETS,
}: HubDependencies) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: CLIENT_MESSAGE_LIMIT,
    // Browsers send messages of this size whole.
    maxFragments: 16,
    perMessageDeflate: false,
    // One message of a socket in each turn of the process: else a flood that has arrived is read in one, for seconds.
    allowSynchronousEvents: false,
  });
  const members = new Set<OpenMember>();
  const rooms = new NamedSets<OpenMember>();
  /** By session key, so that a token is hashed only when its socket opens. */
  const sessions = new NamedSets<OpenMember>();
  const counts = new Map<string, number>();
  const messageListeners: ((member: Member, message: unknown) => void)[] = [];
  const openListeners: ((member: Member) => void)[] = [];
  const closeListeners: ((member: Member) => void)[] = [];
  let isClosing = false;

  function count({ network, block, wallet }: SocketRequest, by: number): void {
    for (const key of [network, block, wallet]) {
      if (key === null) continue;
      const now = (counts.get(key) ?? 0) + by;
      if (now > 0) counts.set(key, now);
      else counts.delete(key);
    }
  }

  /** A fault of a listener must not close the socket. */
  function notify<T extends unknown[]>(listeners: readonly ((...args: T) => void)[], ...args: T) {
    for (const listener of listeners) {
      try {
        listener(...args);
      } catch (err) {
        log.error({ err }, 'a listener of the sockets failed');
      }
    }
  }

  function join(socket: WebSocket, caller: SocketRequest): void {
    const member = new OpenMember(socket, caller, rooms, clock.now().getTime());
    const { wallet, sessionToken } = caller;
    // Without a wallet the cookie belonged to no live session.
    const session = wallet === null || sessionToken === null ? null : keyOf(sessionToken);
    members.add(member);
    if (session !== null) sessions.add(session, member);
    count(member, 1);
    // Pings and pongs count like messages.
    const noticeSign = () => {
      member.isAlive = true;
      if (!member.allowMessage(clock.now().getTime())) member.terminate();
    };
    socket.on('ping', noticeSign).on('pong', noticeSign);
    // After a protocol or connection error; 'close' follows.
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => receive(member, data as Buffer, isBinary));
    socket.on('close', () => {
      members.delete(member);
      for (const room of member.rooms) rooms.remove(room, member);
      if (session !== null) sessions.remove(session, member);
      count(member, -1);
      notify(closeListeners, member);
    });
    notify(openListeners, member);
    // The session may have ended since the caller was let in. What fails here is looked for again later.
    closeIfEnded(member).catch(() => {});
  }

  function receive(member: OpenMember, data: Buffer, isBinary: boolean): void {
    if (!member.allowMessage(clock.now().getTime())) {
      if (member.isFlooding) member.terminate();
      else member.close(CLOSE.policy);
    } else if (isBinary) {
      member.close(CLOSE.notText);
    } else {
      const message = parsed(data);
      if (message === undefined) member.close(CLOSE.badMessage);
      else notify(messageListeners, member, message);
    }
  }

  async function closeIfEnded(member: OpenMember): Promise<void> {
    const { wallet, sessionToken } = member;
    if (wallet === null || sessionToken === null) return;
    if ((await findSession(sessionToken)) !== wallet) member.close(CLOSE.policy);
  }

  /** Closes the sockets whose session has ended on any server. */
  async function closeEnded(): Promise<void> {
    for (const member of [...members]) await closeIfEnded(member);
  }

  /** Terminates sockets that did not answer the last ping, pings the others. */
  function sweep(): void {
    for (const member of [...members]) {
      if (!member.isAlive) member.terminate();
      else member.ping();
    }
  }

  bus.subscribe('session-ended', ({ key }) => {
    for (const member of sessions.in(key)) member.close(CLOSE.policy);
  });
  const searchEnded = throttle(CLOSE_ENDED_PAUSE_MS, closeEnded, (err) =>
    log.warn({ err }, 'closing sockets of ended sessions failed'),
  );
  bus.subscribe('events-lost', searchEnded);
  const pinging = setInterval(sweep, PING_EVERY_MS).unref();
  const searching = setInterval(searchEnded, SEARCH_ENDED_EVERY_MS).unref();

  return {
    hasCapacity({ wallet, network, block }: SocketRequest): boolean {
      return (
        !isClosing &&
        members.size < limits.all &&
        (counts.get(network) ?? 0) < limits.network &&
        (block === null || (counts.get(block) ?? 0) < limits.block) &&
        (wallet === null || (counts.get(wallet) ?? 0) < limits.wallet)
      );
    },

    /** Finishes the handshake of a request that the HTTP room has admitted. */
    open(caller: SocketRequest, request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, (opened) => join(opened, caller));
    },

    onMessage: (listener: (member: Member, message: unknown) => void) => {
      messageListeners.push(listener);
    },
    onOpen: (listener: (member: Member) => void) => {
      openListeners.push(listener);
    },
    onClose: (listener: (member: Member) => void) => {
      closeListeners.push(listener);
    },

    rooms: (): readonly string[] => rooms.names(),

    inRoom: (room: string): ReadonlySet<Member> => rooms.in(room),

    sendAll(message: object): void {
      const text = JSON.stringify(message);
      for (const member of members) member.send(text);
    },

    size: (): number => members.size,

    /** Closes all sockets; new ones are refused. */
    async close(): Promise<void> {
      isClosing = true;
      clearInterval(pinging);
      clearInterval(searching);
      for (const member of members) member.close(CLOSE.goingAway);
      // The machine's own clock, because a test clock may stand still at shutdown.
      const deadline = performance.now() + CLOSE_MS;
      while (members.size > 0 && performance.now() < deadline) await sleep(10);
      for (const member of members) member.terminate();
      server.close();
    },
  };
}
