import type { HttpSettings } from '#server/http/settings.ts';

/** Of a server without a proxy in front of it. */
export const HTTP_SETTINGS: HttpSettings = {
  port: 3000,
  metricsPort: null,
  host: '127.0.0.1',
  publicOrigin: null,
  trustProxy: null,
  rateLimitFactor: 1,
  adminWallet: null,
};
