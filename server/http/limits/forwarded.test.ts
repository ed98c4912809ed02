import { describe, expect, it } from 'vitest';
import { createAddressOf, createIsShared } from './forwarded.ts';

/** The address of a call that came through `from` with this X-Forwarded-For. */
function addressOf(header: string | undefined, from = '10.0.0.2', trusted = '10.0.0.0/8, ::1') {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header };
  return createAddressOf(trusted)({ headers, socket: { remoteAddress: from } });
}

describe('the address of a call behind a proxy', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:52011', '203.0.113.9'],
    [' "203.0.113.9:52011" ', '203.0.113.9'],
    ['2001:db8::9', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['"[2001:db8::9]:52011"', '2001:db8::9'],
    ['fe80::9%eth0', 'fe80::9'],
  ])('is read from %j', (header, address) => {
    expect(addressOf(header)).toBe(address);
  });

  it('is the last one that a trusted proxy wrote, whatever the visitor sent along', () => {
    expect(addressOf('198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(addressOf('198.51.100.1, 10.1.1.1, 203.0.113.9:1, 10.0.0.3:4711')).toBe('203.0.113.9');
    expect(addressOf('rubbish, 203.0.113.9')).toBe('203.0.113.9');
  });

  it('is the first one where everybody is trusted', () => {
    expect(addressOf('10.0.0.9, 10.0.0.8')).toBe('10.0.0.9');
    expect(addressOf('203.0.113.9, 198.51.100.1', '192.0.2.1', '0.0.0.0/0')).toBe('203.0.113.9');
  });

  it.each([
    '',
    ',',
    'unknown',
    '-',
    'a'.repeat(16_000),
    '203.0.113.9:',
    '203.0.113.9:123456',
    '203.0.113.9:port',
    '203.0.113.999',
    '203.0.113.999:80',
    '[203.0.113.9]:80',
    '[2001:db8::9',
    '2001:db8::9]:80',
    '[2001:db8::9]80',
    '203.0.113.9, unknown',
    '203.0.113.9, unknown, 10.0.0.3',
    '\u0000',
  ])('is that of the proxy where it wrote %j', (header) => {
    expect(['10.0.0.2', '10.0.0.3']).toContain(addressOf(header));
  });

  it('is the connection’s own unless a trusted proxy opened it', () => {
    const header = '203.0.113.9';
    expect(addressOf(header, '198.51.100.7')).toBe('198.51.100.7');
    expect(addressOf(undefined)).toBe('10.0.0.2');
    expect(addressOf(header, '::ffff:10.0.0.2')).toBe('203.0.113.9');
    expect(addressOf(header, '::1')).toBe('203.0.113.9');
    const direct = createAddressOf(null);
    const call = { headers: { 'x-forwarded-for': header }, socket: { remoteAddress: '10.0.0.2' } };
    expect(direct(call)).toBe('10.0.0.2');
  });

  it('is empty once the line is gone', () => {
    const call = { headers: { 'x-forwarded-for': '203.0.113.9' }, socket: {} };
    expect(createAddressOf('10.0.0.0/8')(call)).toBe('');
  });
});

describe('an address that many visitors may share', () => {
  it('is that of a trusted proxy, or of this machine', () => {
    const peers = ['127.0.0.2', '::1', '10.0.0.2', '::ffff:10.0.0.2', '2001:db8::2'];
    const others = ['203.0.113.9', '2001:db8:1::9', ''];
    const isShared = createIsShared('10.0.0.0/8, 2001:db8::/48');
    expect([...peers, ...others].filter(isShared)).toEqual(peers);
    expect([...peers, ...others].filter(createIsShared(null))).toEqual(['127.0.0.2', '::1']);
  });
});
