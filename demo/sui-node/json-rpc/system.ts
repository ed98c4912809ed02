import type { NodeContext } from '../front.ts';
import type { Json } from '../ledger/layouts.ts';
import { SYSTEM_NUMBERS } from '../ledger/system-state.ts';
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

  suix_getLatestSuiSystemState({ ledger }) {
    const n = SYSTEM_NUMBERS;
    const zero = '0';
    return {
      epoch: ledger.epoch.toString(),
      protocolVersion: ledger.protocolVersion.toString(),
      systemStateVersion: n.systemStateVersion.toString(),
      referenceGasPrice: ledger.referenceGasPrice.toString(),
      epochStartTimestampMs: ledger.epochStartMs.toString(),
      epochDurationMs: n.epochDurationMs.toString(),
      safeMode: false,
      safeModeStorageRewards: zero,
      safeModeComputationRewards: zero,
      safeModeStorageRebates: zero,
      safeModeNonRefundableStorageFee: zero,
      stakeSubsidyStartEpoch: n.stakeSubsidyStartEpoch.toString(),
      maxValidatorCount: n.maxValidatorCount.toString(),
      minValidatorJoiningStake: n.minValidatorJoiningStake.toString(),
      validatorLowStakeThreshold: n.validatorLowStakeThreshold.toString(),
      validatorVeryLowStakeThreshold: n.validatorVeryLowStakeThreshold.toString(),
      validatorLowStakeGracePeriod: n.validatorLowStakeGracePeriod.toString(),
      storageFundTotalObjectStorageRebates: n.totalObjectStorageRebates.toString(),
      storageFundNonRefundableBalance: n.nonRefundableBalance.toString(),
      stakeSubsidyBalance: n.stakeSubsidyBalance.toString(),
      stakeSubsidyDistributionCounter: n.stakeSubsidyDistributionCounter.toString(),
      stakeSubsidyCurrentDistributionAmount: n.stakeSubsidyCurrentDistributionAmount.toString(),
      stakeSubsidyPeriodLength: n.stakeSubsidyPeriodLength.toString(),
      stakeSubsidyDecreaseRate: n.stakeSubsidyDecreaseRate,
      activeValidators: [],
      atRiskValidators: [],
      validatorReportRecords: [],
    };
  },
};
