import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecord, escapeFormula } from './csv.ts';

const RUBBISH = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', ' ', "'", '你', 'ش', 'é'),
    )
    .map((parts) => parts.join('')),
);

describe('csv', () => {
  it('another reader reads back what was written, guarded, whatever it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(RUBBISH, fc.integer(), RUBBISH), { minLength: 1 }),
        (records) => {
          const text = records.map(csvRecord).join('');
          expect(parse(text, { record_delimiter: '\r\n' })).toEqual(
            records.map(([one, number, other]) => [
              escapeFormula(one),
              String(number),
              escapeFormula(other),
            ]),
          );
        },
      ),
    );
  });

  it('no text is left that a spreadsheet would run', { tags: 'W6' }, () => {
    fc.assert(
      fc.property(RUBBISH, (text) => {
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
