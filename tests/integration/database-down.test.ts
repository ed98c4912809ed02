/** PostgreSQL refuses connections or writes, hangs, or is cut off: every call is answered, and service resumes at once. */
import { describe, expect, it } from 'vitest';
import { createCollectorStore } from '#server/collectors/collector-store.ts';
import { configsOf, openConnection } from '#server/db/connection.ts';
import { connectByUrl } from '#server/db/open.ts';
import { type Connect, createPool } from '#server/db/pool.ts';
import { createSql } from '#server/db/sql.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';
import { openAsServer } from '#tests/support/open-database.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const product = await forThisFile(
  startProduct({ config: { logLevel: 'silent', trustProxy: null } }),
);

describe('a server whose database accepts no connection', () => {
  it('answers 503 with words and a time to come back, then goes on', {
    tags: 'errors-1',
  }, async () => {
    const { address, client } = await product.collector('patient');
    const rename = (displayName: string) =>
      client.exchange('PATCH /api/users/{walletAddress}/profile', {
        params: { walletAddress: address },
        body: { displayName },
      });
    const calls = () =>
      Promise.all([
        rename('Too early'),
        client.exchange('GET /api/user/{address}', { params: { address } }),
        client.exchange('POST /api/auth/nonce', { body: { walletAddress: address } }),
        client.exchange('GET /api/nft-groups/{walletAddress}', {
          params: { walletAddress: address },
        }),
      ]);
    await product.shutDatabase();
    try {
      await calls(); // what was on its way when the connections ended
      for (const { status, body, headers } of await calls()) {
        expect({ status, body }).toEqual({
          status: 503,
          body: { error: expect.stringMatching(/^\S.*\.$/), reason: 'storage-away' },
        });
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      expect((await send(product, 'GET', '/healthz')).status).toBe(200);
    } finally {
      await product.openDatabase();
    }
    expect((await rename('In time')).status).toBe(200);
    expect(await client.user()).toMatchObject({ displayName: 'In time' });
  });
});

describe('a database that lets nobody in', () => {
  it('counts as away, with whatever code it says so', async () => {
    const url = new URL(product.databaseUrl);
    url.pathname = 'template0'; // closed to everybody, as another one while somebody works on it
    const sql = connectByUrl(url.href);
    await expect(sql`SELECT 1`).rejects.toMatchObject({ code: '55000', isAway: true });
    await sql.end();
  });
});

describe('a server whose connections were opened while the database took no writes', () => {
  // As behind an address that led to a standby, or where a provider allows no writes to a full disk.
  const operator = product.sql.apart({
    connections: 1,
    settings: { default_transaction_read_only: 'off' },
  });

  it('answers writes with 503, and writes again once the database does', async () => {
    const { client } = await product.collector('read only');
    const rename = (name: string) => outcomeOf(client.rename(name));
    const name = operator(new URL(product.databaseUrl).pathname.slice(1));
    await operator`ALTER DATABASE ${name} SET default_transaction_read_only = on`;
    await operator`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await expect.poll(() => rename('Too early')).toBe('503 storage-away');
    expect(await client.user()).toBeDefined();
    // Its use is due to be recorded: that can wait.
    await product.clock.advance(61_000);
    expect(await outcomeOf(client.cards())).toBe('ok');
    // Proxies go on sending calls: what is read is answered.
    const ready = async () => {
      const { status, body } = await send(product, 'GET', '/readyz?exclude=chain');
      return [status, body];
    };
    await expect.poll(ready).toEqual([200, { status: 'ok', database: true, writes: false }]);
    await operator`ALTER DATABASE ${name} RESET default_transaction_read_only`;
    await expect.poll(() => rename('Written again')).toBe('ok');
  });
});

describe('a start on a database that takes no writes', () => {
  it('says so in words that tell of a standby', async () => {
    const databaseUrl = `${product.databaseUrl}&options=-cdefault_transaction_read_only%3Don`;
    await expect(openAsServer({ databaseUrl })).rejects.toThrow(
      /^DATABASE_URL: the database at postgres:\S+ cannot be used \(it takes no writes: it is a standby, or was set to be read only\)\.$/,
    );
  });
});

describe('a connection on which no answer comes', () => {
  const open = (
    silentMs: number,
    events: Parameters<Connect>[0] = { onAnswer() {}, onEnd() {} },
  ) => {
    const [config] = configsOf(product.databaseUrl, []);
    return openConnection(config!, { ...events, onNotice() {} }, silentMs);
  };

  it('is given up, with everything that waits on it', async () => {
    const connection = await open(200);
    const lines = ['SELECT pg_sleep(60)', 'SELECT 1', 'SELECT 2'].map((text) =>
      connection.send({ text }),
    );
    for (const ended of await Promise.allSettled(lines)) {
      expect(ended).toMatchObject({ status: 'rejected', reason: { isAway: true } });
    }
    expect(connection.isRetired()).toBe(true);
  });

  it('is kept while answers come, and where a long wait was announced', async () => {
    const connection = await open(300);
    const steps = Array.from({ length: 5 }, () =>
      connection.send({ text: 'SELECT pg_sleep(0.1)' }),
    );
    await Promise.all(steps);
    connection.isTaken = true;
    connection.silentMs = Number.POSITIVE_INFINITY;
    await connection.send({ text: 'SELECT pg_sleep(0.6)' });
    connection.release();
    await connection.close();
  });

  it('is kept for as long as the totals of the home page may take', { tags: 'S3' }, async () => {
    const pool = createPool((events) => open(300, events));
    const sql = createSql(pool, () => pool);
    const totals = await product.sql.begin(async (tx) => {
      await tx`LOCK TABLE holdings`;
      const counting = createCollectorStore(sql).totals([], new Date());
      await tx`SELECT pg_sleep(0.9)`;
      return { counting };
    });
    expect(await totals.counting).toMatchObject({ cards: 0 });
    await sql.end();
  });
});
