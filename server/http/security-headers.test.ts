import { describe, expect, it } from 'vitest';
import { HTTP_SETTINGS } from '#tests/support/http-settings.ts';
import { commonHeaders, pagePolicy } from './security-headers.ts';
import type { HttpSettings } from './settings.ts';

const PUBLIC: HttpSettings = { ...HTTP_SETTINGS, publicOrigin: 'https://cards.example' };

function rules(
  settings: HttpSettings,
  imageSources: string[] = [],
  webWallet: 'slush' | null = null,
): Map<string, string[]> {
  const policy = pagePolicy({ settings, port: 3000, imageSources, webWallet });
  return new Map(
    policy.split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources];
    }),
  );
}

describe('the policy of a page', () => {
  it('lets only our own files run, and nobody frame them', { tags: 'I6' }, () => {
    const found = rules(PUBLIC);
    expect(found.get('default-src')).toEqual(["'none'"]);
    expect(found.get('script-src')).toEqual(["'self'"]);
    expect(found.get('style-src')).toEqual(["'self'"]);
    expect(found.get('frame-ancestors')).toEqual(["'none'"]);
    expect(found.get('base-uri')).toEqual(["'none'"]);
    expect([...found.values()].flat().join(' ')).not.toMatch(/unsafe|\*/);
  });

  it('lets it talk to our server alone', () => {
    expect(rules(PUBLIC).get('connect-src')).toEqual(["'self'", 'wss://cards.example']);
    expect(rules(HTTP_SETTINGS).get('connect-src')).toEqual([
      "'self'",
      'ws://localhost:3000',
      'ws://127.0.0.1:3000',
    ]);
  });

  it('opens for a web wallet in one place alone', { tags: 'wallet-22' }, () => {
    const [without, opened] = [rules(PUBLIC), rules(PUBLIC, [], 'slush')];
    expect(opened.get('connect-src')).toEqual([
      ...["'self'", 'wss://cards.example'],
      'https://api.slush.app',
    ]);
    opened.set('connect-src', without.get('connect-src') ?? []);
    expect([...opened]).toEqual([...without]);
  });

  it('lets pictures come from https and from configured gateways', () => {
    const sources = [
      'http://gateway.local:8080/ipfs/{cid}',
      'https://x.example',
      '/demo/ipfs/{cid}',
    ];
    expect(rules(HTTP_SETTINGS, sources).get('img-src')).toEqual([
      ...["'self'", 'data:', 'blob:', 'https:'],
      'http://gateway.local:8080',
    ]);
  });

  it('asks for https where there is https', () => {
    expect(rules(PUBLIC).has('upgrade-insecure-requests')).toBe(true);
    expect(rules(HTTP_SETTINGS).has('upgrade-insecure-requests')).toBe(false);
    expect(new Map(commonHeaders(PUBLIC)).get('strict-transport-security')).toMatch(/^max-age=/);
    expect(new Map(commonHeaders(HTTP_SETTINGS)).has('strict-transport-security')).toBe(false);
  });
});
