/** The life of a session: cookie, row, use, expiry, signing out. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '#demo/client.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import {
  askAndSign,
  type SignInProduct,
  startSignInProduct,
} from '#tests/support/sign-in-product.ts';
import { ed25519Wallet, type TestWallet } from '#tests/support/signers.ts';

const DAY = 24 * 60 * 60 * 1000;

const product = await forThisFile(startSignInProduct());

async function signedIn(wallet: TestWallet = ed25519Wallet()): Promise<Client> {
  const client = product.client(wallet);
  await client.signIn();
  return client;
}

const statusOf = async (client: Client, cookie?: string | null) => {
  const more = cookie ? { cookie } : {};
  return (await client.exchange('GET /api/auth/session', {}, more)).status;
};

async function rowOf(client: Client) {
  const [row] = await product.sql<{ text: string }[]>`
    SELECT sessions::text AS text FROM sessions WHERE wallet_address = ${client.walletAddress}`;
  return row;
}

describe('the cookie', () => {
  const setCookie = async (started: SignInProduct): Promise<string | undefined> => {
    const { client, body } = await askAndSign(started, ed25519Wallet());
    const answer = await client.exchange('POST /api/auth/verify', { body });
    return answer.headers['set-cookie']?.[0];
  };

  it('is for our server alone and lasts as long as a session can', { tags: 'I3' }, async () => {
    expect(await setCookie(product)).toMatch(
      /^mainz_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is Secure and bound to the host over https', async () => {
    const secure = await startSignInProduct({ publicOrigin: 'https://cards.example' });
    onTestFinished(() => secure.close());
    expect(await setCookie(secure)).toMatch(
      /^__Host-mainz_session=.*; Path=\/; .*; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { message } = await askAndSign(secure, ed25519Wallet());
    expect(message).toMatch(/^cards\.example wants you /);
    expect(message).toContain('\nURI: https://cards.example\n');
  });

  it('holds a token of which the database knows only a hash', { tags: 'I3' }, async () => {
    const client = await signedIn();
    const token = client.cookie?.split('=')[1] ?? '';
    const text = (await rowOf(client))?.text;
    expect(text).not.toContain(token);
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });
});

describe('a session', () => {
  it('is required: 401 without one, and with a made-up one', async () => {
    const visitor = product.client();
    expect(await statusOf(visitor)).toBe(401);
    for (const token of ['x', 'A'.repeat(43), "' OR 1=1 --", 'A'.repeat(4000)]) {
      expect(await statusOf(visitor, `mainz_session=${token}`)).toBe(401);
    }
  });

  it('ends on the server when its wallet signs out; the cookie goes too', {
    tags: 'I3',
  }, async () => {
    const client = await signedIn();
    const { cookie } = client;
    expect(await statusOf(client)).toBe(200); // remembered by the server
    await client.signOut();
    expect(client.cookie).toBeNull();
    expect(await statusOf(product.client(), cookie)).toBe(401);
    expect(await rowOf(client)).toBeUndefined();
    await client.signOut();
  });

  it('is over for a call whose body comes after its wallet signed out', {
    tags: 'I3',
  }, async () => {
    const client = await signedIn();
    expect(await statusOf(client)).toBe(200); // remembered by the server: the call below is admitted at once
    const path = `/api/users/${client.walletAddress}/profile`;
    const headers = { cookie: client.cookie!, 'content-type': 'application/json' };
    const call = request(product.origin + path, {
      method: 'PATCH',
      headers: { ...headers, expect: '100-continue' },
    });
    const response = once(call, 'response') as Promise<[IncomingMessage]>;
    call.flushHeaders();
    await once(call, 'continue');
    await client.signOut();
    await sleep(600); // the session of a call whose body is there at once is looked for once
    call.end('{"displayName":"Too late"}');
    const [answer] = await response;
    answer.resume();
    expect(answer.statusCode).toBe(401);
  });

  it('is a new one after each sign-in, and the one before is over', async () => {
    const wallet = ed25519Wallet();
    const client = await signedIn(wallet);
    const before = client.cookie;
    expect(await statusOf(client)).toBe(200); // remembered by the server
    await client.signIn();
    expect(client.cookie).not.toBe(before);
    expect(await statusOf(product.client(), before)).toBe(401);
    expect(await statusOf(client)).toBe(200);
  });

  it('is announced as ended once, and never for a made-up cookie', async () => {
    const told: string[] = [];
    product.bus.subscribe('session-ended', ({ key }) => void told.push(key));
    const wallet = ed25519Wallet();
    const client = await signedIn(wallet);
    const madeUp = { cookie: `mainz_session=${'A'.repeat(43)}` };
    await product.client().exchange('POST /api/auth/logout', {}, madeUp);
    const { body } = await askAndSign(product, wallet);
    await product.client().exchange('POST /api/auth/verify', { body }, madeUp);
    expect(told).toEqual([]);
    await client.signIn();
    await client.signOut();
    await client.signOut();
    expect(told).toHaveLength(2);
  });

  it('goes on in another browser when one signs out', async () => {
    const wallet = ed25519Wallet();
    const [one, two] = [await signedIn(wallet), await signedIn(wallet)];
    await one.signOut();
    expect(await statusOf(two)).toBe(200);
  });

  it('is over after 7 days without use', { tags: 'I3' }, async () => {
    const [idle, used] = [await signedIn(), await signedIn()];
    await product.clock.advance(4 * DAY);
    expect(await statusOf(used)).toBe(200);
    await product.clock.advance(3 * DAY);
    expect(await statusOf(idle)).toBe(401);
    expect(await statusOf(used)).toBe(200);
  });

  it('is over after 30 days however much it is used', { tags: 'I3' }, async () => {
    const client = await signedIn();
    for (let day = 0; day < 30; day += 5) {
      expect(await statusOf(client)).toBe(200);
      await product.clock.advance(5 * DAY);
    }
    expect(await statusOf(client)).toBe(401);
  });
});

describe('the sweep', () => {
  it('deletes what is over and nothing else', async () => {
    const count = async () => {
      const [row] = await product.sql<{ sessions: number; messages: number }[]>`
        SELECT (SELECT count(*) FROM sessions) AS sessions,
          (SELECT count(*) FROM open_sign_ins) AS messages`;
      return row;
    };
    await signedIn();
    await askAndSign(product, ed25519Wallet());
    await product.clock.advance(7 * DAY);
    const live = await signedIn();
    await askAndSign(product, ed25519Wallet());
    await product.sessions.sweep();
    expect(await count()).toEqual({ sessions: 1, messages: 1 });
    expect(await statusOf(live)).toBe(200);
  });
});
