import { describe, expect, it } from 'vitest';
import { blockOf, networkOf } from './networks.ts';

describe('the network of a caller, and the block it lies in', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', null],
    ['::ffff:192.0.2.7', '192.0.2.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['not an address', 'not an address', null],
  ])('of %s are %s and %s', (ip, network, block) => {
    expect(networkOf(ip)).toBe(network);
    expect(blockOf(ip)).toBe(block);
  });
});
