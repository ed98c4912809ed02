/** The check of the coverage table, on tables and test files that are wrong on purpose. */
import { describe, expect, it } from 'vitest';
import { complaintsOf, readCoverage } from './spec-coverage.ts';
import { isRunOf, readTestFile } from './test-titles.ts';

const SOURCE = `
  test('a plain one', () => { test.step('no test', () => {}); });
  test.skip('one that sleeps', () => {});
  describe.each(ROWS)('on %s', (row) => {
    it.each(['hang', '502'])('recovers from %s', () => {});
    it('twice', () => {});
  });
  describe('elsewhere', () => { it('twice', () => {}); });
  describe.skip('asleep', () => { it('with the others', () => {}); });
  for (const width of [360, 1440]) test(\`fits \${width} px\`, () => {});
  test.beforeAll(() => {});
  it.concurrent.each\`a\`('told $name', () => {});
`;

describe('the titles of a test file', () => {
  const { tests, values } = readTestFile(SOURCE);

  it('are read with the describes around them, and with what keeps them from running', () => {
    expect(tests.map(({ within, title }) => [...within, title].join(' > '))).toEqual([
      ...['a plain one', 'one that sleeps', 'on %s > recovers from %s', 'on %s > twice'],
      ...['elsewhere > twice', 'asleep > with the others'],
      ...[`fits \${width} px`, 'told $name'],
    ]);
    expect(tests.filter(({ isOff }) => isOff).map(({ title }) => title)).toEqual([
      'one that sleeps',
      'with the others',
    ]);
  });

  it('with parameters are those of a run, too, when the file has its values', () => {
    expect(isRunOf('recovers from %s', 'recovers from hang', values)).toBe(true);
    expect(isRunOf('recovers from %s', 'recovers from thirst', values)).toBe(false);
    expect(isRunOf(`fits \${width} px`, 'fits 1440 px', values)).toBe(true);
    expect(isRunOf(`fits \${width} px`, 'fits 768 px', values)).toBe(false);
    expect(isRunOf('%s', 'recovers', values)).toBe(false);
    expect(isRunOf('a plain one', 'a plain one', values)).toBe(false);
  });
});

describe('the coverage table', () => {
  /** One row for every section, read as the check reads it. */
  const table = (...rows: string[]) => {
    const own = rows.map((row) => `## 5. Validation rules\n${row}`).join('\n');
    const { rows: read, complaints } = readCoverage(own);
    return { rows: read, complaints };
  };
  const complaints = (...rows: string[]) =>
    complaintsOf(table(...rows), (file) => (file === 'a.test.ts' ? SOURCE : null), []).filter(
      (complaint) => !complaint.includes('has no row'),
    );

  it('may name tests, or say why there is none', () => {
    expect(
      complaints(
        '| a | `a.test.ts` a plain one<br>`a.test.ts` elsewhere > twice |',
        '| b \\| c | `a.test.ts` recovers from %s<br>`a.test.ts` on %s > recovers from hang |',
        '| d | unseen: it is a matter of taste |',
      ),
    ).toEqual([]);
  });

  it.each([
    ['| a | `b.test.ts` a plain one |', 'no such file'],
    ['| a | `a.test.ts` a plane one |', 'no such test'],
    ['| a | `a.test.ts` twice |', 'several tests'],
    ['| a | `a.test.ts` one that sleeps |', 'does not run'],
    ['| a | `a.test.ts` with the others |', 'does not run'],
    ['| a | |', 'nothing observes'],
    ['| a | seen by looking |', 'names no test'],
    ['| a | `a.test.ts` a plain one<br>and more |', 'names no test'],
    ['| a |', 'not a row'],
  ])('is refused with %s', (row, problem) => {
    expect(complaints(row)).toEqual([expect.stringContaining(problem)]);
  });

  it('needs a row for every section, and every test that was written for it', () => {
    const all = complaintsOf(table('| a | `a.test.ts` a plain one |'), () => SOURCE, ['a.test.ts']);
    expect(all.filter((complaint) => complaint.includes('has no row'))).toHaveLength(24);
    expect(all).toContain('no row names `a.test.ts` recovers from %s');
    expect(all).not.toContain('no row names `a.test.ts` a plain one');
  });
});
