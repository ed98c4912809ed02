/**
 * Hears what changed and tells the sockets, cut for each viewer (B2). A message is a hint:
 * whoever missed one, or got two in the wrong order, goes by the version and the next poll.
 */
import type { Logger } from 'pino';
import { ClientMessage, type ServerMessage } from '#contract/live.ts';
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus, BusEvents } from '#server/cluster/event-bus.ts';
import { throttle } from '#server/jobs/throttle.ts';
import type { Hub } from '#server/live/hub.ts';
import type { Member } from '#server/live/member.ts';
import { viewMatch } from './matches/match-view.ts';
import type { Matches } from './matches/matches.ts';
import type { Presence } from './presence.ts';

/** However often lobbies change, sockets are told no more often than this, in ms. */
const LOBBIES_PAUSE_MS = 500;
/** The same when events were missed and everybody is told how things stand. */
const STANDS_PAUSE_MS = 1_000;

export interface AnnounceParts {
  readonly hub: Hub;
  readonly matches: Pick<Matches, 'since' | 'ofWallet' | 'ofLobby'>;
  readonly presence: Presence;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Who is told the same: all sockets of a wallet, or those without one that follow a lobby. */
const roomOf = {
  wallet: (wallet: Address) => `wallet ${wallet}`,
  lobby: (id: string) => `lobby ${id}`,
};

export function announceBattle({ hub, matches, presence, bus, clock, log }: AnnounceParts): void {
  hub.onCome((member) => {
    if (member.wallet === null) return;
    presence.connected(member.wallet);
    member.enter(roomOf.wallet(member.wallet));
  });
  hub.onGo(({ wallet }) => {
    if (wallet !== null) presence.disconnected(wallet);
  });
  hub.onMessage((member, message) => {
    const said = ClientMessage.safeParse(message);
    // Somebody signed in hears of their own matches anyway, and of nobody else's.
    if (said.success && member.wallet === null) member.enter(roomOf.lobby(said.data.lobbyId));
  });

  async function tellMatch(
    type: 'match-started' | 'match-updated',
    { matchId, token, lobbyId, players }: BusEvents['match-changed'],
  ): Promise<void> {
    const audience: [Address | null, readonly Member[]][] = [
      ...players.map((wallet): [Address, readonly Member[]] => [
        wallet,
        hub.inRoom(roomOf.wallet(wallet)),
      ]),
      [null, hub.inRoom(roomOf.lobby(lobbyId))],
    ];
    if (audience.every(([, members]) => members.length === 0)) return;
    const stored = await matches.since(matchId, token);
    const now = clock.now();
    for (const [viewer, members] of audience) {
      if (members.length === 0) continue;
      const message: ServerMessage = { type, match: viewMatch(stored, viewer, now) };
      hub.tell(members, message);
    }
  }
  bus.subscribe('match-started', (event) => tellMatch('match-started', event));
  bus.subscribe('match-changed', (event) => tellMatch('match-updated', event));

  const onFault = (err: unknown): void => log.warn({ err }, 'sockets were not told');
  const tellLobbies = throttle(LOBBIES_PAUSE_MS, () => hub.tellAll(LOBBIES_CHANGED), onFault);
  bus.subscribe('lobbies-changed', tellLobbies);

  /** How the matches stand of whoever is in this room, as they see them. */
  async function tellRoom(room: string): Promise<void> {
    const [kind, id = ''] = room.split(' ', 2);
    const viewer = kind === 'wallet' ? (id as Address) : null;
    const found = await (viewer === null ? matches.ofLobby(id) : matches.ofWallet(viewer));
    for (const stored of found) {
      const match = viewMatch(stored, viewer, clock.now());
      hub.tell(hub.inRoom(room), { type: 'match-updated', match } satisfies ServerMessage);
    }
  }
  const tellStands = async () => void (await Promise.all(hub.rooms().map(tellRoom)));
  bus.subscribe('events-lost', tellLobbies);
  bus.subscribe('events-lost', throttle(STANDS_PAUSE_MS, tellStands, onFault));
}

const LOBBIES_CHANGED: ServerMessage = { type: 'lobby-updated' };
