/** The part of the configuration that the page must know. Nothing in it is secret. */
import type { PublicSettings, settingsRoutes } from '#contract/settings.ts';
import type { Config } from '#server/start/config.ts';
import type { Handlers } from './handlers.ts';

type Shown = Pick<
  Config,
  'isDemo' | 'sui' | 'adminWallet' | 'ipfsGateways' | 'explorerTemplate' | 'links'
>;

export function publicSettings(config: Shown): PublicSettings {
  return {
    isDemo: config.isDemo,
    network: config.sui.network,
    adminWallet: config.adminWallet,
    ipfsGateways: [...config.ipfsGateways],
    explorerTemplate: config.explorerTemplate,
    links: { ...config.links },
  };
}

export function settingsHandlers(settings: PublicSettings): Handlers<keyof typeof settingsRoutes> {
  return { 'GET /api/settings': async () => settings };
}
