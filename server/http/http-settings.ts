/** What the HTTP room must know of the configuration. */
import type { Config } from '#server/start/config.ts';

export type HttpSettings = Pick<
  Config,
  'port' | 'metricsPort' | 'publicOrigin' | 'trustProxy' | 'rateLimitFactor' | 'adminWallet'
>;

/** Whether browsers reach us over https. */
export function isSecure({ publicOrigin }: Pick<Config, 'publicOrigin'>): boolean {
  return publicOrigin?.startsWith('https://') ?? false;
}
