import type { sessionRoutes } from '#contract/sessions.ts';
import { type Handlers, Reply } from '#server/http/handlers.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import { networkOf, wholeNetworkOf } from '#server/http/limits/networks.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

export function createSessionHandlers(
  signIn: SignIn,
  sessions: Sessions,
  { chargeNetwork }: Pick<Limits, 'chargeNetwork'>,
): Handlers<keyof typeof sessionRoutes> {
  return {
    'POST /api/auth/nonce': async ({ body, caller }) => {
      const { message, expiresAt, ticket } = await signIn.issue({
        walletAddress: body.walletAddress,
        askedFrom: body.keepsTicket ? null : networkOf(caller.ip),
        origin: caller.origin,
      });
      return { message, expiresAt: expiresAt.toISOString(), ticket };
    },

    'POST /api/auth/verify': async ({ body, caller }) => {
      const { walletAddress, signature, ticket } = body;
      const [askedFrom, wholeNetwork] = [networkOf(caller.ip), wholeNetworkOf(caller.ip)];
      const signed = { walletAddress, signature, ticket, askedFrom, wholeNetwork };
      await signIn.verify(signed, () => chargeNetwork('chain check', caller.ip));
      const sessionCookie = await sessions.begin(walletAddress, caller.sessionToken);
      return new Reply({ walletAddress }, { sessionCookie });
    },

    'GET /api/auth/session': async ({ caller }) => ({ walletAddress: caller.wallet }),

    'POST /api/auth/logout': async ({ caller }) => {
      await sessions.signOut(caller.sessionToken);
      return new Reply({ signedOut: true }, { sessionCookie: null });
    },
  };
}
