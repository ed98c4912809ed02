/** Writers of every kind, which also check that what they wrote is stored. */
import type { Client } from '#demo/client.ts';
import type { RetryingClient } from './retrying-client.ts';

/** One thing that is written again and again, each time with a new number. */
export interface Slot {
  write(n: number): Promise<unknown>;
  /** Whether the product shows the last accepted write. */
  isStored(n: number): Promise<boolean>;
}

interface Writer {
  readonly client: RetryingClient;
  readonly cardIds: readonly string[];
  readonly unreadWallets: UnreadWallets;
}

/** A wallet that the product has not read yet. */
interface UnreadWallet {
  readonly address: string;
  readonly cardIds: readonly string[];
}

export interface UnreadWallets {
  next(): UnreadWallet;
  /** Those that were shown with wrong cards. */
  readonly misread: UnreadWallet[];
}

export type WriterKind = keyof typeof WRITERS;

export const WRITERS = { names, groups, whitelist, lobbies, sessions, readings } as const;

function names({ client }: Writer): Slot {
  const walletAddress = client.walletAddress;
  const nameOf = (n: number) => `Nora ${n} of ${walletAddress.slice(-6)}`;
  return {
    write: (n) => client.rename(nameOf(n)),
    async isStored(n) {
      const params = { address: walletAddress };
      return (await client.call('GET /api/user/{address}', { params })).displayName === nameOf(n);
    },
  };
}

function groups({ client, cardIds }: Writer): Slot {
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
    async isStored(n) {
      const shown = await client.call('GET /api/nft-groups/{walletAddress}', { params });
      return JSON.stringify(shown) === JSON.stringify(groupsOf(n));
    },
  };
}

/** Registers five cards, then removes the entry, in turns. */
function whitelist({ client, cardIds }: Writer): Slot {
  const { walletAddress } = client;
  let id: string | undefined;
  return {
    async write() {
      if (id !== undefined) {
        await client.call('DELETE /api/booster-pack/entry/{id}', { params: { id } });
        id = undefined;
        return;
      }
      ({ id } = await client.register(cardIds.slice(0, 5)));
    },
    async isStored() {
      const params = { walletAddress };
      const shown = await client.call('GET /api/booster-pack/entries/{walletAddress}', { params });
      return shown.length === (id === undefined ? 0 : 1) && shown[0]?.id === id;
    },
  };
}

/** Opens a lobby and closes it, in turns. */
function lobbies({ client }: Writer): Slot {
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
    async isStored() {
      const id = open?.id ?? closed ?? '';
      const shown = await client.call('GET /api/game/lobbies/{id}', { params: { id } });
      return open === undefined
        ? shown.status === 'closed'
        : shown.status === 'open' && shown.name === open.name;
    },
  };
}

/** Signs in each time; the last session must be valid. */
function sessions({ client }: Writer): Slot {
  return {
    async write() {
      for (;;) {
        try {
          return await client.signIn();
        } catch (error) {
          // The answer was lost after the message was used up: ask for a new one.
          if ((error as { reason?: string }).reason !== 'nonce-unknown') throw error;
        }
      }
    },
    async isStored() {
      const { walletAddress } = await client.call('GET /api/auth/session', {});
      return walletAddress === client.walletAddress;
    },
  };
}

/** Syncs a new wallet each time. */
function readings({ client, unreadWallets }: Writer): Slot {
  let last: UnreadWallet | undefined;
  return {
    async write() {
      const one = unreadWallets.next();
      const params = { address: one.address };
      await client.call('POST /api/nfts/sync/{address}', { params });
      last = one;
    },
    async isStored() {
      if (last === undefined || (await hasAll(client, last))) return true;
      unreadWallets.misread.push(last);
      return false;
    },
  };
}

/** Whether the product shows exactly the cards of the wallet. */
export async function hasAll(client: Client, { address, cardIds }: UnreadWallet) {
  const shown = await client.call('GET /api/nfts', { query: { walletAddress: address } });
  const ids = new Set(shown.map(({ id }) => id));
  return ids.size === cardIds.length && cardIds.every((id) => ids.has(id));
}
