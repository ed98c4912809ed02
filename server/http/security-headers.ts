/** Security headers (I6). */
import { ownOrigins } from '#server/start/config.ts';
import type { InlineSources } from './pages/prerendered-html.ts';
import { type HttpSettings, isSecure } from './settings.ts';

/** On every answer. */
export function commonHeaders(settings: HttpSettings): [name: string, value: string][] {
  const headers: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
  ];
  if (isSecure(settings)) headers.push(['strict-transport-security', 'max-age=31536000']);
  return headers;
}

/** On pages: no device access, and no other window may reach in. */
export const PAGE_HEADERS: readonly [name: string, value: string][] = [
  [
    'permissions-policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=()',
  ],
  // Web wallets open a window and answer through it.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
];

export interface PagePolicy {
  readonly settings: HttpSettings;
  /** Port really listened on. */
  readonly port: number;
  /** Templates of IPFS gateways. */
  readonly imageSources: readonly string[];
  /** Inline scripts and styles of the page. */
  readonly inline?: InlineSources;
  readonly webWallet: 'slush' | null;
}

/** The address that a web wallet's code calls. */
const WEB_WALLET_SOURCES = { slush: 'https://api.slush.app' };

/**
 * The Content-Security-Policy of our pages. Scripts and styles come from our own files or are allowed by hash.
 * Pictures may come from any https address, because a card names its own.
 */
export function pagePolicy({
  settings,
  port,
  imageSources,
  inline,
  webWallet,
}: PagePolicy): string {
  const sockets = ownOrigins(settings, port).map((origin) => origin.replace(/^http/, 'ws'));
  const gateways = imageSources.filter((link) => /^http:/.test(link)).map(originOf);
  const webWalletSources = webWallet === null ? [] : [WEB_WALLET_SOURCES[webWallet]];
  const rules = [
    "default-src 'none'",
    ["script-src 'self'", ...(inline?.scripts ?? [])].join(' '),
    ["style-src 'self'", ...(inline?.styles ?? [])].join(' '),
    `img-src ${["'self'", 'data:', 'blob:', 'https:', ...new Set(gateways)].join(' ')}`,
    "font-src 'self'",
    // 'self' does not cover sockets in every browser.
    `connect-src ${["'self'", ...sockets, ...webWalletSources].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  if (isSecure(settings)) rules.push('upgrade-insecure-requests');
  return rules.join('; ');
}

/** For SVG files: nothing runs if somebody opens one directly. */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; sandbox";

/** For the service worker: it fetches our own files and nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

function originOf(link: string): string {
  return new URL(link.replace(/[{}]/g, '')).origin;
}
