/** Answers that are kept until an event outdates them. */
import type { Logger } from 'pino';
import { createSnapshot } from '#server/jobs/snapshot.ts';
import type { Bus, EventKind } from './event-bus.ts';

/**
 * An older answer is read again, since the event of another server may have been lost. Who asks first gets the old one
 * meanwhile, unless it is ten times as old.
 */
const MAX_AGE_MS = 1_000;

export interface CachedAnswerDependencies {
  readonly bus: Bus;
  readonly log: Logger;
}

interface CachedAnswerOptions<T> {
  /** Events that invalidate the answer; `events-lost` always does. */
  readonly outdatedBy: readonly EventKind[];
  /** 0 for a cheap read: then a request after a change always sees it. */
  readonly pauseInReads?: number;
  read(): Promise<T>;
}

/**
 * A cached answer, the same for all viewers, until an event invalidates it. Returns the same object until
 * then, so it is serialised once.
 */
export function createCachedAnswer<T>(
  { bus, log }: CachedAnswerDependencies,
  { outdatedBy, ...options }: CachedAnswerOptions<T>,
): () => Promise<T> {
  const onFault = (err: unknown): void =>
    log.warn({ err }, 'a cached answer could not be refreshed');
  const snapshot = createSnapshot({ ...options, maxAgeMs: MAX_AGE_MS, onFault });
  for (const kind of [...outdatedBy, 'events-lost'] as const) bus.subscribe(kind, snapshot.outdate);
  return snapshot.get;
}
