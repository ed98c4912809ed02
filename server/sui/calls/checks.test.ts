import { describe, expect, it } from 'vitest';
import { ChainInputError } from '#server/sui/chain.ts';
import {
  answeredAmount,
  answeredId,
  checkedAddress,
  checkedDigest,
  checkedName,
  checkedObjectId,
  checkedObjectIds,
  checkedSignatures,
  checkedTransaction,
  checkedType,
} from './checks.ts';

const ID = `0x${'ab'.repeat(32)}`;

describe('what we are asked', () => {
  it('takes well-formed input, in its canonical spelling', () => {
    expect(checkedAddress(ID.toUpperCase().replace('0X', '0x'))).toBe(ID);
    expect(checkedObjectIds([ID, `0x${'00'.repeat(32)}`])).toHaveLength(2);
    const digest = '11111111111111111111111111111111';
    expect(checkedDigest(digest)).toBe(digest);
    expect(checkedType('0x2::sui::SUI')).toBe(`0x${'2'.padStart(64, '0')}::sui::SUI`);
    expect(checkedName('Ace.SUI')).toBe('ace.sui');
    expect(checkedSignatures(['AAAA'])).toEqual(['AAAA']);
  });

  it.each(['', '0x', '0x2', 'ab'.repeat(32), `${ID}00`, `0x${'zz'.repeat(32)}`, ` ${ID}`])(
    'refuses %j as an address and as an object id',
    (text) => {
      expect(() => checkedAddress(text)).toThrow(new ChainInputError('Invalid Sui address'));
      expect(() => checkedObjectId(text)).toThrow(new ChainInputError('Invalid Sui object id'));
    },
  );

  it.each(['', 'abc', '0'.repeat(44), ID, '1'.repeat(31), '1'.repeat(33)])(
    'refuses %j as a digest',
    (text) => expect(() => checkedDigest(text)).toThrow('Invalid transaction digest'),
  );

  it.each(['', 'SUI', '0x2::sui', '@org/app::card::Card', 'org/app::card::Card', '0x2::1x::SUI'])(
    'refuses %j as a type',
    (text) => expect(() => checkedType(text)).toThrow(ChainInputError),
  );

  it('refuses names, signatures and transactions that are none', () => {
    expect(() => checkedName('no dots')).toThrow('Invalid SuiNS name');
    expect(() => checkedSignatures([])).toThrow('Invalid signature');
    expect(() => checkedSignatures(['%%%'])).toThrow('Invalid signature');
    expect(() => checkedTransaction(new Uint8Array([1, 2, 3]))).toThrow(
      'Invalid transaction bytes',
    );
  });
});

describe('what we are answered', () => {
  it.each([undefined, null, '', '1.5', 'NaN', '-5'])('does not take %j for a number', (text) => {
    expect(() => answeredAmount(text)).toThrow('a number is missing');
  });

  it('takes whole numbers of any size', () => {
    expect(answeredAmount('18446744073709551615')).toBe(18446744073709551615n);
    expect(answeredAmount('0')).toBe(0n);
  });

  it('does not take just anything for an id', () => {
    expect(() => answeredId(undefined)).toThrow('an id is missing');
    expect(answeredId(ID)).toBe(ID);
  });
});
