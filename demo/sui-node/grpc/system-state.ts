import { GrpcTypes } from '@mysten/sui/grpc';
import type { Ledger } from '../ledger/ledger.ts';
import { SYSTEM_NUMBERS } from '../ledger/system-state.ts';
import type { MessageType } from './reflection.ts';

const Epoch = GrpcTypes.Epoch as MessageType<GrpcTypes.Epoch>;

export function timestampMessage(ms: number): { seconds: bigint; nanos: number } {
  return { seconds: BigInt(Math.floor(ms / 1_000)), nanos: (ms % 1_000) * 1_000_000 };
}

/** The current epoch with its system state. */
export function epochMessage(ledger: Ledger): GrpcTypes.Epoch {
  const n = SYSTEM_NUMBERS;
  return Epoch.create({
    epoch: ledger.epoch,
    start: timestampMessage(ledger.epochStartMs),
    referenceGasPrice: ledger.referenceGasPrice,
    systemState: {
      version: n.systemStateVersion,
      epoch: ledger.epoch,
      protocolVersion: ledger.protocolVersion,
      referenceGasPrice: ledger.referenceGasPrice,
      epochStartTimestampMs: BigInt(ledger.epochStartMs),
      validatorReportRecords: [],
      safeMode: false,
      safeModeStorageRewards: 0n,
      safeModeComputationRewards: 0n,
      safeModeStorageRebates: 0n,
      safeModeNonRefundableStorageFee: 0n,
      parameters: {
        epochDurationMs: n.epochDurationMs,
        stakeSubsidyStartEpoch: n.stakeSubsidyStartEpoch,
        minValidatorCount: n.minValidatorCount,
        maxValidatorCount: n.maxValidatorCount,
        minValidatorJoiningStake: n.minValidatorJoiningStake,
        validatorLowStakeThreshold: n.validatorLowStakeThreshold,
        validatorVeryLowStakeThreshold: n.validatorVeryLowStakeThreshold,
        validatorLowStakeGracePeriod: n.validatorLowStakeGracePeriod,
      },
      storageFund: {
        totalObjectStorageRebates: n.totalObjectStorageRebates,
        nonRefundableBalance: n.nonRefundableBalance,
      },
      stakeSubsidy: {
        balance: n.stakeSubsidyBalance,
        distributionCounter: n.stakeSubsidyDistributionCounter,
        currentDistributionAmount: n.stakeSubsidyCurrentDistributionAmount,
        stakeSubsidyPeriodLength: n.stakeSubsidyPeriodLength,
        stakeSubsidyDecreaseRate: n.stakeSubsidyDecreaseRate,
      },
    },
  });
}
