/** People who write, each in a way of their own, and look whether what they wrote is there. */
import type { Client } from '#demo/client.ts';
import type { TrialClient } from './trial-client.ts';

/** One thing that is written over and over, each time with a number. */
export interface Slot {
  /** Resolves when it was accepted. */
  write(n: number): Promise<unknown>;
  /** Whether the last accepted write is what the product shows. */
  isThere(n: number): Promise<boolean>;
}

export interface Somebody {
  readonly client: TrialClient;
  readonly cardIds: readonly string[];
  readonly newcomers: Newcomers;
}

/** A wallet that nobody has read yet. */
export interface Newcomer {
  readonly address: string;
  readonly cardIds: readonly string[];
}

export interface Newcomers {
  next(): Newcomer;
  /** Those whose cards were not told as they are. */
  readonly misread: Newcomer[];
}

export type WriterKind = keyof typeof WRITERS;

/** What each kind of people does again and again. */
export const WRITERS = { names, groups, whitelist, lobbies, sessions, readings } as const;

function names({ client }: Somebody): Slot {
  const walletAddress = client.walletAddress;
  const nameOf = (n: number) => `Nora ${n} of ${walletAddress.slice(-6)}`;
  return {
    write: (n) =>
      client.call('PATCH /api/users/{walletAddress}/profile', {
        params: { walletAddress },
        body: { displayName: nameOf(n) },
      }),
    async isThere(n) {
      const params = { address: walletAddress };
      return (await client.call('GET /api/user/{address}', { params })).displayName === nameOf(n);
    },
  };
}

function groups({ client, cardIds }: Somebody): Slot {
  const params = { walletAddress: client.walletAddress };
  const groupsOf = (n: number) => [
    { groupId: 'keepers', groupName: `Keepers ${n}`, nftTokenIds: cardIds.slice(0, 1 + (n % 4)) },
  ];
  return {
    write: (n) =>
      client.call('POST /api/nft-groups/{walletAddress}', {
        params,
        body: { groups: groupsOf(n) },
      }),
    async isThere(n) {
      const shown = await client.call('GET /api/nft-groups/{walletAddress}', { params });
      return JSON.stringify(shown) === JSON.stringify(groupsOf(n));
    },
  };
}

/** Registers five cards and takes them back, in turns. */
function whitelist({ client, cardIds }: Somebody): Slot {
  const { walletAddress } = client;
  let id: string | undefined;
  return {
    async write() {
      if (id !== undefined) {
        await client.call('DELETE /api/booster-pack/entry/{id}', { params: { id } });
        id = undefined;
        return;
      }
      const body = { walletAddress, selectedNftIds: cardIds.slice(0, 5) };
      ({ id } = await client.call('POST /api/booster-pack/register', { body }));
    },
    async isThere() {
      const params = { walletAddress };
      const shown = await client.call('GET /api/booster-pack/entries/{walletAddress}', { params });
      return shown.length === (id === undefined ? 0 : 1) && shown[0]?.id === id;
    },
  };
}

/** Opens a lobby and closes it, in turns. */
function lobbies({ client }: Somebody): Slot {
  const { walletAddress } = client;
  let open: { id: string; name: string } | undefined;
  let closed: string | undefined;
  return {
    async write(n) {
      if (open !== undefined) {
        const params = { id: open.id };
        await client.call('POST /api/game/lobbies/{id}/leave', { params, body: { walletAddress } });
        closed = open.id;
        open = undefined;
        return;
      }
      const body = { name: `Lobby ${n}`, creatorWallet: walletAddress };
      const { id, name } = await client.call('POST /api/game/lobbies', { body });
      if (name !== body.name) throw new Error(`lobby ${name} instead of ${body.name}`);
      open = { id, name };
    },
    async isThere() {
      const id = open?.id ?? closed ?? '';
      const shown = await client.call('GET /api/game/lobbies/{id}', { params: { id } });
      return open === undefined
        ? shown.status === 'closed'
        : shown.status === 'open' && shown.name === open.name;
    },
  };
}

/** Signs in anew each time; the last session must hold. */
function sessions({ client }: Somebody): Slot {
  return {
    async write() {
      for (;;) {
        try {
          return await client.signIn();
        } catch (error) {
          // The answer was lost or the session could not be stored: the message is spent, as it must be.
          if ((error as { reason?: string }).reason !== 'nonce-unknown') throw error;
        }
      }
    },
    async isThere() {
      const { walletAddress } = await client.call('GET /api/auth/session', {});
      return walletAddress === client.walletAddress;
    },
  };
}

/** Has one wallet after the other read from the chain for the first time. */
function readings({ client, newcomers }: Somebody): Slot {
  let last: Newcomer | undefined;
  return {
    async write() {
      const one = newcomers.next();
      const params = { address: one.address };
      await client.call('POST /api/nfts/sync/{address}', { params });
      last = one;
    },
    async isThere() {
      if (last === undefined || (await hasAll(client, last))) return true;
      newcomers.misread.push(last);
      return false;
    },
  };
}

/** Whether the product shows exactly the cards that lie in the wallet. */
export async function hasAll(client: Client, { address, cardIds }: Newcomer) {
  const shown = await client.call('GET /api/nfts', { query: { walletAddress: address } });
  const ids = new Set(shown.map(({ id }) => id));
  return ids.size === cardIds.length && cardIds.every((id) => ids.has(id));
}
