import { fromBase64 } from '@mysten/sui/utils';
import type { NodeContext } from '../front.ts';
import type { ExecutedTransaction, TransactionOutcome } from '../ledger/executed.ts';
import type { Json } from '../ledger/layouts.ts';
import { executeTransaction, findIndexed, simulateTransaction } from '../transactions/execute.ts';
import { OVER_BUDGET } from '../transactions/failures.ts';
import { effectsBcs } from '../transactions/run.ts';
import { checkSignature } from '../transactions/signatures.ts';
import {
  addressParam,
  invalidParams,
  JSON_RPC_CODE,
  JsonRpcFaultError,
  type Params,
  textParam,
} from './params.ts';

type Method = (context: NodeContext, params: Params) => Json | Promise<Json>;
type Options = Readonly<Record<string, boolean | undefined>>;

/** Methods that send, try and look up transactions. */
export const TRANSACTION_METHODS: Readonly<Record<string, Method>> = {
  async sui_executeTransactionBlock({ ledger }, params) {
    const signatures = params[1];
    if (!Array.isArray(signatures)) throw invalidParams('signatures must be a list');
    const executed = await executeTransaction(ledger, bytesParam(params), signatures.map(String));
    return transactionJson(executed, (params[2] ?? {}) as Options, false);
  },

  sui_getTransactionBlock({ ledger, indexLagMs }, params) {
    const digest = textParam(params, 0);
    const executed = findIndexed(ledger, digest, indexLagMs('jsonrpc'));
    if (executed === undefined) {
      throw new JsonRpcFaultError(
        JSON_RPC_CODE.INVALID_PARAMS,
        `Could not find the referenced transaction [TransactionDigest(${digest})].`,
      );
    }
    return transactionJson(executed, (params[1] ?? {}) as Options, true);
  },

  sui_dryRunTransactionBlock: ({ ledger }, params) => ({
    effects: effectsJson(simulateTransaction(ledger, bytesParam(params), true)),
  }),

  async sui_verifyZkLoginSignature({ ledger }, params) {
    if (params[2] !== 'PersonalMessage') throw invalidParams('only personal messages are verified');
    const { isValid, reason } = await checkSignature(
      ledger,
      'PersonalMessage',
      bytesParam(params),
      textParam(params, 1),
      addressParam(params, 3),
    );
    return { success: isValid, errors: reason === undefined ? [] : [reason] };
  },
};

function bytesParam(params: Params): Uint8Array {
  try {
    return fromBase64(textParam(params, 0));
  } catch {
    throw invalidParams('invalid base64');
  }
}

/** Effects in the old JSON form, without what they say of each object that changed. */
function effectsJson(outcome: TransactionOutcome): Json {
  const { isOverBudget, gasUsed } = outcome;
  return {
    messageVersion: 'v1',
    status: isOverBudget ? { status: 'failure', error: OVER_BUDGET } : { status: 'success' },
    executedEpoch: outcome.epoch.toString(),
    gasUsed: {
      computationCost: gasUsed.computationCost.toString(),
      storageCost: gasUsed.storageCost.toString(),
      storageRebate: gasUsed.storageRebate.toString(),
      nonRefundableStorageFee: gasUsed.nonRefundableStorageFee.toString(),
    },
    transactionDigest: outcome.digest,
    gasObject: NO_GAS_OBJECT,
  };
}

/** What stands where no gas object is named. */
const NO_GAS_OBJECT: Json = {
  owner: { AddressOwner: `0x${'0'.repeat(64)}` },
  reference: { objectId: `0x${'0'.repeat(64)}`, version: 0, digest: '1'.repeat(32) },
};

function transactionJson(executed: ExecutedTransaction, options: Options, isFinal: boolean): Json {
  return {
    digest: executed.digest,
    ...(options.showEffects && { effects: effectsJson(executed) }),
    ...(options.showRawEffects && { rawEffects: [...effectsBcs(executed)] }),
    ...(isFinal && {
      timestampMs: executed.timestampMs.toString(),
      checkpoint: executed.checkpoint.toString(),
    }),
    confirmedLocalExecution: false,
  };
}
