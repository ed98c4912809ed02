/** What the HTTP room must know of the configuration. */
export interface HttpSettings {
  readonly port: number;
  /** Our address as browsers see it, without a path; null: localhost on our own port. */
  readonly publicOrigin: string | null;
  /** Multiplies every allowance (load tests). */
  readonly rateLimitFactor: number;
  /**
   * Whose `X-Forwarded-For` is believed: false for nobody, or a comma list of proxies' addresses
   * and networks. Believing it without a proxy in front lets a caller choose their own address.
   */
  readonly trustProxy: false | string;
}

/** Whether browsers reach us over https. */
export function isSecure(settings: HttpSettings): boolean {
  return settings.publicOrigin?.startsWith('https://') ?? false;
}
