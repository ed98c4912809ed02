/** The chain over the real Sui SDK, on whichever transport the settings name. */
import { RpcError } from '@mysten/sui/grpc';
import { type Clock, systemClock } from '#server/cluster/clock.ts';
import {
  type CallOptions,
  type ChainRequest,
  createCalls,
  type Deadline,
  type RetryPolicy,
} from './calls/calls.ts';
import {
  answeredAmount,
  answeredCoinInfo,
  answeredId,
  checkedAddress,
  checkedDigest,
  checkedName,
  checkedObjectId,
  checkedObjectIds,
  checkedSignatures,
  checkedTransaction,
  checkedTrial,
  checkedType,
  isBase64,
} from './calls/checks.ts';
import {
  type Chain,
  ChainInputError,
  ChainUnreachableError,
  GENESIS,
  TransactionRefusedError,
  WrongNetworkError,
} from './chain.ts';
import { createCardReader } from './read/cards.ts';
import { chainObject, readCoins, readObjects } from './read/objects.ts';
import { createTransactions } from './transactions.ts';
import {
  type AccessOptions,
  CONTENT_TYPES,
  type SuiAccess,
  type SuiTransport,
} from './transports/access.ts';
import { createChainFetch } from './transports/chain-fetch.ts';
import { openGraphql } from './transports/graphql.ts';
import { openGrpc } from './transports/grpc.ts';
import { openJsonRpc } from './transports/json-rpc.ts';

/** In ms. */
export interface ChainTimeouts {
  /** One HTTP request. */
  readonly request: number;
  /** One call with all its tries. */
  readonly call: number;
  /** One whole reading of a wallet, with all its calls. */
  readonly holdings: number;
  /** The liveness probe: one request. */
  readonly ping: number;
}

export interface SuiChainOptions {
  readonly transport: SuiTransport;
  readonly url: string;
  /** `name: value`, or a value for the header `x-token`, which most providers take. */
  readonly apiKey?: string | undefined;
  /** `mainnet`, `testnet` or any name; decides which kiosk packages are searched. */
  readonly network: string;
  /** Digest of the network's first checkpoint; with it, a node of another network is refused. */
  readonly genesis?: string | undefined;
  /** Move struct types of the cards; ChainInputError when one is malformed. */
  readonly collectionTypes: readonly string[];
  /** Pages of kiosks that one reading takes at most. */
  readonly kioskPages?: number;
  readonly timeouts?: Partial<ChainTimeouts>;
  readonly retry?: Partial<RetryPolicy>;
  readonly clock?: Clock;
  /** Called after every try of every call, for counters. */
  readonly onRequest?: (request: ChainRequest) => void;
}

const TIMEOUTS: ChainTimeouts = { request: 8_000, call: 20_000, holdings: 60_000, ping: 3_000 };

const RETRY: RetryPolicy = {
  attempts: 4,
  firstWaitMs: 300,
  longestWaitMs: 5_000,
  random: Math.random,
};

const OPEN: Readonly<Record<SuiTransport, (options: AccessOptions) => SuiAccess>> = {
  grpc: openGrpc,
  graphql: openGraphql,
  jsonrpc: openJsonRpc,
};

