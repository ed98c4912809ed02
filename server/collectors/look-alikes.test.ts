import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseName } from '#rules/collectors.ts';
import { isAdminName, lookAlikeKeys, looksReserved } from './look-alikes.ts';

function lookTheSame(one: string, other: string): boolean {
  const keys = new Set(lookAlikeKeys(chooseName(one)));
  return lookAlikeKeys(chooseName(other)).some((key) => keys.has(key));
}

describe('two names look the same', { tags: 'collectors-13' }, () => {
  it.each([
    ['in capitals', 'Marigold', 'MARIGOLD'],
    ['in capitals of German', 'Straße', 'STRASSE'],
    ['in capitals of Greek', 'οδος', 'ΟΔΟΣ'],
    ['with a Cyrillic a', 'Marigold', 'Mаrigold'],
    ['all in Cyrillic', 'Ace', 'Асе'],
    ['with Greek capitals', 'HANNA', 'ΗΑΝΝΑ'],
    ['with Greek capitals, and those small', 'ΗΑΝΝΑ', 'ηαννα'],
    ['with Cherokee and Lisu', 'PAT', 'ᏢᎪᎢ'],
    ['full-width', 'Ace', 'Ａｃｅ'],
    ['in mathematical letters', 'Ace', '𝓐𝓬𝓮'],
    ['in small capitals', 'The fox jumps by a gold king', 'ᴛʜᴇ ꜰᴏx ᴊᴜᴍᴘꜱ ʙʏ ᴀ ɢᴏʟᴅ ᴋɪɴɢ'],
    ['in other small capitals', 'Clever Nevada Ozwq', 'ᴄʟᴇᴠᴇʀ ɴᴇᴠᴀᴅᴀ ᴏᴢᴡꞯ'],
    ['with a small Cyrillic letter of the form of a capital', 'Roott', 'Rooтт'],
    ['with ligatures', 'Ofﬁce', 'Office'],
    ['with an O for a 0', 'Bob 10', 'Bob 1O'],
    ['with an l for a 1', 'Bob 10', 'Bob l0'],
    ['with an l for an I', 'Ivy', 'lvy'],
    ['with an l for an i in capitals', 'Ivy of Kiev', 'lVY OF KlEV'],
    ['with a stroke for an l', 'Ally', 'Al|y'],
    ['with rn for m', 'Tom', 'Torn'],
    ['with RN for M', 'TOM', 'TORN'],
    ['with vv for w', 'Owen', 'Ovven'],
    ['with an accent', 'Jose', 'José'],
    ['with a dot that is hardly seen', 'Ace', 'Aċẹ'],
    ['with a stroke through a letter', 'Soren', 'Søren'],
    ['with a mark that covers the letter', 'Ace', 'A\u0335ce'],
    ['with a Turkish i', 'Istanbul', 'İstanbul'],
    ['with other spaces', 'Ace Halloway', 'AceHalloway'],
    ['with a dot behind', 'Ace Halloway', 'Ace Halloway.'],
    ['with another dash', 'Jean-Luc', 'Jean—Luc'],
    ['with another apostrophe', "O'Neil", 'OʼNeil'],
    ['with a line below', 'Ace_Halloway', 'Ace Halloway'],
    ['with a seal behind', 'Ace Halloway', 'Ace Halloway ✅'],
    ['with another tone of an emoji', 'Ace 👍🏻', 'Ace 👍🏿'],
    ['with an emoji in the style of text', 'Ace ❤️', 'Ace ❤'],
    ['with a keycap', 'Ace 1', 'Ace 1️⃣'],
    ['with an alef for an l', 'Marigold', 'Marigo\u0627d'],
    ['with a Hebrew point below a letter', 'Ada', 'Ad\u05b4a'],
    ['with an Arabic mark above a letter', 'Ada', 'A\u0652da'],
    ['in another order, right to left', 'Ace שלום 7', 'Ace 7 שלום'],
    ['with turned brackets, right to left', 'שלום (7)', 'שלום )7('],
    ['with Arabic digits of another kind', 'محمد ٤', 'محمد ۴'],
  ])('%s', (_, one, other) => {
    expect(lookTheSame(one, other)).toBe(true);
  });
});

it('a name of before with a character that is not seen looks like the one without it', {
  tags: 'N3',
}, () => {
  for (const unseen of ['\ufffc', '\u2800', '\u{1d159}', '\u{13441}']) {
    expect(lookAlikeKeys(`Ada${unseen}`)).toEqual(lookAlikeKeys('Ada'));
  }
});

