/** The settings that the HTTP room and the page need. */
import type { PublicSettings, settingsRoutes } from '#contract/settings.ts';
import type { Config } from '#server/start/config.ts';
import type { Handlers } from './handlers.ts';

export type HttpSettings = Pick<
  Config,
  | 'host'
  | 'port'
  | 'metricsPort'
  | 'publicOrigin'
  | 'trustProxy'
  | 'rateLimitFactor'
  | 'adminWallet'
>;

/** Whether browsers use https. */
export function isSecure({ publicOrigin }: Pick<Config, 'publicOrigin'>): boolean {
  return publicOrigin?.startsWith('https://') ?? false;
}

/** Contains no secret. */
export function publicSettings(config: Config): PublicSettings {
  return {
    isDemo: config.isDemo,
    network: config.sui.network,
    adminWallet: config.adminWallet,
    ipfsGateways: [...config.ipfsGateways],
    webWallet: config.webWallet,
    hasServiceWorker: config.hasServiceWorker,
    explorerTemplate: config.explorerTemplate,
    links: { ...config.links },
  };
}

export function createSettingsHandlers(
  settings: PublicSettings,
): Handlers<keyof typeof settingsRoutes> {
  return { 'GET /api/settings': async () => settings };
}
