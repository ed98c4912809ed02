/** Public settings of the installation: demo mode, links, gateways. Loaded once, before the first render. */
import type { PublicSettings } from '#contract/settings.ts';
import { call } from './call.ts';

let known: PublicSettings | null = null;

/** From the HTML of the page; the dev server does not write them there, then by a call. */
export async function loadSettings(page: Document): Promise<PublicSettings> {
  known = written(page) ?? (await call('GET /api/settings'));
  return known;
}

/** For rendering on the server, where no page holds them. */
export function setSettings(settings: PublicSettings): void {
  known = settings;
}

function written(page: Document): PublicSettings | null {
  const text = page.getElementById('settings')?.textContent?.trim() ?? '';
  return text.startsWith('{') ? (JSON.parse(text) as PublicSettings) : null;
}

export function settings(): PublicSettings {
  if (known === null) throw new Error('settings are read before they were loaded');
  return known;
}

/** Link to a wallet in the configured explorer; explorers that tell objects from accounts do so in the path. */
export function walletLink(address: string): string {
  return explorerLink(address).replace('/object/', '/account/');
}

export function explorerLink(objectId: string): string {
  const { explorerTemplate, network } = settings();
  return explorerTemplate.replace('{network}', network).replace('{id}', objectId);
}
