import { describe, expect, it } from 'vitest';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { Refusal, type RefusalReason } from '#rules/refusal.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import {
  ed25519Wallet,
  LOCAL_SCHEMES,
  multisigWithZkLogin,
  zkLoginWallet,
} from '#tests/support/signers.ts';
import { readSignature, type SigningChain } from './signatures.ts';

const TEXT = 'cards.example wants you to sign in';
const EPOCH = 7;

/** For signatures that must be checked without the chain. */
const noChain: SigningChain = {
  epoch: () => Promise.reject(new Error('the chain was asked')),
  verifyPersonalMessage: () => Promise.reject(new Error('the chain was asked')),
};

function chainAnswering(isValid: boolean) {
  const asked: Address[] = [];
  const chain: SigningChain = {
    epoch: async () => BigInt(EPOCH),
    verifyPersonalMessage: async (_, __, address) => {
      asked.push(address);
      return isValid;
    },
  };
  return { chain, asked };
}

async function refusalOf(work: Promise<unknown>): Promise<RefusalReason | undefined> {
  const error = await work.catch((reason: unknown) => reason);
  return error instanceof Refusal ? error.reason : undefined;
}

describe.each(Object.entries(LOCAL_SCHEMES))('%s', (_, create) => {
  it('is valid for its own text only', async () => {
    const wallet = await create();
    const signature = await wallet.signMessage(TEXT);
    const parsed = await readSignature(noChain, signature, wallet.address);
    expect([await parsed.isOver(TEXT), await parsed.isOver(`${TEXT}!`)]).toEqual([true, false]);
  });

  it('is refused when it was made for a transaction', async () => {
    const wallet = await create();
    const signature = await wallet.signAsTransaction(TEXT);
    const parsed = await readSignature(noChain, signature, wallet.address);
    expect(await parsed.isOver(TEXT)).toBe(false);
  });

  it('is refused for another address', async () => {
    const wallet = await create();
    const signature = await wallet.signMessage(TEXT);
    const other = ed25519Wallet().address;
    expect(await refusalOf(readSignature(noChain, signature, other))).toBe('bad-signature');
  });

  it('is refused without a fault when a byte of it was changed', async () => {
    const wallet = await create();
    const bytes = Buffer.from(await wallet.signMessage(TEXT), 'base64');
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      const outcome = await readSignature(noChain, changed.toString('base64'), wallet.address)
        .then((parsed) => parsed.isOver(TEXT))
        .catch((error: unknown) => (error instanceof Refusal ? error.reason : error));
      expect([false, 'bad-signature']).toContain(outcome);
    }
  });
});

describe.each([
  ['zkLogin', zkLoginWallet],
  ['a multisig with a zkLogin member', multisigWithZkLogin],
])('%s', (_, create) => {
  it.each([true, false])('is checked by the chain: %s', async (isValid) => {
    const { chain, asked } = chainAnswering(isValid);
    const wallet = create({ maxEpoch: EPOCH });
    const parsed = await readSignature(chain, await wallet.signMessage(TEXT), wallet.address);
    expect(await parsed.isProven(TEXT)).toBe(isValid);
    expect(asked).toEqual([wallet.address]);
  });

  it('shows without the chain which text it is over', async () => {
    const { chain, asked } = chainAnswering(true);
    const wallet = create({ maxEpoch: EPOCH });
    const parsed = await readSignature(chain, await wallet.signMessage(TEXT), wallet.address);
    expect([await parsed.isOver(TEXT), await parsed.isOver(`${TEXT}!`)]).toEqual([true, false]);
    expect(asked).toEqual([]);
  });

  it('is refused after its last epoch without asking the chain to check it', async () => {
    const { chain, asked } = chainAnswering(true);
    const wallet = create({ maxEpoch: EPOCH - 1 });
    const reading = readSignature(chain, await wallet.signMessage(TEXT), wallet.address);
    expect(await refusalOf(reading)).toBe('signature-epoch-over');
    expect(asked).toEqual([]);
  });

  it('cannot be checked while the chain is down', async () => {
    const down: SigningChain = {
      epoch: () => Promise.reject(new ChainUnreachableError('down')),
      verifyPersonalMessage: () => Promise.reject(new ChainUnreachableError('down')),
    };
    const wallet = create({ maxEpoch: EPOCH });
    const reading = readSignature(down, await wallet.signMessage(TEXT), wallet.address);
    await expect(reading).rejects.toBeInstanceOf(ChainUnreachableError);
  });
});

it.each([
  [EPOCH - 1, EPOCH],
  [EPOCH, EPOCH - 1],
])('a multisig is refused after the last epoch of any of its proofs: %i, %i', async (...epochs) => {
  const wallet = multisigWithZkLogin(...epochs.map((maxEpoch) => ({ maxEpoch })));
  const { chain } = chainAnswering(true);
  const reading = readSignature(chain, await wallet.signMessage(TEXT), wallet.address);
  expect(await refusalOf(reading)).toBe('signature-epoch-over');
});

describe('zkLogin', () => {
  it('of another account is refused without asking the chain', async () => {
    const wallet = zkLoginWallet({ maxEpoch: EPOCH });
    const other = zkLoginWallet({ maxEpoch: EPOCH }).address;
    const reading = readSignature(noChain, await wallet.signMessage(TEXT), other);
    expect(await refusalOf(reading)).toBe('bad-signature');
  });

  it('with an overlong issuer is refused without decoding it', async () => {
    const short = await zkLoginWallet({ maxEpoch: EPOCH }).signMessage(TEXT);
    const claim = Buffer.from('"iss":"https://accounts.example",').toString('base64url');
    const bytes = Buffer.from(short, 'base64');
    const at = bytes.indexOf(claim);
    const long = Buffer.concat([
      bytes.subarray(0, at - 1),
      Buffer.from([0x80 | (8192 & 0x7f), 8192 >> 7]),
      Buffer.alloc(8192, 'A'),
      bytes.subarray(at + claim.length),
    ]);
    const anyone = canonicalAddress('0x1')!;
    const reading = readSignature(noChain, long.toString('base64'), anyone);
    expect(await refusalOf(reading)).toBe('bad-signature');
  });
});

describe('a signature', () => {
  it.each([
    '',
    'AA==',
    'not base64 at all',
    '🃏',
    Buffer.alloc(97, 9).toString('base64'),
    'A'.repeat(16_384),
  ])('that is garbage is refused: %.20s', async (garbage) => {
    const reading = readSignature(noChain, garbage, ed25519Wallet().address);
    expect(await refusalOf(reading)).toBe('bad-signature');
  });
});
