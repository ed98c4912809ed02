/** Where the demo's own people call from. */
import { Agent } from 'node:http';
import { createServer } from 'node:net';

/** A loopback address of their own: what they call does not count against a visitor's allowance. */
const OWN_ADDRESS = '127.0.0.2';

/**
 * Connections to `origin` from the residents' own address; undefined, meaning the visitors' own,
 * where the server is not at 127.0.0.1 or the machine has only that one (macOS).
 */
export async function residentConnections(origin: string): Promise<Agent | undefined> {
  const { protocol, hostname } = new URL(origin);
  if (protocol !== 'http:' || hostname !== '127.0.0.1') return undefined;
  if (!(await canUse(OWN_ADDRESS))) return undefined;
  return new Agent({ keepAlive: true, localAddress: OWN_ADDRESS });
}

function canUse(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(0, address, () => probe.close(() => resolve(true)));
  });
}
