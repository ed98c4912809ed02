/**
 * Sends changes to sockets, reduced to what each viewer may see (B2). Messages are hints: a page that misses one, or
 * gets two in the wrong order, relies on the version and the next poll.
 */
import type { Logger } from 'pino';
import { ClientMessage, type ServerMessage } from '#contract/live.ts';
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus, MatchEvent } from '#server/cluster/event-bus.ts';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { throttle } from '#server/jobs/throttle.ts';
import type { Hub } from '#server/live/hub.ts';
import type { Member } from '#server/live/member.ts';
import type { MatchEvents, NamedSocket, Recipients } from './match-events.ts';
import type { StoredMatch } from './matches/match-row.ts';
import { matchText } from './matches/match-view.ts';
import type { Matches } from './matches/matches.ts';
import type { Presence } from './presence.ts';

const LOBBIES_PAUSE_MS = 500;
/** Longer the more there are: each reads the list anew, and one wallet that opens and closes a lobby makes them. */
const LOBBIES_PAUSE_PER_SOCKET_MS = 1;
/** Shortest time between two rounds of resending state after missed events. */
const ROOMS_PAUSE_MS = 1_000;
/** As many as one statement reads. */
const ROOMS_AT_ONCE = 500;

interface AnnounceDependencies {
  readonly hub: Hub;
  readonly matches: Pick<Matches, 'since' | 'ofWallet' | 'ofLobby'>;
  /** Called with every state that this server commits. */
  readonly onMatch: MatchEvents['subscribe'];
  readonly presence: Presence;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Rooms: all sockets of a wallet, and sockets without a wallet that follow a lobby. */
const roomOf = {
  wallet: (wallet: Address) => `wallet ${wallet}`,
  lobby: (id: string) => `lobby ${id}`,
};

export function announceBattle(parts: AnnounceDependencies): void {
  const { hub, matches, onMatch, presence, bus, clock, log } = parts;
  hub.onOpen((member) => {
    if (member.wallet === null) return;
    presence.connected(member.wallet);
    member.enter(roomOf.wallet(member.wallet));
  });
  hub.onClose(({ wallet }) => {
    if (wallet !== null) presence.disconnected(wallet);
  });
  hub.onMessage((member, message) => {
    const said = ClientMessage.safeParse(message);
    if (!said.success) return;
    if (said.data.type === 'name-socket') member.name = said.data.name;
    // A signed-in wallet already gets its own matches, and no others.
    else if (member.wallet === null) member.enter(roomOf.lobby(said.data.lobbyId));
  });

  /** Sends a match to the recipients that may see it. */
  function sendMatch(type: MatchMessage, stored: StoredMatch, to: Recipients): void {
    const { player1, player2 } = stored.match;
    const now = clock.now();
    for (const viewer of [player1, player2, null]) {
      const room = viewer === null ? roomOf.lobby(stored.lobbyId) : roomOf.wallet(viewer);
      let text: string | undefined;
      for (const member of hub.inRoom(room)) {
        const isTold = 'only' in to ? isOneOf([to.only], member) : !isOneOf(to.except, member);
        if (!isTold) continue;
        text ??= messageOf(type, matchText(stored, viewer, now));
        member.send(text);
      }
    }
  }

  /** A match that another server committed; read only if somebody here follows it. */
  async function relay(type: MatchMessage, event: MatchEvent): Promise<void> {
    const rooms = [roomOf.lobby(event.lobbyId), ...event.players.map(roomOf.wallet)];
    if (rooms.every((room) => hub.inRoom(room).size === 0)) return;
    sendMatch(type, await matches.since(event.matchId, event.token), { except: [] });
  }
  onMatch((kind, stored, to) => sendMatch(MESSAGES[kind], stored, to));
  bus.subscribeOthers('match-started', (event) => relay(MESSAGES['match-started'], event));
  bus.subscribeOthers('match-changed', (event) => relay(MESSAGES['match-changed'], event));

  const onFault = (err: unknown): void => log.warn({ err }, 'sending to sockets failed');
  const sendLobbies = throttle(
    () => Math.max(LOBBIES_PAUSE_MS, hub.size() * LOBBIES_PAUSE_PER_SOCKET_MS),
    () => hub.sendAll(LOBBIES_CHANGED),
    onFault,
  );
  bus.subscribe('lobbies-changed', sendLobbies);

  /** Sends the current matches of a room's members. */
  async function sendRoom(room: string): Promise<void> {
    const [kind, id = ''] = room.split(' ', 2);
    const viewer = kind === 'wallet' ? (id as Address) : null;
    const found = await (viewer === null ? matches.ofLobby(id) : matches.ofWallet(viewer));
    for (const stored of found) {
      const text = messageOf('match-updated', matchText(stored, viewer, clock.now()));
      for (const member of hub.inRoom(room)) member.send(text);
    }
  }
  /** Players first: a visitor can follow a hundred lobbies with each of a thousand sockets. */
  async function sendAllRooms(): Promise<void> {
    const isPlayers = (room: string) => room.startsWith(roomOf.wallet('' as Address));
    const rooms = hub.rooms();
    const inOrder = [...rooms.filter(isPlayers), ...rooms.filter((room) => !isPlayers(room))];
    await inParallel(inOrder, ROOMS_AT_ONCE, sendRoom);
  }
  bus.subscribe('events-lost', sendLobbies);
  bus.subscribe('events-lost', throttle(ROOMS_PAUSE_MS, sendAllRooms, onFault));
}

function isOneOf(sockets: readonly NamedSocket[], { wallet, name }: Member): boolean {
  return sockets.some((one) => one.wallet === wallet && one.socket === name);
}

type MatchMessage = 'match-started' | 'match-updated';
const MESSAGES = { 'match-started': 'match-started', 'match-changed': 'match-updated' } as const;

/** Wraps a match that is already JSON text. */
const messageOf = (type: MatchMessage, match: string) => `{"type":"${type}","match":${match}}`;

const LOBBIES_CHANGED: ServerMessage = { type: 'lobby-updated' };
