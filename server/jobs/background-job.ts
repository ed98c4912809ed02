/** Jobs that the server repeats in the background. */
import type { Logger } from 'pino';

export interface BackgroundJob {
  /** For the log, e.g. `reread wallets`. */
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/** Never runs a job twice at the same time. A failure is logged and the next run follows. */
export function createJobRunner(jobs: readonly BackgroundJob[], log: Logger) {
  const timers: NodeJS.Timeout[] = [];
  const runs = new Map<BackgroundJob, Promise<void>>();

  async function runOnce(job: BackgroundJob): Promise<void> {
    try {
      await job.run();
    } catch (err) {
      log.warn({ err, job: job.name }, 'a background job failed');
    } finally {
      runs.delete(job);
    }
  }

  return {
    start(): void {
      for (const job of jobs) {
        const tick = () => {
          if (!runs.has(job)) runs.set(job, runOnce(job));
        };
        timers.push(setInterval(tick, job.everyMs).unref());
      }
    },
    /** Resolves when running jobs have finished. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(runs.values());
    },
  };
}
