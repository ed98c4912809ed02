import { describe, expect, it } from 'vitest';
import { blockOf, networkOf, readSessionToken, writeSessionCookie } from './caller.ts';

const TOKEN = 'a'.repeat(43);

describe('the session cookie', () => {
  it('is found among others, and only under the name for this kind of connection', () => {
    const header = `theme=dark; mainz_session=${TOKEN}; x=__Host-mainz_session=no`;
    expect(readSessionToken(header, false)).toBe(TOKEN);
    expect(readSessionToken(header, true)).toBeNull();
    expect(readSessionToken(`mainz_session = ${TOKEN} ;x=y`, false)).toBe(TOKEN);
    expect(readSessionToken(`__Host-mainz_session=${TOKEN}`, true)).toBe(TOKEN);
  });

  it.each([
    undefined,
    '',
    'mainz_session',
    'mainz_session=',
    `xmainz_session=${TOKEN}`,
    'mainz_session=short',
    `mainz_session=${'a'.repeat(500)}`,
    `mainz_session="${TOKEN}"`,
    `mainz_session=no; mainz_session=${TOKEN}`,
    `x=mainz_session=${TOKEN}`,
    `mainz_session x=${TOKEN}`,
    `mainz_session=${TOKEN}%00`,
  ])('is none in %j', (header) => {
    expect(readSessionToken(header, false)).toBeNull();
  });

  it('cannot be read by scripts, sent by other sites or over plain http', () => {
    expect(writeSessionCookie({ token: TOKEN, maxAgeSeconds: 60.5 }, true)).toBe(
      `__Host-mainz_session=${TOKEN}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(writeSessionCookie({ token: TOKEN, maxAgeSeconds: 60 }, false)).toBe(
      `mainz_session=${TOKEN}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`,
    );
  });

  it('is taken away by one that is over', () => {
    expect(writeSessionCookie(null, false)).toBe(
      'mainz_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    );
  });
});

describe('the network of a caller, and the block it lies in', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', null],
    ['::ffff:192.0.2.7', '192.0.2.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['not an address', 'not an address', null],
  ])('of %s are %s and %s', (ip, network, block) => {
    expect(networkOf(ip)).toBe(network);
    expect(blockOf(ip)).toBe(block);
  });
});
