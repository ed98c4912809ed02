import { describe, expect, it } from 'vitest';
import { readSessionToken } from './session-cookie.ts';

const TOKEN = 'a'.repeat(43);

describe('the session cookie', () => {
  it('is found among others, and only under the name for this kind of connection', () => {
    const header = `theme=dark; mainz_session=${TOKEN}; x=__Host-mainz_session=no`;
    expect(readSessionToken(header, false)).toBe(TOKEN);
    expect(readSessionToken(header, true)).toBeNull();
    expect(readSessionToken(`x=y;\tmainz_session=${TOKEN}`, false)).toBe(TOKEN);
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
    // A browser takes these for other names, and so lets another site of the domain set them.
    `\xa0mainz_session=${TOKEN}`,
    `x=y; \xa0mainz_session=${TOKEN}`,
    `mainz_session\xa0=${TOKEN}`,
    `mainz_session =${TOKEN}`,
    `mainz_session=${TOKEN}\xa0`,
  ])('is none in %j', (header) => {
    expect(readSessionToken(header, false)).toBeNull();
  });
});
