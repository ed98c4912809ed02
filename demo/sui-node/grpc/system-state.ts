import { GrpcTypes } from '@mysten/sui/grpc';
import type { Ledger } from '../ledger/ledger.ts';
import type { MessageType } from './reflection.ts';

const Epoch = GrpcTypes.Epoch as MessageType<GrpcTypes.Epoch>;

export function timestampMessage(ms: number): { seconds: bigint; nanos: number } {
  return { seconds: BigInt(Math.floor(ms / 1_000)), nanos: (ms % 1_000) * 1_000_000 };
}

/** The current epoch, without what the system state says of validators, stakes and funds. */
export function epochMessage(ledger: Ledger): GrpcTypes.Epoch {
  return Epoch.create({
    epoch: ledger.epoch,
    start: timestampMessage(ledger.epochStartMs),
    referenceGasPrice: ledger.referenceGasPrice,
    systemState: {
      epoch: ledger.epoch,
      protocolVersion: ledger.protocolVersion,
      referenceGasPrice: ledger.referenceGasPrice,
      epochStartTimestampMs: BigInt(ledger.epochStartMs),
      validatorReportRecords: [],
    },
  });
}