describe('two names are two', () => {
  it.each([
    ['Ann', 'Anna'],
    ['Player 2', 'Player 3'],
    ['Ace 🔥', 'Ace 🌊'],
    ['Ace 🔥', 'Ace'],
    ['Dark', 'Clark'],
    ['C++', 'C+'],
    ['कि', 'कु'],
    ['が1', 'か1'],
    ['ハハ', 'パパ'],
    ['עלי', 'יעל'],
    ['علي', 'ليع'],
    ['สวัสดี', 'สวัสดิ'],
    ['王伟', '王伟伟'],
  ])('%s and %s', (one, other) => {
    expect(lookTheSame(one, other)).toBe(false);
  });

  it('look the same though nobody would mix them up where i stands for l: both look like a capital I', () => {
    expect(lookTheSame('Maria', 'Marla')).toBe(true);
  });
});

describe('the keys of a name', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });

  it('are one to four of a fixed length, whatever the name', () => {
    fc.assert(
      fc.property(names, (name) => {
        const keys = lookAlikeKeys(name);
        expect(keys.length).toBeGreaterThan(0);
        expect(keys.length).toBeLessThanOrEqual(4);
        for (const key of keys) expect(key).toHaveLength(43);
        expect(lookAlikeKeys(name)).toEqual(keys);
      }),
      { numRuns: 300 },
    );
  });

  it('do not tell small letters from capitals', { tags: 'N3' }, () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzäöéжшя 07') });
    fc.assert(
      fc.property(letters, (name) => {
        fc.pre(name.trim() !== '');
        expect(lookTheSame(`x${name}`, `x${name}`.toUpperCase())).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a name kept for the admin', { tags: 'collectors-15' }, () => {
  it.each([
    ...[
      'admin',
      'Admin Joe',
      'THE ADMIN',
      'a d m i n',
      '★ADMIN★',
      'adm1n',
      '4dm!n',
      '@dmin',
      'Ádmin',
    ],
    ...[
      'Аdmіn',
      'ａｄｍｉｎ',
      'adrnin',
      'admin7',
      'Moderator',
      'Mod',
      'mods',
      'The Team',
      'System',
    ],
    'MA\u0627NZ',
    'Adm\u05dfn',
    ...['Official', 'Wallet Support', 'walletsupport', 'Staff Only', 'MAINZ', 'mainz', 'The MAINZ'],
    ...[
      'МАІΝZ',
      'rnainz',
      'MAlNZ',
      'M.A.I.N.Z',
      'TheMAINZ',
      'MainzTeam2',
      'MAINZ Airdrop',
      'mainz05',
      'ᴍᴀɪɴᴢ',
      'ᴛʜᴇ ʀᴇᴀʟ ᴀᴅᴍɪɴ',
      'MAINZ™',
    ],
    ...['ᗩᗪᗰIᑎ', 'ᗰᗩIᑎᘔ', 'ΛDMIП', 'ӨFFICIΛᄂ', 'ДDМІИ', 'ΜДІИZ 2', 'ЅТДFF', '₳Đ₥ł₦', '₴Ʉ₱₱ØⱤ₮'],
    ...['卂ᗪ爪丨几', '爪卂丨几乙', 'ąđɱïŋ', 'ɱσđεŗąŧσŗ'],
    ...['🅐🅓🅜🅘🅝 1', '🅰dmin', 'The 🅼🅰🅸🅽🆉', '🇦 🇩 🇲 🇮 🇳 1'],
  ])('%s', (name) => {
    expect(isAdminName(chooseName(name))).toBe(true);
  });

  it.each([
    ...['Mainzer', 'Main Street', 'Badminton', 'Supporter', 'Modena', 'Modal', 'Stage Manager'],
    ...['Ada 🇩🇪', 'System 🇮🇹', '🅰ce'],
    ...['ΛΙΝΑ', 'ΜΑΝΔΗ', 'ДИМА', 'ИДА', 'МИЛА ₮', '几何', 'ᐃᓄᒃ', 'ᗰᗪ'],
    ...['Team Rocket', 'Robot', 'Systema', 'House of Shadows', 'Wallet Wanda', 'Bot', 'Admiral'],
  ])('is not %s', (name) => {
    expect(isAdminName(chooseName(name))).toBe(false);
  });
});

describe('a name that looks like a label or an address', { tags: 'N2' }, () => {
  it.each([
    'Usеr_00ab',
    'Üser_00ab',
    '0х1234…cdef',
    'Ox1234...cdef',
    '0xl234…cdef',
    '0x1234…сdеf',
    'ᴜꜱᴇʀ_00ᴀʙ',
    '🆄ser_00ab',
    ...['👨‍👩‍👧User_00ab', '🏴󠁧󠁢󠁥󠁮󠁧󠁿0x1234…cdef', '0✖1234…cdef', 'User一00ab'],
    ...['Usеr ̲00ab', 'Usеr̲00ab', 'Üser ̲00ab', 'Useṟ00ab'],
  ])('%s', (name) => {
    expect(looksReserved(name)).toBe(true);
  });

  it('is not one that only begins like it', () => {
    for (const name of [
      'User_12345',
      'Userland',
      'Oxide',
      'Oxford',
      '0xMarigold',
      '0x & Friends',
    ]) {
      expect([name, looksReserved(name)]).toEqual([name, false]);
    }
  });
});
