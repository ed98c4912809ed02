import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressPieces,
  csvRecord,
  EXPORT_FORMATS,
  type ExportedEntry,
  type ExportFormat,
  escapeFormula,
  exportFileName,
  exportPieces,
} from './whitelist-export.ts';

const AT = '2026-03-01T09:05:00.000Z';
const written = (format: ExportFormat, entries: readonly ExportedEntry[]) =>
  [...exportPieces(format, entries, AT)].join('');
const addresses = (entries: readonly ExportedEntry[]) => [...addressPieces(entries)].join('');

const wallet = (digit: string) => `0x${digit.repeat(64)}`;
const entry = (id: string, walletAddress: string, cards: number): ExportedEntry => ({
  id,
  walletAddress,
  entryCount: Math.floor(cards / 5),
  hasRequiredCards: id !== 'b',
  selectedNftIds: Array.from({ length: cards }, (_, n) => wallet(String(n % 10))),
  registeredAt: '2026-02-28T23:59:59.999Z',
  checkedAt: '2026-03-01T09:00:00.000Z',
});
const TWO = [entry('a', wallet('a'), 12), entry('b', wallet('b'), 5)];

/** What no server of ours answers: names of nobody, formulas, lines, quotes, any script. */
const rubbish = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('=cmd()', '+1', '-1', '@A1', 'a,b', '"', '\r\n', 'یلدا', 'オカピ', '  =x'),
  fc
    .array(
      fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', ' ', "'", '你', 'ش', 'é'),
    )
    .map((parts) => parts.join('')),
);
const anyEntry: fc.Arbitrary<ExportedEntry> = fc.record({
  id: rubbish,
  walletAddress: rubbish,
  registeredAt: rubbish,
  checkedAt: rubbish,
  selectedNftIds: fc.array(rubbish, { maxLength: 7 }),
  entryCount: fc.nat(200),
  hasRequiredCards: fc.boolean(),
});
/** Also more than one piece's worth. */
const anyList = fc.oneof(
  fc.array(anyEntry),
  fc
    .tuple(fc.array(anyEntry, { minLength: 1, maxLength: 3 }), fc.nat(700))
    .map(([some, count]) => Array.from({ length: count }, (_, n) => some[n % some.length]!)),
);

describe('csv', () => {
  it('has the four columns, a line for each registration, counts and ISO dates', {
    tags: 'whitelist-13',
  }, () => {
    expect(written('csv', TWO)).toBe(
      'Wallet Address,Entry Count,NFTs Selected,Registration Date\r\n' +
        `${wallet('a')},2,12,2026-02-28T23:59:59.999Z\r\n` +
        `${wallet('b')},1,5,2026-02-28T23:59:59.999Z\r\n`,
    );
  });

  it('is read back by another reader, in order, whatever the list holds', () => {
    fc.assert(
      fc.property(anyList, (entries) => {
        const [head, ...records] = parse(written('csv', entries), { record_delimiter: '\r\n' });
        expect(head).toHaveLength(4);
        expect(records).toEqual(
          entries.map((one) => [
            escapeFormula(one.walletAddress),
            String(one.entryCount),
            String(one.selectedNftIds.length),
            escapeFormula(one.registeredAt),
          ]),
        );
      }),
    );
  });
});

describe('json', () => {
  it('says when, how many entries, how many wallets, and every registration in full', () => {
    fc.assert(
      fc.property(anyList, (entries) => {
        expect(JSON.parse(written('json', entries))).toEqual({
          exported_at: AT,
          total_entries: entries.reduce((sum, { entryCount }) => sum + entryCount, 0),
          unique_wallets: new Set(entries.map(({ walletAddress }) => walletAddress)).size,
          entries: entries.map((one) => ({ ...one })),
        });
      }),
    );
  });

  it('is whole when the last piece is full, too', () => {
    const full = Array.from({ length: 500 }, (_, n) => entry(String(n), `0x${n}`, 5));
    expect(JSON.parse(written('json', full)).entries).toHaveLength(500);
  });

  it('is laid out for reading, a registration a line', () => {
    const lines = written('json', TWO).split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '{',
      `  "exported_at": "${AT}",`,
      '  "total_entries": 3,',
      '  "unique_wallets": 2,',
      '  "entries": [',
    ]);
    expect(lines).toHaveLength(5 + 2 + 3);
  });
});

