import type { NodeContext } from '../front.ts';
import { SYSTEM_NUMBERS } from '../ledger/system-state.ts';

/** type Epoch, the current one */
export function epochSource({ ledger }: NodeContext): object {
  return {
    epochId: Number(ledger.epoch),
    referenceGasPrice: ledger.referenceGasPrice.toString(),
    startTimestamp: new Date(ledger.epochStartMs).toISOString(),
    protocolConfigs: { protocolVersion: Number(ledger.protocolVersion) },
    systemState: { json: systemStateJson },
  };
}

/** The state object as its Move struct reads in JSON: every number a string. */
function systemStateJson(): object {
  const n = SYSTEM_NUMBERS;
  return {
    system_state_version: n.systemStateVersion.toString(),
    safe_mode: false,
    safe_mode_storage_rewards: '0',
    safe_mode_computation_rewards: '0',
    safe_mode_storage_rebates: '0',
    safe_mode_non_refundable_storage_fee: '0',
    parameters: {
      epoch_duration_ms: n.epochDurationMs.toString(),
      stake_subsidy_start_epoch: n.stakeSubsidyStartEpoch.toString(),
      max_validator_count: n.maxValidatorCount.toString(),
      min_validator_joining_stake: n.minValidatorJoiningStake.toString(),
      validator_low_stake_threshold: n.validatorLowStakeThreshold.toString(),
      validator_low_stake_grace_period: n.validatorLowStakeGracePeriod.toString(),
    },
    storage_fund: {
      total_object_storage_rebates: n.totalObjectStorageRebates.toString(),
      non_refundable_balance: n.nonRefundableBalance.toString(),
    },
    stake_subsidy: {
      balance: n.stakeSubsidyBalance.toString(),
      distribution_counter: n.stakeSubsidyDistributionCounter.toString(),
      current_distribution_amount: n.stakeSubsidyCurrentDistributionAmount.toString(),
      stake_subsidy_period_length: n.stakeSubsidyPeriodLength.toString(),
      stake_subsidy_decrease_rate: n.stakeSubsidyDecreaseRate,
    },
  };
}
