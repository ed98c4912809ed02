/**
 * Hears what changed and tells the sockets, cut for each viewer (RULINGS B2). A message is a hint:
 * whoever missed one, or got two in the wrong order, goes by the version and the next poll.
 */
import { ClientMessage, type ServerMessage } from '#contract/live.ts';
import type { Address } from '#rules/address.ts';
import type { Hub } from '#server/live/hub.ts';
import type { Member } from '#server/live/member.ts';
import type { Bus, Facts } from '#server/ports/bus.ts';
import type { Clock } from '#server/ports/clock.ts';
import { viewMatch } from './match-view.ts';
import type { Matches } from './matches.ts';
import type { Presence } from './presence.ts';

/** However often lobbies change, sockets are told no more often than this, in ms. */
const LOBBIES_PAUSE_MS = 500;

export interface AnnounceParts {
  readonly hub: Hub;
  readonly matches: Pick<Matches, 'since'>;
  readonly presence: Presence;
  readonly bus: Bus;
  readonly clock: Clock;
}

export function announceBattle({ hub, matches, presence, bus, clock }: AnnounceParts): void {
  const roomOf = {
    wallet: (wallet: Address) => `wallet ${wallet}`,
    lobby: (id: string) => `lobby ${id}`,
  };

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
    { matchId, version, lobbyId, players }: Facts['match-changed'],
  ): Promise<void> {
    const audience: [Address | null, readonly Member[]][] = [
      ...players.map((wallet): [Address, readonly Member[]] => [
        wallet,
        hub.inRoom(roomOf.wallet(wallet)),
      ]),
      [null, hub.inRoom(roomOf.lobby(lobbyId))],
    ];
    if (audience.every(([, members]) => members.length === 0)) return;
    const stored = await matches.since(matchId, version);
    const now = clock.now();
    for (const [viewer, members] of audience) {
      if (members.length === 0) continue;
      const message: ServerMessage = { type, match: viewMatch(stored, viewer, now) };
      hub.tell(members, message);
    }
  }
  bus.subscribe('match-started', (fact) => tellMatch('match-started', fact));
  bus.subscribe('match-changed', (fact) => tellMatch('match-updated', fact));

  let pause: NodeJS.Timeout | undefined;
  let isDue = false;
  const tellLobbies = (): void => {
    if (pause !== undefined) {
      isDue = true;
      return;
    }
    const message: ServerMessage = { type: 'lobby-updated' };
    hub.tellAll(message);
    pause = setTimeout(() => {
      pause = undefined;
      if (!isDue) return;
      isDue = false;
      tellLobbies();
    }, LOBBIES_PAUSE_MS).unref();
  };
  bus.subscribe('lobbies-changed', tellLobbies);
}
