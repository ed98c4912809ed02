import type { Logger } from 'pino';
import { createSnapshot } from '#server/jobs/snapshot.ts';
import type { Bus, EventKind } from './event-bus.ts';

/** Changes made through another server that is not heard of show after this long. */
const MAX_AGE_MS = 1_000;

export interface BoardDependencies {
  readonly bus: Bus;
  readonly log: Logger;
}

export interface BoardOptions<T> {
  /** Beside `events-lost`. */
  readonly outdatedBy: readonly EventKind[];
  /** 0 for a read that costs next to nothing: who asks after a change always sees it. */
  readonly pauseInReads?: number;
  read(): Promise<T>;
}

/**
 * An answer that everybody asks for, kept in memory until an event outdates it. The object is the same
 * until it is read again, so its bytes are made once.
 */
export function createBoard<T>(
  { bus, log }: BoardDependencies,
  { outdatedBy, ...options }: BoardOptions<T>,
): () => Promise<T> {
  const onFault = (err: unknown): void => log.warn({ err }, 'a board was not read again');
  const snapshot = createSnapshot({ ...options, maxAgeMs: MAX_AGE_MS, onFault });
  for (const kind of [...outdatedBy, 'events-lost'] as const) bus.subscribe(kind, snapshot.outdate);
  return snapshot.get;
}
