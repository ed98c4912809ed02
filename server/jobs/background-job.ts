/** What the server does without being asked, again and again. */
import type { Logger } from 'pino';

export interface BackgroundJob {
  /** For the log, e.g. `reread wallets`. */
  readonly name: string;
  readonly everyMs: number;
  /** One round. */
  run(): Promise<unknown>;
}

export interface JobRunner {
  start(): void;
  /** Resolves when the rounds under way are done. */
  stop(): Promise<void>;
}

/** Never runs two rounds of one job at once. A round that fails is logged, and the next one comes. */
export function createJobRunner(jobs: readonly BackgroundJob[], log: Logger): JobRunner {
  const timers: NodeJS.Timeout[] = [];
  const rounds = new Map<BackgroundJob, Promise<void>>();

  async function runOnce(job: BackgroundJob): Promise<void> {
    try {
      await job.run();
    } catch (err) {
      log.warn({ err, job: job.name }, 'a background job failed');
    } finally {
      rounds.delete(job);
    }
  }

  return {
    start() {
      for (const job of jobs) {
        const tick = () => {
          if (!rounds.has(job)) rounds.set(job, runOnce(job));
        };
        timers.push(setInterval(tick, job.everyMs).unref());
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(rounds.values());
    },
  };
}
