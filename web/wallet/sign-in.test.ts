import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Address } from '#rules/address.ts';
import { accountOf, addressOf, TestWallet, testConnection } from '#tests/support/test-wallet.ts';
import { HttpError } from '#web/api/http-error.ts';
import {
  endSession,
  SignInDeclinedError,
  signIns,
  signInThrough,
  withSession,
} from '#web/api/session-gate.ts';
import { loadSettings } from '#web/api/settings.ts';
import { createSignIn } from './sign-in.ts';
import { attemptSignIn } from './sign-in-attempt.ts';
import { signMessage } from './sign-message.ts';

/** A page with the settings in it, as the server sends it. */
const page = { getElementById: () => ({ textContent: '{"network":"mainnet"}' }) };
beforeAll(async () => void (await loadSettings(page as unknown as Document)));

interface Asked {
  message: Uint8Array;
  chain?: string;
}

const ADDRESS = addressOf('a') as Address;

/** Its signature is the message in base64. */
const modern = (sign = async ({ message }: Asked) => ({ signature: btoa(decode(message)) })) => ({
  'sui:signPersonalMessage': { version: '1.1.0', signPersonalMessage: sign },
});
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A server with the calls for signing in, and one write that needs a session. */
function serve() {
  const calls: string[] = [];
  let sessionOf: string | null = null;
  let verifying = Promise.resolve();
  let isAnswerLost = false;
  let isCookieLost = false;
  const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push(`${init.method} ${path}`);
    const body = init.body === undefined ? {} : JSON.parse(String(init.body));
    switch (path) {
      case '/api/auth/nonce':
        return answer(200, { message: `sign, ${body.walletAddress}`, ticket: 't1', expiresAt: '' });
      case '/api/auth/verify':
        if (body.ticket !== 't1' || body.signature !== btoa(`sign, ${body.walletAddress}`)) {
          return answer(401, { error: 'That signature does not belong to this wallet.' });
        }
        await verifying;
        if (!isCookieLost) sessionOf = body.walletAddress;
        if (isAnswerLost) throw new TypeError('Failed to fetch');
        return answer(200, { walletAddress: body.walletAddress });
      case '/api/auth/session':
        return sessionOf === null ? answer(401, {}) : answer(200, { walletAddress: sessionOf });
      default:
        sessionOf = null;
        return answer(200, { signedOut: true });
    }
  });
  return {
    calls,
    session: () => sessionOf,
    loseAnswer: () => {
      isAnswerLost = true;
    },
    loseCookie: () => {
      isCookieLost = true;
    },
    /** @returns lets the verification go on */
    holdVerify(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      verifying = promise;
      return resolve;
    },
  };
}

async function setUp(wallet = new TestWallet({ more: modern() })) {
  const { connection } = testConnection([wallet]);
  const signIn = createSignIn(connection);
  signInThrough(signIn.ensureSession);
  await connection.connect();
  return { connection, signIn };
}

let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve();
});
afterEach(() => void vi.unstubAllGlobals());

/** A write as features make it. */
async function write() {
  if (server.session() === null) throw new HttpError(401, 'Unauthorized', '');
  return `written as ${server.session()}`;
}

type SignIn = Awaited<ReturnType<typeof setUp>>['signIn'];

/** Until the dialog waits for the person. */
const asking = (signIn: SignIn) =>
  vi.waitFor(() => expect(signIn.state.get().status).toBe('asking'));

/** The first write, which the person agrees to sign for. */
async function firstWrite(signIn: SignIn): Promise<string> {
  const written = withSession(write);
  await asking(signIn);
  await signIn.accept(attemptSignIn);
  return written;
}

/** What is said, and asked again, after a wallet signed like this; then the person declines. */
async function problemWith(
  sign: (asked: Asked) => Promise<{ signature: string }>,
): Promise<unknown> {
  const { signIn } = await setUp(new TestWallet({ more: modern(sign) }));
  const outcome = expect(withSession(write)).rejects.toBeInstanceOf(SignInDeclinedError);
  await asking(signIn);
  await signIn.accept(attemptSignIn);
  const { status, ...said } = signIn.state.get();
  expect(status).toBe('asking');
  signIn.decline();
  await outcome;
  expect(server.session()).toBeNull();
  return 'problem' in said ? said.problem : null;
}

