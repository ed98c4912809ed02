/** The address a call came from, told by the proxies in front where they are trusted. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** As much of a request as names its address. */
export interface AddressedRequest {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The address of a call: of the line it came on, or, where that is a trusted proxy's, the last one in
 * `X-Forwarded-For` that is not. What stands left of it anybody can have written. Always an address,
 * never other text that was sent; empty when the line is gone.
 */
export type AddressOf = (request: AddressedRequest) => string;

/** @param trustProxy addresses and networks, comma between; null: nobody is trusted */
export function createAddressOf(trustProxy: string | null): AddressOf {
  const lineOf = ({ socket }: AddressedRequest): string => socket.remoteAddress ?? '';
  if (trustProxy === null) return lineOf;
  const trusted = blockListOf(trustProxy);
  const isTrusted = (address: string): boolean =>
    address !== '' && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (request) => {
    let address = lineOf(request);
    const header = request.headers['x-forwarded-for'];
    if (header === undefined || !isTrusted(address)) return address;
    const hops = String(header).split(',');
    for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
      const told = readHop(hop);
      // The last trusted proxy did not know, or wrote something else: it is all we know.
      if (told === null) return address;
      address = told;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
}

function blockListOf(proxies: string): BlockList {
  const list = new BlockList();
  for (const proxy of proxies.split(',')) {
    const [address = '', bits] = proxy.trim().split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** An address alone, or with the port it came from: `192.0.2.1:8080`, `[2001:db8::1]:8080`, quoted or not. */
const HOP = /^"?(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5}|([^"[\]]+))"?$/;
/** Longest that is looked at: an address with zone, port and quotes. */
const LONGEST_HOP = 80;

function readHop(hop: string): string | null {
  const text = hop.trim();
  if (text.length > LONGEST_HOP) return null;
  const [, bracketed, beforePort, bare = ''] = HOP.exec(text) ?? [];
  if (beforePort !== undefined) return isIPv4(beforePort) ? beforePort : null;
  if (bracketed !== undefined) return isIPv6(bracketed) ? withoutZone(bracketed) : null;
  return isIP(bare) === 0 ? null : withoutZone(bare);
}

/** Without the name of an interface, which is the proxy's own and no part of the address. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] as string;
}
