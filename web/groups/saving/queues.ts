/** The save queues of the collectors seen in this tab, and the calls they save with (G2, G3). */
import { queryOptions } from '@tanstack/react-query';
import type { CardGroup } from '#contract/groups.ts';
import type { Address } from '#rules/address.ts';
import type { Group } from '#rules/groups.ts';
import { callWithHeaders, kept } from '#web/api/call.ts';
import { CannotSignInError, HttpError, hadNoAnswer } from '#web/api/http-error.ts';
import { isServerHere, serverState } from '#web/api/server-state.ts';
import { SignInDeclinedError, withSession } from '#web/api/session-gate.ts';
import { texts } from '#web/groups/texts.ts';
import { groupsOwner } from './owner.ts';
import { createSaveQueue, type SaveErrorKind, type SaveQueue, type Stored } from './save-queue.ts';

/** Browsers limit the bodies of all keepalive requests together to 64 KiB. */
const KEEPALIVE_LIMIT = 60 * 1024;

const queues = new Map<string, SaveQueue>();

/** The queue that saves the collector's groups: the same one for as long as the page is open. */
export function queueQuery(walletAddress: Address) {
  return queryOptions({
    queryKey: ['organiser', walletAddress],
    queryFn: async (): Promise<SaveQueue> => {
      const known = queues.get(walletAddress);
      if (known === undefined) {
        const stored = await load(walletAddress);
        return queues.get(walletAddress) ?? newQueue(walletAddress, stored);
      }
      await known.refresh();
      return known;
    },
    structuralSharing: false,
    ...kept(0),
  });
}

function newQueue(walletAddress: Address, stored: Stored): SaveQueue {
  const queue = createSaveQueue(stored, {
    save: (groups, version, isQuiet) => save(walletAddress, groups, version, isQuiet),
    load: () => load(walletAddress),
    classifyError,
    after(delay, then) {
      const timer = setTimeout(then, delay);
      return () => clearTimeout(timer);
    },
    log: (error) => console.error('Groups were not saved.', error),
  });
  queues.set(walletAddress, queue);
  guardLeaving();
  return queue;
}

async function load(walletAddress: Address): Promise<Stored> {
  const params = { walletAddress };
  const { data, version } = await callWithHeaders('GET /api/nft-groups/{walletAddress}', {
    params,
  });
  return { groups: data.map(fromServer), version };
}

async function save(
  walletAddress: Address,
  groups: readonly Group[],
  version: string | null,
  isQuiet: boolean,
) {
  const body = bodyOf(groups);
  const send = async () => {
    // Also after the signature: the wallet may have been switched meanwhile.
    if (groupsOwner.get() !== walletAddress) throw new CannotSignInError(texts.save.unsigned);
    return callWithHeaders(
      'POST /api/nft-groups/{walletAddress}',
      { params: { walletAddress }, body },
      { keepalive: fitsKeepalive(body), ...(version === null ? {} : { ifMatch: version }) },
    );
  };
  const { data, version: saved } = await (isQuiet ? send() : withSession(send));
  return { groups: data.groups.map(fromServer), version: saved, dropped: data.droppedTokenIds };
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

export function fromServer({ groupId, groupName, nftTokenIds }: CardGroup): Group {
  return { id: groupId, name: groupName, cardIds: nftTokenIds };
}

let isGuarding = false;

/**
 * When the page is hidden or closed, unsaved changes are sent at once, or the browser asks first (G3). Those of a
 * wallet that is no longer connected wait for it.
 */
function guardLeaving(): void {
  if (isGuarding) return;
  isGuarding = true;
  const own = () => queues.get(groupsOwner.get() ?? '');
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') own()?.flush({ isQuiet: true });
    else own()?.wake();
  });
  serverState.subscribe(() => {
    if (isServerHere()) own()?.reconnect();
  });
  addEventListener('beforeunload', (event) => {
    for (const queue of queues.values()) {
      if (!queue.isSafeToLeave() || !fitsKeepalive(bodyOf(queue.get().groups))) {
        if (queue.hasUnsaved()) event.preventDefault();
      }
    }
    own()?.flush({ isQuiet: true });
  });
}

/** No answer at all (no connection, a time-out) is `transient`. */
export function classifyError(error: unknown): SaveErrorKind {
  if (error instanceof SignInDeclinedError) return 'unauthenticated';
  if (error instanceof HttpError) {
    const { status, reason } = error;
    if (status === 412) return 'conflict';
    if (status === 401 || reason === 'not-yours') return 'unauthenticated';
    return status === 429 || status >= 500 ? 'transient' : 'rejected';
  }
  return hadNoAnswer(error) ? 'transient' : 'unauthenticated'; // not connected, or the wallet cannot sign
}