describe('signing in', () => {
  it('the first write asks for the signature, then goes on', { tags: 'I4' }, async () => {
    const { signIn } = await setUp();
    const before = signIns.get();
    expect(await firstWrite(signIn)).toBe(`written as ${addressOf('a')}`);
    expect(signIn.state.get().status).toBe('idle');
    expect(signIns.get(), 'sockets open again, as whoever signed in').toBe(before + 1);
    expect(server.calls).toEqual([
      'POST /api/auth/nonce',
      'POST /api/auth/verify',
      'GET /api/auth/session',
    ]);
  });

  it('asks for no second signature when only the answer to the first is lost', {
    tags: 'I4',
  }, async () => {
    const { signIn } = await setUp();
    server.loseAnswer();
    expect(await firstWrite(signIn)).toBe(`written as ${addressOf('a')}`);
  });

  it('a write that is refused only after another one has signed in asks for no second signature', {
    tags: 'I4',
  }, async () => {
    const { signIn } = await setUp();
    const before = signIns.get();
    const { promise: slowLine, resolve } = Promise.withResolvers<void>();
    const slow = withSession(async () => {
      const isRefused = server.session() === null;
      await slowLine;
      if (isRefused) throw new HttpError(401, 'Unauthorized', '');
      return write();
    });
    await firstWrite(signIn);
    resolve();
    expect(await slow).toBe(`written as ${addressOf('a')}`);
    expect(signIns.get()).toBe(before + 1);
  });

  it('a browser that keeps no cookies is told so, and no signature is asked for', async () => {
    const { signIn } = await setUp();
    vi.stubGlobal('navigator', { cookieEnabled: false });
    await expect(withSession(write)).rejects.toThrow('Your browser keeps no cookies');
    expect(signIn.state.get().status).toBe('idle');
  });

  it('a session that the browser or a proxy does not keep is told, not asked for again', async () => {
    server.loseCookie();
    const sign = async ({ message }: Asked) => ({ signature: btoa(decode(message)) });
    expect(await problemWith(sign)).toBe(
      'You signed, but your browser, or a proxy before it, did not keep the session. Nothing was changed.',
    );
  });

  it('with a session nothing is asked; two writes at once share one signature', async () => {
    const { signIn } = await setUp();
    const both = Promise.all([withSession(write), withSession(write)]);
    await asking(signIn);
    await signIn.accept(attemptSignIn);
    await both;
    await withSession(write);
    expect(server.calls.filter((call) => call.endsWith('verify'))).toHaveLength(1);
  });

  it('a session that ran out is renewed without explaining it again', async () => {
    const { signIn } = await setUp();
    await firstWrite(signIn);
    await endSession(ADDRESS);
    expect(await withSession(write)).toBe(`written as ${addressOf('a')}`);
  });

  it.each(['not-yours', 'not-admin'])(
    'the session of another wallet, which another tab began (%s), is replaced by a signature; once',
    { tags: 'I5' },
    async (reason) => {
      const { signIn } = await setUp();
      const refused = vi.fn(async () => {
        throw new HttpError(403, 'Forbidden', JSON.stringify({ error: 'No.', reason }));
      });
      const written = withSession(refused).catch((error: unknown) => error);
      await asking(signIn);
      await signIn.accept(attemptSignIn);
      expect(await written).toMatchObject({ reason });
      expect(refused).toHaveBeenCalledTimes(2);
    },
  );

  it('a refusal for another reason asks for no signature', async () => {
    const { signIn } = await setUp();
    const refused = new HttpError(403, 'Forbidden', JSON.stringify({ reason: 'no-cards' }));
    await expect(withSession(() => Promise.reject(refused))).rejects.toBe(refused);
    expect(signIn.state.get().status).toBe('idle');
  });

  it('a signature refused in the wallet can be tried again; declining leaves all as it was', async () => {
    const refusing = () => Promise.reject(new Error('rejected'));
    expect(await problemWith(refusing)).toBe('The message was not signed. Nothing was changed.');
  });

  it('a wallet that answers without a signature has not signed', async () => {
    for (const answer of [{}, { signature: 42 }, { signature: '' }, undefined]) {
      const nonsense = async () => answer as { signature: string };
      expect(await problemWith(nonsense)).toBe('The message was not signed. Nothing was changed.');
    }
    expect(server.calls).not.toContain('POST /api/auth/verify');
  });

  it('what the server refuses is said in its own words', async () => {
    const forging = async () => ({ signature: 'forged' });
    const words = 'That signature does not belong to this wallet.';
    expect(await problemWith(forging)).toBe(words);
  });

  it('switching the account while the question stands takes the question back', async () => {
    const wallet = new TestWallet({ more: modern() });
    const { signIn } = await setUp(wallet);
    const outcome = expect(withSession(write)).rejects.toBeInstanceOf(SignInDeclinedError);
    await asking(signIn);
    wallet.show(accountOf('b'));
    await outcome;
    expect(signIn.state.get().status).toBe('idle');
  });

  it('a write that is refused only after the account was switched asks the next one for nothing', {
    tags: 'I4',
  }, async () => {
    const wallet = new TestWallet({ more: modern() });
    const { signIn } = await setUp(wallet);
    const { promise: slowLine, resolve } = Promise.withResolvers<void>();
    const slow = vi.fn(() => slowLine.then(write));
    const outcome = expect(withSession(slow)).rejects.toBeInstanceOf(SignInDeclinedError);
    wallet.show(accountOf('b'));
    resolve();
    await outcome;
    expect(signIn.state.get().status).toBe('idle');
    expect(slow).toHaveBeenCalledOnce();
  });

  it('who declines before the wallet was asked is not asked to sign', async () => {
    const sign = vi.fn(async () => ({ signature: 'none' }));
    const { signIn } = await setUp(new TestWallet({ more: modern(sign) }));
    const outcome = expect(withSession(write)).rejects.toBeInstanceOf(SignInDeclinedError);
    await asking(signIn);
    const accepted = signIn.accept(attemptSignIn);
    signIn.decline();
    await accepted;
    await outcome;
    expect(sign).not.toHaveBeenCalled();
  });

  it('a disconnect while the signature is verified leaves no session', { tags: 'I4' }, async () => {
    const { connection, signIn } = await setUp();
    const verified = server.holdVerify();
    const outcome = expect(withSession(write)).rejects.toBeInstanceOf(SignInDeclinedError);
    await asking(signIn);
    const accepted = signIn.accept(attemptSignIn);
    await vi.waitFor(() => expect(server.calls).toContain('POST /api/auth/verify'));
    await connection.disconnect();
    expect(await endSession(ADDRESS)).toBe(false);
    verified();
    await accepted;
    await outcome;
    expect(server.session()).toBeNull();
  });

  it('a wallet that cannot sign stays read-only and says why', {
    tags: ['errors-22', 'wallet-20'],
  }, async () => {
    const { connection } = await setUp(new TestWallet());
    await expect(withSession(write)).rejects.toThrow("Wallet doesn't support message signing");
    await connection.disconnect();
    await expect(withSession(write)).rejects.toThrow('Wallet not connected');
  });

  it('ending a session tells whether there was one', async () => {
    const { signIn } = await setUp();
    expect(await endSession(ADDRESS)).toBe(false);
    expect(server.calls).not.toContain('POST /api/auth/logout');
    await firstWrite(signIn);
    expect(await endSession(addressOf('b') as Address)).toBe(false);
    expect(server.session()).toBe(ADDRESS);
    expect(await endSession(ADDRESS)).toBe(true);
    expect(server.session()).toBeNull();
  });

  it('the newer feature is asked for the chain; the older one serves where it is the only one', {
    tags: 'wallet-18',
  }, async () => {
    const asked: Asked[] = [];
    const newer = await setUp(
      new TestWallet({
        more: modern(async (input) => {
          asked.push(input);
          return { signature: 'new' };
        }),
      }),
    );
    expect(await signMessage(newer.connection.get(), 'hello')).toBe('new');
    expect(asked[0]).toMatchObject({ chain: 'sui:mainnet' });
    expect(decode(asked[0]!.message)).toBe('hello');

    const older = await setUp(
      new TestWallet({
        more: {
          'sui:signMessage': {
            version: '1.0.0',
            signMessage: async ({ message }: Asked) => ({
              messageBytes: decode(message),
              signature: 'old',
            }),
          },
        },
      }),
    );
    expect(await signMessage(older.connection.get(), 'hello')).toBe('old');
    await expect(signMessage({ status: 'disconnected' }, 'hello')).rejects.toThrow(
      'Wallet not connected',
    );
  });
});
