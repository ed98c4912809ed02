/** Where to get a wallet: four extensions for the desktop, one app for the phone. Data, so that it can change. */
export interface WalletHint {
  readonly name: string;
  readonly about: string;
  readonly link: string;
}

export const EXTENSION_HINTS: readonly WalletHint[] = [
  { name: 'Slush', about: 'From the makers of Sui', link: 'https://slush.app' },
  { name: 'Suiet', about: 'Open source, made for Sui', link: 'https://suiet.app' },
  { name: 'Nightly', about: 'Many chains, one wallet', link: 'https://nightly.app' },
  { name: 'Surf', about: 'Small and quick', link: 'https://surf.tech' },
];

export const MOBILE_HINT: WalletHint = EXTENSION_HINTS[0]!;

/** Opens our page in the app's own browser; without the app its maker's site takes over. */
export function openInMobileWallet(page: string): string {
  return `https://my.slush.app/browse/${encodeURIComponent(page)}`;
}
