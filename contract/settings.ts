/** The part of the server's configuration that the page needs. Public, so without secrets. */
import { z } from 'zod';
import { anyone, type Route } from './route.ts';

const Link = z.string().nullable();

export const PublicSettings = z.object({
  isDemo: z.boolean(),
  network: z.string(),
  adminWallet: z.string().nullable(),
  ipfsGateways: z.array(z.string()),
  /** Offered beside the wallets of the browser. */
  webWallet: z.enum(['slush']).nullable(),
  /** Whether the page registers its service worker; otherwise it removes one. */
  hasServiceWorker: z.boolean(),
  /** `{network}` and `{id}` are filled in by the page. */
  explorerTemplate: z.string(),
  links: z.object({
    chart: Link,
    launchpad: Link,
    marketplace: Link,
    chat: Link,
    microblog: Link,
    channel: Link,
  }),
});
export type PublicSettings = z.output<typeof PublicSettings>;

export const settingsRoutes = {
  'GET /api/settings': {
    summary: 'Public settings of this installation; also written into the page.',
    access: anyone,
    allowance: 'read',
    answer: PublicSettings,
    revalidated: true,
  },
} as const satisfies Record<string, Route>;
