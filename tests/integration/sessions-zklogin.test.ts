/** zkLogin signatures verified by a node over HTTP, on every transport. */
import { afterAll, describe, expect, it } from 'vitest';
import { createEmptyWorld } from '#demo/world.ts';
import { readSignature } from '#server/sessions/signatures.ts';
import { type Chain, ChainUnreachableError } from '#server/sui/chain.ts';
import type { ChainTimeouts } from '#server/sui/sui-chain.ts';
import { multisigWithZkLogin, type TestWallet, zkLoginWallet } from '#tests/support/signers.ts';
import { closeAll, openChain, openNode, TRANSPORTS, type Transport } from './chain-setup.ts';

const TEXT = 'cards.example wants you to sign in';
const EPOCH = 1_024;

afterAll(closeAll);

async function open(transport: Transport, timeouts?: Partial<ChainTimeouts>) {
  const ledger = createEmptyWorld({ epoch: BigInt(EPOCH) });
  const node = await openNode(ledger);
  return { ledger, node, chain: openChain(node, transport, timeouts && { timeouts }) };
}

/** 'yes', 'no', 'unreachable', or the reason of a refusal. */
async function verdict(chain: Chain, wallet: TestWallet, signed: string, held = signed) {
  try {
    const parsed = await readSignature(chain, await wallet.signMessage(signed), wallet.address);
    return (await parsed.isOver(held)) && (await parsed.isProven(held)) ? 'yes' : 'no';
  } catch (error) {
    if (error instanceof ChainUnreachableError) return 'unreachable';
    return error instanceof Error ? error.message : error;
  }
}

describe.each(TRANSPORTS)('a zkLogin wallet over %s', (transport) => {
  it('is accepted when its proof holds, and only over its own text', {
    tags: 'I2',
  }, async () => {
    const { ledger, chain } = await open(transport);
    const wallet = zkLoginWallet({ maxEpoch: EPOCH });
    expect(await verdict(chain, wallet, TEXT)).toBe('no');
    ledger.zkLoginProofs = { isValid: true };
    expect(await verdict(chain, wallet, TEXT)).toBe('yes');
    expect(await verdict(chain, wallet, TEXT, `${TEXT}!`)).toBe('no');
  });

  it('is refused after the last epoch of its proof, even when the node would accept it', async () => {
    const { ledger, chain } = await open(transport);
    ledger.zkLoginProofs = { isValid: true };
    const wallet = zkLoginWallet({ maxEpoch: EPOCH });
    ledger.epoch += 1n;
    expect(await verdict(chain, wallet, TEXT)).toBe('signature-epoch-over');
  });

  it.each(['hang', '502', 'reset', 'cut-body'] as const)(
    'is neither accepted nor refused when the node has the fault %s',
    async (kind) => {
      const shortWaits = { request: 200, call: 400 };
      const { ledger, node, chain } = await open(
        transport,
        kind === 'hang' ? shortWaits : undefined,
      );
      ledger.zkLoginProofs = { isValid: true };
      node.faults.set({ kind });
      const wallet = zkLoginWallet({ maxEpoch: EPOCH });
      expect(await verdict(chain, wallet, TEXT)).toBe('unreachable');
    },
  );
});

describe('a multisig with a zkLogin member', () => {
  it.each(['grpc', 'graphql'] as const)('is judged by the node over %s', async (transport) => {
    const { ledger, chain } = await open(transport);
    const wallet = multisigWithZkLogin({ maxEpoch: EPOCH });
    expect(await verdict(chain, wallet, TEXT)).toBe('no');
    ledger.zkLoginProofs = { isValid: true };
    expect(await verdict(chain, wallet, TEXT)).toBe('yes');
  });

  it('cannot be judged over JSON-RPC, which knows plain zkLogin only', async () => {
    const { ledger, chain } = await open('jsonrpc');
    ledger.zkLoginProofs = { isValid: true };
    const wallet = multisigWithZkLogin({ maxEpoch: EPOCH });
    expect(await verdict(chain, wallet, TEXT)).toBe('unreachable');
  });
});
