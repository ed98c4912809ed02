/** The save queue of each collector on this page, wired to the server (G2, G3). */
import { queryOptions } from '@tanstack/react-query';
import type { CardGroup } from '#contract/groups.ts';
import type { Address } from '#rules/address.ts';
import type { Group } from '#rules/groups.ts';
import { callVersioned, kept } from '#web/api/call.ts';
import { HttpError } from '#web/api/http-error.ts';
import { SignInDeclined, withSession } from '#web/api/session-gate.ts';
import { createStore } from '#web/ui/external-store.ts';
import { createSaveQueue, type SaveQueue, type Stored, type Verdict } from './save-queue.ts';

/** A browser lets bodies of at most 64 KiB outlive the page, all under way together. */
const KEEPALIVE_LIMIT = 60 * 1024;

/** Cards that the last save found gone from the wallet. */
export const droppedCards = createStore<readonly string[]>([]);

const queues = new Map<Address, SaveQueue>();

/**
 * The collector's groups, read from the server, with the queue that saves them. Left and come back to
 * with something unsaved, it is the same queue still.
 */
export function queueQuery(walletAddress: Address) {
  return queryOptions({
    queryKey: ['organiser', walletAddress],
    queryFn: async (): Promise<SaveQueue> => {
      const old = queues.get(walletAddress);
      if (old?.hasUnsaved()) return old;
      const queue = createSaveQueue(await load(walletAddress), {
        save: (groups, version, isQuiet) => save(walletAddress, groups, version, isQuiet),
        load: () => load(walletAddress),
        judge,
        after(delay, then) {
          const timer = setTimeout(then, delay);
          return () => clearTimeout(timer);
        },
        log: (error) => console.error('Groups were not saved.', error),
      });
      queues.set(walletAddress, queue);
      guardLeaving();
      return queue;
    },
    structuralSharing: false,
    ...kept(0),
  });
}

async function load(walletAddress: Address): Promise<Stored> {
  const params = { walletAddress };
  const { data, version } = await callVersioned('GET /api/nft-groups/{walletAddress}', { params });
  return { groups: data.map(fromServer), version };
}

async function save(
  walletAddress: Address,
  groups: readonly Group[],
  version: string | null,
  isQuiet: boolean,
): Promise<Stored> {
  const body = bodyOf(groups);
  const send = () =>
    callVersioned(
      'POST /api/nft-groups/{walletAddress}',
      { params: { walletAddress }, body },
      { keepalive: fitsKeepalive(body), ...(version === null ? {} : { ifMatch: version }) },
    );
  const answer = await (isQuiet ? send() : withSession(send));
  if (answer.data.droppedTokenIds.length > 0) droppedCards.set(answer.data.droppedTokenIds);
  return { groups: answer.data.groups.map(fromServer), version: answer.version };
}

function bodyOf(groups: readonly Group[]) {
  return {
    groups: groups.map(({ id, name, cardIds }) => ({
      groupId: id,
      groupName: name,
      nftTokenIds: [...cardIds],
    })),
  };
}

function fitsKeepalive(body: unknown): boolean {
  return new Blob([JSON.stringify(body)]).size <= KEEPALIVE_LIMIT;
}

function fromServer({ groupId, groupName, nftTokenIds }: CardGroup): Group {
  return { id: groupId, name: groupName, cardIds: nftTokenIds };
}

let isGuarding = false;

/** What is not saved when the page goes away is sent at once, or the person is asked first (G3). */
function guardLeaving(): void {
  if (isGuarding) return;
  isGuarding = true;
  document.addEventListener('visibilitychange', () => {
    for (const queue of queues.values()) {
      if (document.visibilityState === 'hidden') queue.flush({ isQuiet: true });
      else queue.wake();
    }
  });
  addEventListener('online', () => {
    for (const queue of queues.values()) queue.reconnect();
  });
  addEventListener('beforeunload', (event) => {
    for (const queue of queues.values()) {
      if (!queue.isSafeToLeave() || !fitsKeepalive(bodyOf(queue.get().groups))) {
        if (queue.hasUnsaved()) event.preventDefault();
      }
      queue.flush({ isQuiet: true });
    }
  });
}

/** See `Verdict`. What is no answer at all (no connection, a time-out) passes. */
export function judge(error: unknown): Verdict {
  if (error instanceof SignInDeclined) return 'unsigned';
  if (error instanceof HttpError) {
    const { status } = error;
    if (status === 412) return 'clash';
    if (status === 401 || status === 403) return 'unsigned';
    return status === 429 || status >= 500 ? 'passing' : 'refused';
  }
  const isNoAnswer = error instanceof TypeError || error instanceof DOMException;
  return isNoAnswer ? 'passing' : 'unsigned'; // the wallet is gone, or cannot sign
}
