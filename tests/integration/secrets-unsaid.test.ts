/** Keys of providers stand in addresses; nothing that leaves the server tells them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startDatabase } from '#tests/support/database.ts';
import { startProduct } from '#tests/support/product.ts';

const [PATH_KEY, QUERY_KEY, HEADER_KEY] = ['path', 'query', 'head'].map(
  (it) => `${it}0123456789ab`,
);

/** A node that repeats what it was sent, in an error of the protocol and in one of HTTP. */
async function startParrot() {
  const server = createServer((request, response) => {
    const said = `no such method at ${request.url} for ${request.headers['x-token']}`;
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: said } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(error));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}

describe('the secrets of the settings', () => {
  it('the address of the node is told nowhere, whatever the node makes of it', async () => {
    const parrot = await startParrot();
    const { port } = parrot.address() as AddressInfo;
    const database = await startDatabase();
    try {
      await using product = await startProduct({
        env: {
          DATABASE_URL: database.url,
          COLLECTION_TYPES: '0x2::cards::Card',
          SUI_TRANSPORT: 'jsonrpc',
          SUI_URL: `http://127.0.0.1:${port}/v2/${PATH_KEY}/?key=${QUERY_KEY}`,
          SUI_API_KEY: HEADER_KEY!,
          LOG_LEVEL: 'trace',
        },
      });
      const wallet = `0x${'5'.repeat(64)}`;
      const answers = await Promise.all([
        fetch(`${product.url}/api/nfts/sync/${wallet}`, { method: 'POST' }),
        ...['/readyz', '/metrics', '/api/settings', `/api/wallets/${wallet}/balances`].map((path) =>
          fetch(product.url + path),
        ),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 200, 200, 503]);
      const told = (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
      await product.stop();
      expect(product.logs()).toContain('the chain could not be read');
      for (const secret of [PATH_KEY, QUERY_KEY, HEADER_KEY]) {
        expect(told + product.logs()).not.toContain(secret);
      }
    } finally {
      await database.close();
      parrot.close();
    }
  });
});
