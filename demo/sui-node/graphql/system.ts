import type { NodeContext } from '../front.ts';
import { splitTypeArguments } from '../ledger/move-types.ts';
import { FEATURE_FLAGS, protocolAttributes, SYSTEM_NUMBERS } from '../ledger/system-state.ts';
import { findMoveFunction } from '../transactions/move-calls.ts';
import type { MoveParameter } from '../transactions/move-function.ts';

/** type Epoch, the current one */
export function epochSource({ ledger }: NodeContext): object {
  return {
    epochId: Number(ledger.epoch),
    referenceGasPrice: ledger.referenceGasPrice.toString(),
    startTimestamp: new Date(ledger.epochStartMs).toISOString(),
    protocolConfigs: () => protocolConfigsSource(ledger),
    systemState: { json: systemStateJson },
  };
}

export function protocolConfigsSource(ledger: NodeContext['ledger']): object {
  return {
    protocolVersion: Number(ledger.protocolVersion),
    featureFlags: Object.entries(FEATURE_FLAGS).map(([key, value]) => ({ key, value })),
    configs: Object.entries(protocolAttributes(ledger)).map(([key, value]) => ({ key, value })),
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

/** type MovePackage, as far as the functions this node can run */
export function packageSource(packageId: string): object {
  return {
    address: packageId,
    module: ({ name: module }: { name: string }) => ({
      name: module,
      function: ({ name }: { name: string }) => {
        const fn = findMoveFunction(packageId, module, name);
        if (fn === undefined) return null;
        return {
          name,
          visibility: 'PUBLIC',
          isEntry: false,
          typeParameters: fn.typeParameters.map((abilities) => ({
            constraints: abilities.map((ability) => ability.toUpperCase()),
          })),
          parameters: fn.parameters.map(openMoveType),
          return: fn.returns.map(openMoveType),
        };
      },
    }),
  };
}

function openMoveType({ reference, type }: MoveParameter): object {
  const ref = reference === undefined ? undefined : reference === 'mutable' ? '&mut' : '&';
  return { signature: { ...(ref !== undefined && { ref }), body: signatureBody(type) } };
}

function signatureBody(type: string): string | object {
  if (type.startsWith('$')) return { typeParameter: Number(type.slice(1)) };
  if (!type.includes('::')) return type;
  const { name: full, args } = splitTypeArguments(type);
  const [packageId, module, name] = full.split('::');
  const typeParameters = args.map(signatureBody);
  return { datatype: { package: packageId, module, type: name, typeParameters } };
}