/** Opens no connection before the first call. */
export function createSuiChain(options: SuiChainOptions): Chain {
  const { transport, url, network, genesis, apiKey, clock = systemClock, onRequest } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const collectionTypes = options.collectionTypes.map(checkedType);
  const chainFetch = createChainFetch({ contentType: CONTENT_TYPES[transport], apiKey });
  const access = OPEN[transport]({ url, network, fetch: chainFetch.fetch });
  const retry = { ...RETRY, ...options.retry };
  const calls = createCalls({
    chainFetch,
    clock,
    retry,
    requestMs: timeouts.request,
    callMs: timeouts.call,
    onRequest,
  });
  const connection = { access, calls };
  const { kioskPages } = options;
  const readCards = createCardReader(connection, { network, collectionTypes, kioskPages });
  const transactions = createTransactions(connection, clock);
  const { core } = access;

  let isOurNetwork = genesis === undefined;

  /** Once, until a reading makes it doubtful. A node that does not tell is believed. */
  async function requireNetwork(options: CallOptions<string | null> = {}): Promise<void> {
    if (isOurNetwork) return;
    const told = await calls.call('genesis', () => access.genesis(), options);
    if (told !== null && told !== genesis) {
      throw new WrongNetworkError(`a node of ${networkOf(told)}, not of ${network}`);
    }
    isOurNetwork = true;
  }

  async function ask<T>(method: string, work: () => Promise<T>): Promise<T> {
    await requireNetwork();
    return calls.call(method, work);
  }

  async function job<T>(work: (deadline: Deadline) => Promise<T>, ms = timeouts.call): Promise<T> {
    const deadline = calls.startDeadline(ms);
    try {
      await requireNetwork({ deadline });
      return await work(deadline);
    } catch (error) {
      throw isOfThePort(error) ? error : new ChainUnreachableError(`Sui: ${error}`, error);
    } finally {
      deadline.end();
    }
  }

  return {
    async heldCards(owner, before = []) {
      const checked = checkedAddress(owner);
      return job(async (deadline) => {
        const cards = await readCards(checked, before, deadline);
        const held = new Set(cards.map(({ id }) => id));
        if (before.some((id) => !held.has(id))) {
          // No node changes its network, but its address may lead to one of another: there no card is known.
          isOurNetwork = genesis === undefined;
          await requireNetwork({ deadline });
        }
        return cards;
      }, timeouts.holdings);
    },
    async objects(ids) {
      const checked = checkedObjectIds(ids);
      return job(async (deadline) => {
        const objects = await readObjects(connection, checked, {}, deadline);
        return objects.map((object) => object && chainObject(object));
      }, timeouts.holdings);
    },
    async struct(type) {
      const [address = '', module = '', name = ''] = checkedType(type)
        .split('<', 1)[0]!
        .split('::');
      return ask('struct', () => access.struct({ package: address, module, name }));
    },
    async coins(owner, coinType) {
      const [address, type] = [checkedAddress(owner), checkedType(coinType)];
      return job((deadline) => readCoins(connection, address, type, deadline), timeouts.holdings);
    },
    async balance(owner, coinType) {
      const query = { owner: checkedAddress(owner), coinType: checkedType(coinType) };
      return ask('balance', async () => answeredAmount(await access.balance(query)));
    },
    async coinInfo(coinType) {
      const query = { coinType: checkedType(coinType) };
      return ask('coin info', async () =>
        answeredCoinInfo((await core.getCoinMetadata(query)).coinMetadata),
      );
    },
    referenceGasPrice: () =>
      ask('gas price', async () =>
        answeredAmount((await core.getReferenceGasPrice()).referenceGasPrice),
      ),
    epoch: () =>
      ask('epoch', async () =>
        answeredAmount((await core.getCurrentSystemState()).systemState.epoch),
      ),
    checkpoint: () => ask('checkpoint', () => access.checkpoint()),
    checkpointTime: () => ask('checkpoint time', () => access.checkpointTime()),
    async resolveName(name) {
      const checked = checkedName(name);
      return ask('name', async () => {
        try {
          const { address } = await core.resolveNameServiceAddress({ name: checked });
          return address === null ? null : answeredId(address);
        } catch (error) {
          if (hasNoNames(error)) return null;
          throw error;
        }
      });
    },
    async buildCardTransfer(owner, recipient, cardId) {
      const transfer = {
        owner: checkedAddress(owner),
        recipient: checkedAddress(recipient),
        cardId: checkedObjectId(cardId),
      };
      return job((deadline) => transactions.buildCardTransfer(transfer, deadline));
    },
    async dryRun(transaction) {
      const checked = checkedTrial(transaction);
      return job((deadline) => transactions.dryRun(checked, deadline));
    },
    async execute(transaction, signatures) {
      return transactions.execute(checkedTransaction(transaction), checkedSignatures(signatures));
    },
    async waitFor(digest) {
      return transactions.waitFor(checkedDigest(digest));
    },
    async verifyPersonalMessage(message, signature, address) {
      const signer = checkedAddress(address);
      if (!isBase64(signature)) return false;
      return ask('signature', () => access.verifyPersonalMessage(message, signature, signer));
    },
    async ping() {
      const once = { attempts: 1, requestMs: timeouts.ping };
      await requireNetwork(once);
      await calls.call('ping', () => core.getReferenceGasPrice(), once);
    },
    async close() {
      calls.close();
    },
  };
}

/** The network that begins with this digest, in words. */
function networkOf(genesis: string): string {
  const known = Object.entries(GENESIS).find(([, digest]) => digest === genesis);
  return known?.[0] ?? 'another network';
}

/** So do nodes answer on every network but mainnet and testnet; where a provider has names switched off, in other words. */
function hasNoNames(error: unknown): boolean {
  if (!(error instanceof RpcError) || error.code !== 'UNIMPLEMENTED') return false;
  return error.message.includes('not configured for this network');
}

function isOfThePort(error: unknown): boolean {
  return (
    error instanceof ChainUnreachableError ||
    error instanceof TransactionRefusedError ||
    error instanceof ChainInputError
  );
}
