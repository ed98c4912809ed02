/** The system state's numbers that no part of the product depends on; plausible, and never zero where clients read zero as missing. */
export const SYSTEM_NUMBERS = {
  systemStateVersion: 2n,
  epochDurationMs: 86_400_000n,
  stakeSubsidyStartEpoch: 20n,
  minValidatorCount: 4n,
  maxValidatorCount: 150n,
  minValidatorJoiningStake: 30_000_000_000_000_000n,
  validatorLowStakeThreshold: 20_000_000_000_000_000n,
  validatorVeryLowStakeThreshold: 15_000_000_000_000_000n,
  validatorLowStakeGracePeriod: 7n,
  totalObjectStorageRebates: 1_000_000_000_000n,
  nonRefundableBalance: 50_000_000_000n,
  stakeSubsidyBalance: 500_000_000_000_000_000n,
  stakeSubsidyDistributionCounter: 900n,
  stakeSubsidyCurrentDistributionAmount: 300_000_000_000_000n,
  stakeSubsidyPeriodLength: 10n,
  stakeSubsidyDecreaseRate: 1_000,
} as const;
