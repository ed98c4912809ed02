/** The client's address behind trusted proxies. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The part of a request that is needed. */
interface AddressedRequest {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The client's address: the peer of the connection, or, if that is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not one. Anything left of it can be forged. Always an address, never other text; empty
 * when the connection is gone.
 */
export type AddressOf = (request: AddressedRequest) => string;

/** @param trustProxy comma list of addresses and networks; null: none */
export function createAddressOf(trustProxy: string | null): AddressOf {
  const peerOf = ({ socket }: AddressedRequest): string => socket.remoteAddress ?? '';
  if (trustProxy === null) return peerOf;
  const trusted = blockListOf(trustProxy);
  const isTrusted = (address: string): boolean =>
    address !== '' && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (request) => {
    let address = peerOf(request);
    const header = request.headers['x-forwarded-for'];
    if (header === undefined || !isTrusted(address)) return address;
    const hops = String(header).split(',');
    for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
      const previous = readHop(hop);
      // Not an address: the last trusted proxy is all we know.
      if (previous === null) return address;
      address = previous;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
}

/** @returns whether connections of this address may be those of many visitors: of a proxy, or of this machine */
export function createIsShared(trustProxy: string | null): (peer: string) => boolean {
  const shared = blockListOf(['127.0.0.0/8', '::1', ...(trustProxy?.split(',') ?? [])].join());
  return (peer) => peer !== '' && shared.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
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

/** An address, optionally with a port: `192.0.2.1:8080`, `[2001:db8::1]:8080`, quoted or not. */
const HOP = /^"?(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5}|([^"[\]]+))"?$/;

function readHop(hop: string): string | null {
  const text = hop.trim();
  const [, bracketed, beforePort, bare = ''] = HOP.exec(text) ?? [];
  if (beforePort !== undefined) return isIPv4(beforePort) ? beforePort : null;
  if (bracketed !== undefined) return isIPv6(bracketed) ? withoutZone(bracketed) : null;
  return isIP(bare) === 0 ? null : withoutZone(bare);
}

/** Removes the zone (an interface name of the proxy). */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] as string;
}
