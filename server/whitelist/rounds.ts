/** Use cases of rounds: what everybody sees, and what the admin decides (W7). */
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { type RoundTimes, requireTimes, roundState } from '#rules/whitelist-rounds.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { RoundRow, RoundStore } from './round-store.ts';

const MOST_ROUNDS = 100;

interface RoundDependencies {
  readonly store: RoundStore;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Rounds = ReturnType<typeof createRounds>;

export function createRounds({ store, bus, clock }: RoundDependencies) {
  const publishChange = (round: RoundRow): RoundRow => {
    bus.publish('whitelist-changed', {});
    return round;
  };

  /** A time before now closes at once: nobody who registered in time is told otherwise later. */
  function notBeforeNow<Times extends Partial<RoundTimes>>(times: Times): Times {
    const now = clock.now();
    return times.closesAt && times.closesAt < now ? { ...times, closesAt: now } : times;
  }

  return {
    /** The current one first. */
    newest: (): Promise<RoundRow[]> => store.newest(MOST_ROUNDS),

    /** Refusals: round-unknown. */
    async find(id: number): Promise<RoundRow> {
      const round = await store.find(id);
      if (round === null) throw new Refusal('round-unknown');
      return round;
    },

    /**
     * @param change what is left out stays
     * Refusals: round-unknown, round-freezing, round-frozen, round-not-current, round-times-wrong.
     */
    async setTimes(id: number, change: Partial<RoundTimes>): Promise<RoundRow> {
      const round = await store.setTimes(id, notBeforeNow(change), requireTimes);
      if (round !== null) return publishChange(round);
      if ((await store.find(id)) === null) throw new Refusal('round-unknown');
      const current = await store.current();
      if (current.id !== id) throw new Refusal('round-not-current');
      throw new Refusal(current.stage === 'freezing' ? 'round-freezing' : 'round-frozen');
    },

    /**
     * Begins to freeze the current round. While it freezes, asking again is answered with it.
     * @param registrations how many the caller was shown
     * Refusals: round-frozen, round-not-current, round-not-closed, round-count-differs.
     */
    async freeze(id: number, registrations: number, by: Address): Promise<RoundRow> {
      const now = clock.now();
      return publishChange(
        await store.beginFreeze(by, now, (round, extent) => {
          if (round.id === id && round.stage === 'freezing') return false;
          if (round.id !== id) throw new Refusal('round-not-current');
          if (round.stage === 'frozen') throw new Refusal('round-frozen');
          if (roundState(round, now) !== 'closed') throw new Refusal('round-not-closed');
          if (extent.registrations !== registrations) {
            throw new Refusal('round-count-differs', { registrations: extent.registrations });
          }
          return true;
        }),
      );
    },

    /**
     * Begins the round with this id behind a frozen one. Once it has begun, asking again is answered with it.
     * Refusals: round-not-current, round-times-wrong.
     */
    async beginNext(id: number, times: RoundTimes): Promise<RoundRow> {
      const wanted = notBeforeNow(times);
      requireTimes(wanted);
      return publishChange(
        await store.beginNext(wanted, clock.now(), (last) => {
          if (last.id === id && last.stage === 'collecting') return false;
          if (last.stage !== 'frozen' || last.id + 1 !== id) throw new Refusal('round-not-current');
          return true;
        }),
      );
    },
  };
}
