import { describe, expect, it } from 'vitest';
import { complaintsOf, entriesWithoutId, readRules, rulesIn } from './product-rules.ts';

const PAGE = `
- **B4** The server keeps
  the time.
- **battle-1** *Planned.* Another (B4).

| rule | call | answer |
|---|---|---|
| **calls-1** | GET /a | a |
`;

describe('the rules of a page', () => {
  const rules = rulesIn('battle.md', PAGE);
  const test = (...tags: string[]) => ({ file: 'a.test.ts', title: 'says so', tags });

  it('stand in lists and tables, with their ids', () => {
    expect(rules.map(({ id, text }) => [id, text])).toEqual([
      ['B4', 'The server keeps the time.'],
      ['battle-1', '*Planned.* Another (B4).'],
      ['calls-1', 'GET /a | a'],
    ]);
    expect(readRules().length).toBeGreaterThan(200);
  });

  it('have an id each: an entry without one is found', () => {
    expect(entriesWithoutId(PAGE)).toEqual([]);
    expect(entriesWithoutId(`${PAGE}\n- A card counts.`)).toEqual(['- A card counts.']);
  });

  it('need a test each, unless they say why there is none', () => {
    expect(complaintsOf(rules, [test('B4', 'calls-1')])).toEqual([]);
    expect(complaintsOf(rules, [test('B4')])).toEqual([
      'battle.md: no test that runs observes calls-1, and it does not say why',
    ]);
  });

  it('are known to every tag, and said once', () => {
    expect(complaintsOf(rules, [test('B4', 'calls-1', 'B5')])).toEqual([
      'a.test.ts says so: there is no rule B5',
    ]);
    expect(complaintsOf([...rules, ...rules], [test('B4', 'calls-1')])).toHaveLength(3);
  });
});