describe('txt', () => {
  it('has header lines, then a line for each registration', { tags: 'whitelist-13' }, () => {
    expect(written('txt', TWO).split('\n')).toEqual([
      'The MAINZ Booster Pack Whitelist',
      `Exported: ${AT}`,
      'Total Entries: 3',
      'Unique Wallets: 2',
      'Registrations: 2',
      '',
      'Wallet Address | Entry Count | NFTs Selected | Registration Date',
      `${wallet('a')} | 2 | 12 | 2026-02-28T23:59:59.999Z`,
      `${wallet('b')} | 1 | 5 | 2026-02-28T23:59:59.999Z`,
      '',
    ]);
  });

  it('has exactly one line and four fields for each, whatever they hold', () => {
    fc.assert(
      fc.property(anyList, (entries) => {
        const lines = written('txt', entries).split('\n').slice(7, -1);
        expect(lines).toHaveLength(entries.length);
        for (const line of lines) expect(line.split(' | ')).toHaveLength(4);
      }),
    );
  });
});

describe('an export', () => {
  it('addresses are named once each, in the order of the list', { tags: 'W6' }, () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { maxLength: 900 }), (numbers) => {
        const list = numbers.map((n) => entry(String(n), `0x${n}`, 5));
        const unique = [...new Set(list.map(({ walletAddress }) => walletAddress))];
        expect(addresses(list)).toBe(unique.join('\n'));
        const counting = addressPieces(list);
        let step = counting.next();
        while (step.done !== true) step = counting.next();
        expect(step.value).toBe(unique.length);
      }),
    );
  });

  it('the same list at the same time is the same file', () => {
    for (const format of EXPORT_FORMATS) {
      expect(written(format, structuredClone(TWO))).toBe(written(format, TWO));
    }
  });

  it('no piece is large, so that the page stays responsive', () => {
    const many = Array.from({ length: 2_000 }, (_, n) => entry(String(n), `0x${n}`, 5));
    for (const format of EXPORT_FORMATS) {
      const pieces = [...exportPieces(format, many, AT)];
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(250_000);
    }
  });

  it('file names carry the whitelist\u2019s name and the day', { tags: 'whitelist-13' }, () => {
    expect(EXPORT_FORMATS.map((format) => exportFileName(format, AT))).toEqual([
      'the-mainz-booster-pack-whitelist-2026-03-01.csv',
      'the-mainz-booster-pack-whitelist-2026-03-01.json',
      'the-mainz-booster-pack-whitelist-2026-03-01.txt',
    ]);
  });
});

describe('a record of CSV', () => {
  it('no text is left that a spreadsheet would run', { tags: 'W6' }, () => {
    fc.assert(
      fc.property(rubbish, (text) => {
        const shown = escapeFormula(text);
        expect(shown.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
        expect(shown).not.toMatch(/^[\t\r\n]/);
        expect([text, `'${text}`]).toContain(shown);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [
      '=HYPERLINK("http://evil.example","here")',
      '"\'=HYPERLINK(""http://evil.example"",""here"")"',
    ],
    ['+1', "'+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', "'  =1"],
    ['\u200b=1', "'\u200b=1"],
    ['＝1', "'＝1"],
    ['\tx', "'\tx"],
    ['a, b', '"a, b"'],
    ['"quoted"', '"""quoted"""'],
    ['two\nlines', '"two\nlines"'],
    ['0x00', '0x00'],
    ['Северин', 'Северин'],
    ['', ''],
  ])('%j is written as %j', (text, written) => {
    expect(csvRecord([text])).toBe(`${written}\r\n`);
  });

  it('a number is never guarded', () => {
    expect(csvRecord([-1, 0, 12])).toBe('-1,0,12\r\n');
  });
});
