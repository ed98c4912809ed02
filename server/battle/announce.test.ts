import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import type { Hub } from '#server/live/hub.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { announceBattle } from './announce.ts';
import type { Presence } from './presence.ts';

/** Announces to these rooms. @returns the order in which their matches were read, and how many at most at a time */
async function loseEvents(rooms: readonly string[]) {
  const read: string[] = [];
  let underWay = 0;
  let most = 0;
  const matchesOf = async (id: string) => {
    read.push(id);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return [];
  };
  const nothing = () => {};
  const hub: Partial<Hub> = {
    onOpen: nothing,
    onClose: nothing,
    onMessage: nothing,
    sendAll: nothing,
    size: () => 0,
    rooms: () => rooms,
    inRoom: () => new Set(),
  };
  const bus = createEventBus(nothing);
  announceBattle({
    hub: hub as Hub,
    matches: { since: () => Promise.reject(), ofWallet: matchesOf, ofLobby: matchesOf },
    onMatch: nothing,
    presence: {} as Presence,
    bus,
    clock: new ManualClock(),
    log: pino({ level: 'silent' }),
  });
  bus.publish('events-lost', {});
  await expect.poll(() => read.length).toBe(rooms.length);
  return { read, most };
}

describe('the state after lost events', () => {
  it('is read for some rooms at a time, those of players first', async () => {
    const player = canonicalAddress('0xa11ce')!;
    const followed = Array.from({ length: 3_000 }, (_, number) => `lobby ${number}`);
    const { read, most } = await loseEvents([...followed, `wallet ${player}`]);
    expect(read[0]).toBe(player);
    expect(most).toBe(500);
  });
});
