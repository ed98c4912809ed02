import type { NodeContext } from '../front.ts';
import type { Json } from '../ledger/layouts.ts';
import { splitTypeArguments } from '../ledger/move-types.ts';
import { FEATURE_FLAGS, protocolAttributes, SYSTEM_NUMBERS } from '../ledger/system-state.ts';
import { findMoveFunction } from '../transactions/move-calls.ts';
import type { MoveParameter } from '../transactions/move-function.ts';
import { invalidParams } from './errors.ts';
import { addressParam, type Params, textParam } from './params.ts';

type Method = (context: NodeContext, params: Params) => Json;

/** Methods about the chain itself and the functions on it. */
export const SYSTEM_METHODS: Readonly<Record<string, Method>> = {
  'rpc.discover': () => ({ info: { version: '1.84.0' } }),

  sui_getChainIdentifier({ ledger }) {
    // JSON-RPC names a chain by the first four bytes of its genesis digest only.
    return Buffer.from(ledger.chainIdentifier).toString('hex').slice(0, 8);
  },

  suix_getReferenceGasPrice: ({ ledger }) => ledger.referenceGasPrice.toString(),

  sui_getLatestCheckpointSequenceNumber: ({ ledger }) => ledger.transactions.size.toString(),

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

  sui_getProtocolConfig: ({ ledger }) => ({
    protocolVersion: ledger.protocolVersion.toString(),
    minSupportedProtocolVersion: '1',
    maxSupportedProtocolVersion: ledger.protocolVersion.toString(),
    featureFlags: { ...FEATURE_FLAGS },
    attributes: Object.fromEntries(
      Object.entries(protocolAttributes(ledger)).map(([name, value]) => [name, { u64: value }]),
    ),
  }),

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

  sui_getNormalizedMoveFunction(_, params) {
    const packageId = addressParam(params, 0);
    const fn = findMoveFunction(packageId, textParam(params, 1), textParam(params, 2));
    if (fn === undefined) throw invalidParams(`No function was found with name ${params[2]}`);
    return {
      visibility: 'Public',
      isEntry: false,
      typeParameters: fn.typeParameters.map((abilities) => ({
        abilities: abilities.map((ability) => capitalised(ability)),
      })),
      parameters: fn.parameters.map(parameterJson),
      return: fn.returns.map(parameterJson),
    };
  },
};

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function parameterJson({ reference, type }: MoveParameter): Json {
  const body = typeJson(type);
  if (reference === undefined) return body;
  return reference === 'mutable' ? { MutableReference: body } : { Reference: body };
}

function typeJson(type: string): Json {
  if (type.startsWith('$')) return { TypeParameter: Number(type.slice(1)) };
  if (!type.includes('::')) return capitalised(type);
  const { name: full, args } = splitTypeArguments(type);
  const [address = '', module = '', name = ''] = full.split('::');
  return { Struct: { address, module, name, typeArguments: args.map(typeJson) } };
}
