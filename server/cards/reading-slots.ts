/**
 * A priority queue that limits how many wallets this server reads at once. `user`: somebody waits at a
 * gate or syncs their own wallet; `background`: the server's own rereads; `stranger`: everybody else.
 */
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';

export type Priority = 'user' | 'background' | 'stranger';

/** Highest priority first. */
const ORDER: readonly Priority[] = ['user', 'background', 'stranger'];
/**
 * Limit for this priority and all lower ones together. A reading begins with four requests, so twelve
 * readings mean about fifty open requests. When the node hangs, a reading keeps its slot for up to a
 * minute, so some slots are reserved for the higher priorities.
 */
const MAX_RUNNING: Readonly<Record<Priority, number>> = { user: 12, background: 8, stranger: 4 };
/** The page gives up after 60 s. A burst of 20 wallets of strangers takes 10 s at 2 s per reading. */
const MAX_WAIT_MS: Readonly<Record<Priority, number>> = {
  user: 20_000,
  background: 20_000,
  stranger: 10_000,
};
/** In a longer queue the last request is refused at once. About 1 MB. */
const MAX_WAITING = 2_000;

interface Request {
  priority: Priority;
  begin(): void;
  refuse(reason: Error): void;
  waitTimer: AbortController;
}

export type ReadingSlots = ReturnType<typeof createReadingSlots>;
export type ReadingSlot = ReturnType<ReadingSlots['request']>;

export function createReadingSlots(clock: Clock) {
  const running = new Set<Request>();
  /** In the order of arrival. */
  const queue = new Set<Request>();

  function hasCapacity(priority: Priority): boolean {
    return ORDER.slice(0, rankOf(priority) + 1).every((limit) => {
      const counted = [...running].filter((one) => rankOf(one.priority) >= rankOf(limit));
      return counted.length < MAX_RUNNING[limit];
    });
  }

  function beginNext(): void {
    for (const priority of ORDER) {
      for (const request of queue) {
        if (request.priority !== priority) continue;
        if (!hasCapacity(priority)) break;
        queue.delete(request);
        running.add(request);
        request.begin();
      }
    }
  }

  function refuse(request: Request): void {
    if (queue.delete(request)) request.refuse(refusalOf(request.priority));
  }

  function refuseLast(): void {
    const last = [...queue].reduce((one, next) =>
      rankOf(next.priority) >= rankOf(one.priority) ? next : one,
    );
    refuse(last);
  }

  function limitWait(request: Request): void {
    request.waitTimer.abort();
    request.waitTimer = new AbortController();
    clock.sleep(MAX_WAIT_MS[request.priority], request.waitTimer.signal).then(
      () => refuse(request),
      () => {}, // aborted: the reading began, or its priority was raised
    );
  }

  async function waitForSlot(request: Request): Promise<void> {
    const turn = Promise.withResolvers<void>();
    request.begin = turn.resolve;
    request.refuse = turn.reject;
    queue.add(request);
    beginNext();
    if (queue.has(request)) limitWait(request);
    if (queue.size > MAX_WAITING) refuseLast();
    try {
      await turn.promise;
    } finally {
      request.waitTimer.abort();
    }
  }

  return {
    /** For the counters. */
    load: () => ({ underWay: running.size, waiting: queue.size }),

    /** A slot for one reading; it joins the queue with `run`. */
    request(priority: Priority) {
      const none = () => {};
      const request: Request = {
        priority,
        begin: none,
        refuse: none,
        waitTimer: new AbortController(),
      };
      return {
        /**
         * Waits for a free slot, then runs the work.
         * @throws when the wait was too long or the queue is full: ChainUnreachableError; for a stranger
         *   the Refusal `too-many-requests`
         */
        async run<T>(work: () => Promise<T>): Promise<T> {
          await waitForSlot(request);
          try {
            return await work();
          } finally {
            running.delete(request);
            beginNext();
          }
        },

        /** Raises the priority to that of a caller who joined; never lowers it. */
        raise(joined: Priority): void {
          if (rankOf(joined) >= rankOf(request.priority)) return;
          request.priority = joined;
          if (queue.has(request)) limitWait(request);
          beginNext();
        },
      };
    },
  };
}

function rankOf(priority: Priority): number {
  return ORDER.indexOf(priority);
}

function refusalOf(priority: Priority): Error {
  if (priority !== 'stranger') return new ChainUnreachableError('too many wallets are being read');
  return new Refusal('too-many-requests', { seconds: MAX_WAIT_MS.stranger / 1000 });
}
