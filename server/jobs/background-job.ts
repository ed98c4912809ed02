/** Jobs that the server repeats in the background. */
import type { Logger } from 'pino';

export interface BackgroundJob {
  /** For the log, e.g. `reread wallets`. */
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/** A job can fail several times a second while the database is away: the same words are not repeated sooner. */
const TELL_EVERY_MS = 60_000;

/** Never runs a job twice at the same time. A failure is logged and the next run follows. */
export function createJobRunner(jobs: readonly BackgroundJob[], log: Logger) {
  const timers: NodeJS.Timeout[] = [];
  const runs = new Map<BackgroundJob, Promise<void>>();
  /** When which words of a job were last told: connections that are lost fail in two ways by turns. */
  const told = new Map<string, number>();

  function tell(job: BackgroundJob, err: unknown): void {
    const now = performance.now();
    for (const [words, at] of told) if (now - at >= TELL_EVERY_MS) told.delete(words);
    const words = `${job.name}: ${err}`;
    if (told.has(words)) return;
    told.set(words, now);
    log.warn({ err, job: job.name }, 'a background job failed');
  }

  async function runOnce(job: BackgroundJob): Promise<void> {
    try {
      await job.run();
    } catch (err) {
      tell(job, err);
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
