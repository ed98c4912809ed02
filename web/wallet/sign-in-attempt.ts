import { call } from '#web/api/call.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { orFound } from '#web/api/or-found.ts';
import { endSession, sessionWallet } from '#web/api/session-gate.ts';
import type { SignInAttempt } from './sign-in.ts';
import { signInErrorTexts } from './sign-in-texts.ts';
import { signMessage } from './sign-message.ts';

/** Gets a message from the server, has the wallet sign it, and begins the session with the signature. */
export const attemptSignIn: SignInAttempt = async (connection, walletAddress, isWanted) => {
  try {
    const { message, ticket } = await call('POST /api/auth/nonce', {
      body: { walletAddress, keepsTicket: true },
    });
    // Meanwhile the person may have declined or disconnected, or the account may have changed.
    if (!isWanted()) return null;
    const signature = await signMessage(connection.get(), message).catch(() => null);
    // Some wallets answer a declined request without a signature, instead of failing.
    if (!signature || typeof signature !== 'string') return signInErrorTexts.refused;
    if (!isWanted()) return null;
    const verified = call('POST /api/auth/verify', { body: { walletAddress, signature, ticket } });
    const findSession = async () => (await sessionWallet()) === walletAddress || undefined;
    // The cookie can come without the rest of the answer.
    await orFound<unknown>(verified, findSession);
    const now = connection.get();
    const isHere = now.status === 'connected' && now.address === walletAddress;
    // Too late for the disconnect to end this session.
    if (!isHere) await endSession(walletAddress);
    else if ((await sessionWallet().catch(() => walletAddress)) === null) {
      return signInErrorTexts.notKept;
    }
    return null;
  } catch (error) {
    return sentenceOf(error, signInErrorTexts.failed);
  }
};
