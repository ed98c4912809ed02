/** A product with only what sign-in needs, over real HTTP and a real database. */
import { CallRefusedError, Client, type MessageSigner } from '#demo/client.ts';
import { createApp } from '#server/app.ts';
import type { SigningChain } from '#server/sessions/signatures.ts';
import type { Config } from '#server/start/config.ts';
import { type Chain, ChainUnreachableError } from '#server/sui/chain.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { listenOn, testAppParts } from './app-parts.ts';
import { startDatabase } from './database.ts';
import type { TestWallet } from './signers.ts';

/** A chain that takes every zkLogin proof, while it answers. */
class SwitchedChain implements SigningChain {
  isUp = true;

  async epoch(): Promise<bigint> {
    if (!this.isUp) throw new ChainUnreachableError('switched off');
    return 7n;
  }

  async verifyPersonalMessage(): Promise<boolean> {
    if (!this.isUp) throw new ChainUnreachableError('switched off');
    return true;
  }
}

export async function startSignInProduct(changed: Partial<Config> = {}) {
  const database = await startDatabase();
  const clock = new ManualClock();
  const chain = new SwitchedChain();
  const parts = testAppParts(database.sql, changed);
  const app = createApp({
    ...parts,
    // Sign-in calls nothing else of the chain.
    chain: chain as SigningChain as Chain,
    clock,
  });
  const { sessions } = app;
  const { port, origin } = await listenOn(app);
  return {
    origin,
    port,
    clock,
    chain,
    sessions,
    bus: parts.bus,
    sql: database.sql,
    client: (wallet?: TestWallet) =>
      new Client({ origin, ...(wallet ? { signer: signerOf(wallet) } : {}) }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export type SignInProduct = Awaited<ReturnType<typeof startSignInProduct>>;

/** The body of POST /api/auth/verify. */
interface Signed {
  walletAddress: string;
  signature: string;
  ticket?: string;
}

export async function askAndSign(product: SignInProduct, wallet: TestWallet) {
  const client = product.client();
  const { message, ticket } = await client.call('POST /api/auth/nonce', {
    body: { walletAddress: wallet.address },
  });
  const signature = await wallet.signMessage(message);
  return { client, message, body: { walletAddress: wallet.address, signature, ticket } };
}

/** Sends a signature. Returns 'in', or status and reason of the refusal. */
export async function answerTo(client: Client, body: Signed, headers = {}): Promise<string> {
  const answer = await client.exchange('POST /api/auth/verify', { body }, headers);
  if (answer.status === 200) return 'in';
  const refused = new CallRefusedError('verify', answer);
  return `${refused.status} ${refused.reason}`;
}

function signerOf(wallet: TestWallet): MessageSigner {
  return {
    toSuiAddress: () => wallet.address,
    signPersonalMessage: async (bytes) => ({
      signature: await wallet.signMessage(new TextDecoder().decode(bytes)),
    }),
  };
}
