/** Rounds of the whitelist (W7): when registrations are taken, and what a round goes through. */
import { Refusal, type RefusalReason } from './refusal.ts';

/** `upcoming`, `open` and `closed` are told by the clock; the others are stored. */
type RoundState = 'upcoming' | 'open' | 'closed' | 'freezing' | 'frozen';

export interface RoundTimes {
  /** Null: it was always open. */
  readonly opensAt: Date | null;
  /** Null: it has no end. */
  readonly closesAt: Date | null;
}

export interface WhitelistRound extends RoundTimes {
  readonly stage: 'collecting' | 'freezing' | 'frozen';
}

/** Most wallets that a freeze names as not readable. */
export const MOST_NAMED_WALLETS = 20;

export function roundState({ stage, opensAt, closesAt }: WhitelistRound, now: Date): RoundState {
  if (stage !== 'collecting') return stage;
  if (closesAt !== null && now >= closesAt) return 'closed';
  return opensAt !== null && now < opensAt ? 'upcoming' : 'open';
}

const WHY_NOT: Readonly<Record<Exclude<RoundState, 'open'>, RefusalReason>> = {
  upcoming: 'round-upcoming',
  closed: 'round-closed',
  freezing: 'round-freezing',
  frozen: 'round-frozen',
};

/** Registrations are made and deleted in an open round only. Refusals: round-upcoming, -closed, -freezing, -frozen. */
export function requireOpen(round: WhitelistRound, now: Date): void {
  const state = roundState(round, now);
  if (state === 'open') return;
  const at = state === 'upcoming' ? round.opensAt : round.closesAt;
  throw new Refusal(WHY_NOT[state], at === null ? {} : { when: timeInWords(at) });
}

/** Refusals: round-times-wrong. */
export function requireTimes({ opensAt, closesAt }: RoundTimes): void {
  if (opensAt !== null && closesAt !== null && closesAt <= opensAt) {
    throw new Refusal('round-times-wrong');
  }
}

/** `2026-12-01 18:00 UTC` */
function timeInWords(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
