import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const text = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
const rows = text
  .split('### V')
  .slice(1)
  .join('')
  .split('\n')
  .filter((line) => /^\| \d/.test(line));

/** `6.2.1-6.2.3, 6.3.1` as its single numbers. */
function numbersIn(cell: string): string[] {
  return cell.split(',').flatMap((part) => {
    const [from = '', to = from] = part.trim().split('-');
    const [section, first] = [from.slice(0, from.lastIndexOf('.')), Number(from.split('.')[2])];
    const count = Number(to.split('.')[2]) - first + 1;
    return Array.from({ length: count }, (_, index) => `${section}.${first + index}`);
  });
}

const cells = (row: string) => row.split('|').map((cell) => cell.trim());
const numbers = rows.flatMap((row) => numbersIn(cells(row)[1]!));

describe('the security document', () => {
  it('answers every requirement of ASVS 5.0.0 of levels 1 and 2 once', () => {
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toHaveLength(253);
  });

  it('lists every gap at the top, and nothing else', () => {
    const gaps = rows
      .filter((row) => cells(row)[3] === 'gap')
      .flatMap((row) => numbersIn(cells(row)[1]!));
    const top = text.slice(text.indexOf('## Gaps'), text.indexOf('## Who is trusted'));
    const listed = [...top.matchAll(/^\| (\d.*?) \|/gm)].flatMap(([, cell]) =>
      numbersIn(cell!.replaceAll(' to ', '-')),
    );
    expect(listed.sort()).toEqual(gaps.sort());
  });

  it('names only files that are there', () => {
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]*)+|[\w-]+\.(?:json|md))`/g)].map(
      ([, file]) => file!,
    );
    const missing = named.filter((file) => !existsSync(path.join(ROOT, file)));
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });
});
