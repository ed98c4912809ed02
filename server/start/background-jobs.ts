/** What the server does without being asked, and how often. */
import type { Logger } from 'pino';
import {
  type Battle,
  FORGET_LOBBIES_EVERY_MS,
  SWEEP_LOBBIES_EVERY_MS,
} from '#server/battle/battle.ts';
import { TICK_EVERY_MS } from '#server/battle/matches/round-clock.ts';
import { REREAD_EVERY_MS } from '#server/cards/rereading.ts';
import type { Collectors } from '#server/collectors/collectors.ts';
import { type LastSeen, WRITE_SEEN_EVERY_MS } from '#server/collectors/last-seen.ts';
import { type BackgroundJob, createBackgroundJob } from '#server/jobs/background-job.ts';
import { type Sessions, SWEEP_EVERY_MS } from '#server/sessions/sessions.ts';
import { LOOK_EVERY_MS, type Transfers } from '#server/transfers/transfers.ts';
import type { Entries } from '#server/whitelist/entries.ts';
import { RECHECK_STEP_EVERY_MS, type Rechecks } from '#server/whitelist/rechecks.ts';

/** A verdict on an entry older than this is made again, so many wallets a round (W3). */
const RECHECK = { everyMs: 20_000, olderThanSeconds: 3_600, wallets: 5 };

export interface BackgroundJobsParts {
  readonly reread: () => Promise<void>;
  readonly collectors: Pick<Collectors, 'forgetStrangers'>;
  readonly lastSeen: Pick<LastSeen, 'write'>;
  readonly transfers: Pick<Transfers, 'look' | 'forgetOld'>;
  readonly entries: Pick<Entries, 'recheckDue'>;
  readonly rechecks: Pick<Rechecks, 'step'>;
  readonly sessions: Pick<Sessions, 'sweep'>;
  readonly battle: Pick<Battle, 'tick' | 'sweepLobbies' | 'forgetLobbies'>;
  readonly log: Logger;
}

export function createBackgroundJobs(parts: BackgroundJobsParts): BackgroundJob[] {
  const { reread, collectors, lastSeen, transfers, entries, rechecks, sessions, battle, log } =
    parts;
  return [
    createBackgroundJob({
      name: 'reading wallets again',
      everyMs: REREAD_EVERY_MS,
      round: reread,
      log,
    }),
    createBackgroundJob({
      name: 'noting who was seen',
      everyMs: WRITE_SEEN_EVERY_MS,
      round: lastSeen.write,
      log,
    }),
    createBackgroundJob({
      name: 'forgetting strangers',
      everyMs: SWEEP_EVERY_MS,
      round: collectors.forgetStrangers,
      log,
    }),
    createBackgroundJob({
      name: 'looking for transfers',
      everyMs: LOOK_EVERY_MS,
      round: transfers.look,
      log,
    }),
    createBackgroundJob({
      name: 'forgetting old transfers',
      everyMs: SWEEP_EVERY_MS,
      round: transfers.forgetOld,
      log,
    }),
    createBackgroundJob({
      name: 'checking whitelist entries',
      everyMs: RECHECK.everyMs,
      round: () => entries.recheckDue(RECHECK.olderThanSeconds, RECHECK.wallets),
      log,
    }),
    createBackgroundJob({
      name: 'checking the whole whitelist as asked',
      everyMs: RECHECK_STEP_EVERY_MS,
      round: rechecks.step,
      log,
    }),
    createBackgroundJob({
      name: 'clearing away old sessions',
      everyMs: SWEEP_EVERY_MS,
      round: sessions.sweep,
      log,
    }),
    createBackgroundJob({
      name: "keeping the battle's time",
      everyMs: TICK_EVERY_MS,
      round: battle.tick,
      log,
    }),
    createBackgroundJob({
      name: 'closing lobbies',
      everyMs: SWEEP_LOBBIES_EVERY_MS,
      round: battle.sweepLobbies,
      log,
    }),
    createBackgroundJob({
      name: 'forgetting old lobbies',
      everyMs: FORGET_LOBBIES_EVERY_MS,
      round: battle.forgetLobbies,
      log,
    }),
  ];
}
