import type { NodeContext } from '../front.ts';

/** type Epoch, the current one, without what the system state says of validators, stakes and funds */
export function epochSource({ ledger }: NodeContext): object {
  return {
    epochId: Number(ledger.epoch),
    referenceGasPrice: ledger.referenceGasPrice.toString(),
    startTimestamp: new Date(ledger.epochStartMs).toISOString(),
    protocolConfigs: { protocolVersion: Number(ledger.protocolVersion) },
    systemState: { json: {} },
  };
}
