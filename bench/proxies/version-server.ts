import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxies of deploy/ ask their servers. */
export const PROBE = '/readyz?exclude=chain';

/** Stands in for a server that has the files of one version only. */
export async function startVersion(version: string, port = 0) {
  const server = createServer((asked, answer) => {
    const isThere = [PROBE, `/assets/${version}.js`].includes(asked.url ?? '');
    answer.writeHead(isThere ? 200 : 404).end();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, close };
}
