/**
 * How many wallets this server reads at once, and who is next: first people at a gate or with their own
 * wallet, then what the server reads by itself, then strangers.
 */
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';

export type Priority = 'person' | 'background' | 'stranger';

/** Who is served first. */
const ORDER: readonly Priority[] = ['person', 'background', 'stranger'];
/**
 * Most readings at once of this priority and the lower ones together. A reading begins with four
 * requests, so twelve mean about fifty open requests. When the node hangs, each keeps its slot for up
 * to a minute, so some slots are reserved for the higher priorities.
 */
const AT_ONCE: Readonly<Record<Priority, number>> = { person: 12, background: 8, stranger: 4 };
/**
 * Longest wait for a slot, in ms. The page gives up after 60 s; the twenty wallets that strangers may
 * have read at once take 10 s when one reading takes 2 s.
 */
const PATIENCE_MS: Readonly<Record<Priority, number>> = {
  person: 20_000,
  background: 20_000,
  stranger: 10_000,
};
/** With more in the line, the last of them is refused at once. About 1 MB. */
const MOST_WAITING = 2_000;

interface Request {
  priority: Priority;
  begin(): void;
  refuse(reason: Error): void;
  patience: AbortController;
}

export type ReadingSlots = ReturnType<typeof createReadingSlots>;
export type ReadingSlot = ReturnType<ReadingSlots['request']>;

export function createReadingSlots(clock: Clock) {
  const underWay = new Set<Request>();
  /** In the order they came. */
  const line = new Set<Request>();

  function hasRoom(priority: Priority): boolean {
    return ORDER.slice(0, rankOf(priority) + 1).every((limit) => {
      const counted = [...underWay].filter((one) => rankOf(one.priority) >= rankOf(limit));
      return counted.length < AT_ONCE[limit];
    });
  }

  function beginNext(): void {
    for (const priority of ORDER) {
      for (const request of line) {
        if (request.priority !== priority) continue;
        if (!hasRoom(priority)) break;
        line.delete(request);
        underWay.add(request);
        request.begin();
      }
    }
  }

  function refuse(request: Request): void {
    if (line.delete(request)) request.refuse(refusalOf(request.priority));
  }

  function refuseLast(): void {
    const last = [...line].reduce((one, next) =>
      rankOf(next.priority) >= rankOf(one.priority) ? next : one,
    );
    refuse(last);
  }

  function limitWait(request: Request): void {
    request.patience.abort();
    request.patience = new AbortController();
    clock.sleep(PATIENCE_MS[request.priority], request.patience.signal).then(
      () => refuse(request),
      () => {}, // its turn came, or a more urgent reader joined
    );
  }

  async function runExclusive(request: Request): Promise<void> {
    const turn = Promise.withResolvers<void>();
    request.begin = turn.resolve;
    request.refuse = turn.reject;
    line.add(request);
    beginNext();
    if (line.has(request)) limitWait(request);
    if (line.size > MOST_WAITING) refuseLast();
    try {
      await turn.promise;
    } finally {
      request.patience.abort();
    }
  }

  return {
    /** A slot for one reading. Waiting begins with `run`. */
    request(priority: Priority) {
      const none = () => {};
      const request: Request = {
        priority,
        begin: none,
        refuse: none,
        patience: new AbortController(),
      };
      return {
        /**
         * Does the work once it is this reading's turn.
         * @throws ChainUnreachableError, or to strangers Refusal `too-many-requests`, after too long a wait
         */
        async run<T>(work: () => Promise<T>): Promise<T> {
          await runExclusive(request);
          try {
            return await work();
          } finally {
            underWay.delete(request);
            beginNext();
          }
        },

        /** Another reader joined: it takes their priority if that is higher. */
        raise(joined: Priority): void {
          if (rankOf(joined) >= rankOf(request.priority)) return;
          request.priority = joined;
          if (line.has(request)) limitWait(request);
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
  return new Refusal('too-many-requests', { seconds: PATIENCE_MS.stranger / 1000 });
}
