/** How many connections the server takes, in all and of one network. */
import type { Server } from 'node:http';
import { networkOf } from '#server/http/limits/networks.ts';

/** For the connections to the database, the chain and Redis, and to start PostgreSQL again. */
const OWN_FILES = 200;
/** The largest share of all connections for one network (an IPv4 address, an IPv6 network): others must find room. */
const SHARE_OF_NETWORK = 1 / 4;

/**
 * How many connections the server takes: it keeps the files it needs itself, or half of a few. Without a bound, visitors
 * could use up the files a process may open.
 * @param openFiles most open files of the process; other than a number where there is no limit
 */
export function mostConnections(openFiles: unknown): number {
  if (typeof openFiles !== 'number') return Number.POSITIVE_INFINITY;
  return Math.max(openFiles - OWN_FILES, Math.floor(openFiles / 2));
}

/** The limit of this process. Windows has none. */
export function openFilesLimit(): unknown {
  const { report } = process;
  // Otherwise the report looks up the host name of every open connection.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft?: unknown } };
  };
  return userLimits?.open_files?.soft;
}

/**
 * Ends what comes in beyond these limits at once.
 * @param isShared whether connections of this address may be those of many visitors
 */
export function boundConnections(
  server: Server,
  most: number,
  isShared: (peer: string) => boolean,
): void {
  server.maxConnections = most;
  const counts = new Map<string, number>();
  const mostOfNetwork = Math.ceil(most * SHARE_OF_NETWORK);
  server.on('connection', (socket) => {
    const peer = socket.remoteAddress ?? '';
    if (isShared(peer)) return;
    const network = networkOf(peer);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    socket.once('close', () => {
      const left = counts.get(network)! - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
    if (count > mostOfNetwork) socket.destroy();
  });
}
