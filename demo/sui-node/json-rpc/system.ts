import type { NodeContext } from '../front.ts';
import type { Json } from '../ledger/layouts.ts';
import type { Params } from './params.ts';
import { invalidParams } from './params.ts';

type Method = (context: NodeContext, params: Params) => Json;

/** Methods about the chain itself. */
export const SYSTEM_METHODS: Readonly<Record<string, Method>> = {
  suix_getReferenceGasPrice: ({ ledger }) => ledger.referenceGasPrice.toString(),

  sui_getLatestCheckpointSequenceNumber: ({ ledger }) => ledger.checkpoint.toString(),

  sui_getCheckpoint({ ledger }, params) {
    if (String(params[0]) !== '0') throw invalidParams('only the genesis checkpoint is kept');
    return {
      digest: ledger.chainIdentifier,
      epoch: '0',
      sequenceNumber: '0',
      timestampMs: ledger.epochStartMs.toString(),
      networkTotalTransactions: '0',
      transactions: [],
      checkpointCommitments: [],
    };
  },

  /** Without what it says of validators, stakes and funds. */
  suix_getLatestSuiSystemState: ({ ledger }) => ({
    epoch: ledger.epoch.toString(),
    protocolVersion: ledger.protocolVersion.toString(),
    referenceGasPrice: ledger.referenceGasPrice.toString(),
    epochStartTimestampMs: ledger.epochStartMs.toString(),
  }),
};
