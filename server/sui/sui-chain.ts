/** The chain over the real Sui SDK, on whichever transport the settings name. */

import { type Clock, systemClock } from '#server/cluster/clock.ts';
import { type Budget, Calls, type ChainRequest, type RetryPolicy } from './calls/calls.ts';
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
  TransactionRefusedError,
} from './chain.ts';
import { CardReader } from './read/cards.ts';
import { chainObject, readCoins, readObjects } from './read/objects.ts';
import { buildCardTransfer } from './transactions/card-transfer.ts';
import { Transactions } from './transactions/transactions.ts';
import { createWire } from './transports/chain-fetch.ts';
import { CONTENT_TYPES, openAccess, type SuiTransport } from './transports/transports.ts';

/** In ms. */
export interface ChainTimeouts {
  /** One HTTP request. */
  readonly request: number;
  /** One call with all its tries. */
  readonly call: number;
  /** One whole reading of a wallet, whatever number of calls it takes. */
  readonly holdings: number;
  /** The liveness probe: one request. */
  readonly ping: number;
}

export interface SuiChainOptions {
  readonly transport: SuiTransport;
  readonly url: string;
  /** `name: value`, or a value for the header `x-token`, which most providers take. */
  readonly apiKey?: string | undefined;
  /** `mainnet`, `testnet` or a name of one's own; decides which kiosk packages are looked for. */
  readonly network: string;
  /** Move struct types of the cards; ChainInputError when one is malformed. */
  readonly collectionTypes: readonly string[];
  /** Pages of kiosks that one reading takes at most. */
  readonly kioskPages?: number;
  readonly timeouts?: Partial<ChainTimeouts>;
  readonly retry?: Partial<RetryPolicy>;
  readonly clock?: Clock;
  /** Told after every try of every call, for counters. */
  readonly onRequest?: (request: ChainRequest) => void;
}

const TIMEOUTS: ChainTimeouts = { request: 8_000, call: 20_000, holdings: 60_000, ping: 3_000 };

const RETRY: RetryPolicy = {
  attempts: 4,
  firstWaitMs: 300,
  longestWaitMs: 5_000,
  random: Math.random,
};

/** Opens nothing yet: connections come with the first call. */
export function createSuiChain(options: SuiChainOptions): Chain {
  const { transport, url, network, apiKey, clock = systemClock, onRequest } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const collectionTypes = options.collectionTypes.map(checkedType);
  const wire = createWire({ contentType: CONTENT_TYPES[transport], apiKey });
  const access = openAccess(transport, { url, network, fetch: wire.fetch });
  const retry = { ...RETRY, ...options.retry };
  const times = { requestMs: timeouts.request, callMs: timeouts.call };
  const calls = new Calls({ wire, clock, retry, ...times, onRequest });
  const reading = { access, calls };
  const cards = new CardReader(reading, {
    network,
    collectionTypes,
    kioskPages: options.kioskPages,
  });
  const transactions = new Transactions(reading, clock);
  const { core } = access;

  async function job<T>(work: (budget: Budget) => Promise<T>, ms = timeouts.call): Promise<T> {
    const budget = calls.budget(ms);
    try {
      return await work(budget);
    } catch (error) {
      throw isOfThePort(error) ? error : new ChainUnreachableError(`Sui: ${error}`, error);
    } finally {
      budget.end();
    }
  }

  return {
    async heldCards(owner) {
      const checked = checkedAddress(owner);
      return job((budget) => cards.read(checked, budget), timeouts.holdings);
    },
    async objects(ids) {
      const checked = checkedObjectIds(ids);
      return job(async (budget) => {
        const objects = await readObjects(reading, checked, {}, budget);
        return objects.map((object) => object && chainObject(object));
      }, timeouts.holdings);
    },
    async coins(owner, coinType) {
      const [address, type] = [checkedAddress(owner), checkedType(coinType)];
      return job((budget) => readCoins(reading, address, type, budget), timeouts.holdings);
    },
    async balance(owner, coinType) {
      const query = { owner: checkedAddress(owner), coinType: checkedType(coinType) };
      return ask('balance', async () =>
        answeredAmount((await core.getBalance(query)).balance.balance),
      );
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
    async resolveName(name) {
      const checked = checkedName(name);
      return ask('name', async () => {
        const { address } = await core.resolveNameServiceAddress({ name: checked });
        return address === null ? null : answeredId(address);
      });
    },
    async buildCardTransfer(owner, recipient, cardId) {
      const transfer = {
        owner: checkedAddress(owner),
        recipient: checkedAddress(recipient),
        cardId: checkedObjectId(cardId),
      };
      return job((budget) => buildCardTransfer(reading, transactions, transfer, budget));
    },
    async dryRun(transaction) {
      const checked = checkedTrial(transaction);
      return job((budget) => transactions.dryRun(checked, budget));
    },
    async execute(transaction, signatures) {
      const checked = [checkedTransaction(transaction), checkedSignatures(signatures)] as const;
      return transactions.execute(...checked);
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
      await calls.call('ping', () => core.getReferenceGasPrice(), once);
    },
    async close() {
      calls.close();
    },
  };

  function ask<T>(method: string, work: () => Promise<T>): Promise<T> {
    return calls.call(method, work);
  }
}

function isOfThePort(error: unknown): boolean {
  return (
    error instanceof ChainUnreachableError ||
    error instanceof TransactionRefusedError ||
    error instanceof ChainInputError
  );
}
