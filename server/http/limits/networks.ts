/** Of which network an address is: callers are counted by it. */
import { isIPv6 } from 'node:net';

/**
 * An IPv4 address itself, or the /64 of an IPv6 address, because one household or host usually has
 * a whole /64 and can change the rest freely.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  return MAPPED.exec(ip)?.[1] ?? (isIPv6(ip) ? prefixOf(ip, 4) : ip);
}

/**
 * The /48 of an IPv6 address: the largest block that a provider gives one customer, with 65,536 networks. Null for
 * IPv4: neighbours in a /24 are usually unrelated.
 */
export function blockOf(ip: string): string | null {
  return ip.includes(':') && !MAPPED.test(ip) && isIPv6(ip) ? prefixOf(ip, 3) : null;
}

/** All that one customer may have: the /48 of an IPv6 address, or an IPv4 address itself. */
export function wholeNetworkOf(ip: string): string {
  return blockOf(ip) ?? networkOf(ip);
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The first groups of an IPv6 address, as a network: `2001:db8:1::/48` for three of them. */
function prefixOf(ip: string, groups: number): string {
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]?.split('::', 2) ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const all = [...left, ...Array<string>(gap).fill('0'), ...right];
  const kept = all.slice(0, groups).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${kept.join(':')}::/${groups * 16}`;
}
