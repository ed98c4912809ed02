/** Provider keys, signatures and sessions appear in no answer and no log. */
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { createEmptyWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { startDatabase } from '#tests/support/database.ts';
import { listening } from '#tests/support/listening.ts';
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
  return { port: await listening(server), close: () => server.close() };
}

describe('the address of the node', () => {
  it('is told nowhere, whatever the node answers', async () => {
    const parrot = await startParrot();
    const { port } = parrot;
    const database = await startDatabase();
    onTestFinished(async () => {
      await database.close();
      parrot.close();
    });
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
  });
});

it('the log of a whole run has no signature, ticket, session or password in it, failures included', async () => {
  const [database, node] = await Promise.all([
    startDatabase(),
    startTestNode({ ledger: createEmptyWorld() }),
  ]);
  const secrets: string[] = [];
  const keypair = personaKeypair('nobody is to know');
  const signer = {
    toSuiAddress: () => keypair.toSuiAddress(),
    async signPersonalMessage(message: Uint8Array) {
      const signed = await keypair.signPersonalMessage(message);
      secrets.push(signed.signature);
      return signed;
    },
  };
  onTestFinished(async () => {
    await database.close();
    await node.close();
  });
  await using product = await startProduct({
    env: {
      DATABASE_URL: database.url,
      COLLECTION_TYPES: DEMO_CARD_TYPE,
      SUI_URL: node.url,
      LOG_LEVEL: 'trace',
    },
  });
  const client = new Client({ origin: product.url, signer });
  await client.signIn();
  secrets.push(client.cookie!.split('=')[1]!);
  const { walletAddress } = client;
  const headers = { 'x-request-id': 'as-the-proxy-says' };
  const rename = { params: { walletAddress }, body: { displayName: 'Ada' } };
  await client.exchange('PATCH /api/users/{walletAddress}/profile', rename);
  await client.exchange('POST /api/nfts/sync/{address}', { params: { address: walletAddress } });
  const { ticket } = await client.call('POST /api/auth/nonce', { body: { walletAddress } });
  secrets.push(ticket);
  const wrong = `${'A'.repeat(40)}${'b'.repeat(40)}`;
  secrets.push(wrong);
  const body = { walletAddress, signature: wrong, ticket };
  await client.exchange('POST /api/auth/verify', { body });
  // From here on a sign-in is a fault of ours, and the log has it.
  await database.sql`ALTER TABLE open_sign_ins RENAME TO gone`;
  const failed = await client.exchange('POST /api/auth/verify', { body }, headers);
  expect(failed.status).toBe(500);
  await product.stop();
  expect(product.logs()).toContain('"requestId":"as-the-proxy-says"');
  for (const secret of secrets) expect(product.logs()).not.toContain(secret);
  expect(secrets).toHaveLength(4);
});
