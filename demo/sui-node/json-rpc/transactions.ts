import { bcs } from '@mysten/sui/bcs';
import { fromBase64, toBase64 } from '@mysten/sui/utils';
import type { NodeContext } from '../front.ts';
import type { ExecutedTransaction, TransactionOutcome } from '../ledger/executed.ts';
import type { Json } from '../ledger/layouts.ts';
import { canonicalAddress } from '../ledger/move-types.ts';
import { executeTransaction, findIndexed, simulateTransaction } from '../transactions/execute.ts';
import { TransactionRefusedError } from '../transactions/failures.ts';
import { checkSignature } from '../transactions/signatures.ts';
import { effectsJson, objectChangesJson } from './effects-json.ts';
import { shortType } from './object-json.ts';
import {
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
    const executed = await refusalsAsFault(async () =>
      executeTransaction(ledger, bytesParam(params), signatures.map(String)),
    );
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

  async sui_dryRunTransactionBlock({ ledger }, params) {
    const outcome = await refusalsAsFault(async () =>
      simulateTransaction(ledger, bytesParam(params), true),
    );
    return {
      effects: effectsJson(outcome),
      events: [],
      objectChanges: objectChangesJson(outcome),
      balanceChanges: balanceChangesJson(outcome),
      suggestedGasPrice: ledger.referenceGasPrice.toString(),
    };
  },

  async sui_verifyZkLoginSignature({ ledger }, params) {
    const scope = params[2] === 'PersonalMessage' ? 'PersonalMessage' : 'TransactionData';
    const author = canonicalAddress(params[3]);
    const { isValid, reason } = await checkSignature(
      ledger,
      scope,
      bytesParam(params),
      textParam(params, 1),
      author,
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

async function refusalsAsFault<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof TransactionRefusedError)) throw error;
    throw new JsonRpcFaultError(
      JSON_RPC_CODE.TRANSACTION_REFUSED,
      `Transaction validator signing failed due to issues with transaction inputs, please review the errors and try again:\n- ${error.message}`,
    );
  }
}

function balanceChangesJson({ balanceChanges }: TransactionOutcome): Json {
  return balanceChanges.map(({ address, coinType, amount }) => ({
    owner: { AddressOwner: address },
    coinType: shortType(coinType),
    amount: amount.toString(),
  }));
}

function transactionJson(executed: ExecutedTransaction, options: Options, isFinal: boolean): Json {
  return {
    digest: executed.digest,
    ...(options.showRawInput && { rawTransaction: toBase64(senderSignedData(executed)) }),
    ...(options.showEffects && { effects: effectsJson(executed) }),
    ...(options.showRawEffects && { rawEffects: [...executed.effectsBytes] }),
    ...(options.showEvents && { events: [] }),
    ...(options.showObjectChanges && { objectChanges: objectChangesJson(executed) }),
    ...(options.showBalanceChanges && { balanceChanges: balanceChangesJson(executed) }),
    ...(isFinal && {
      timestampMs: executed.timestampMs.toString(),
      checkpoint: executed.checkpoint.toString(),
    }),
    confirmedLocalExecution: false,
  };
}

function senderSignedData({ bytes, signatures }: ExecutedTransaction): Uint8Array {
  const intent = { scope: { TransactionData: true }, version: { V0: true }, appId: { Sui: true } };
  const value = bcs.TransactionData.parse(bytes);
  return bcs.SenderSignedData.serialize([
    { intentMessage: { intent, value }, txSignatures: [...signatures] },
  ] as Parameters<typeof bcs.SenderSignedData.serialize>[0]).toBytes();
}
