/**
 * Holds docs/spec-coverage.md against the tests: every test it names exists and runs, every section of
 * the specification has rows, every row says what observes it or why nothing can, and no test of
 * tests/spec is left out of it.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRunOf, readTestFile, type TestFile, type TestTitle } from './test-titles.ts';

/** Sections of the specification, with the parts of those that are long. */
const SECTIONS = [
  '1. What the product does and for whom',
  '2. Screens and routes: Routes',
  '2. Screens and routes: Home',
  '2. Screens and routes: Top Collectors leaderboard card',
  '2. Screens and routes: Profile',
  '2. Screens and routes: Games hub',
  '2. Screens and routes: Trading card game',
  '2. Screens and routes: Admin',
  '2. Screens and routes: The MAINZ',
  '2. Screens and routes: Wallet dialog',
  '3. Entities and their fields',
  '4. States and transitions: Wallet',
  '4. States and transitions: Leaderboard',
  '4. States and transitions: Card modal',
  '4. States and transitions: Game phase',
  '4. States and transitions: Pick timer',
  '4. States and transitions: Match rules',
  '4. States and transitions: Groups',
  '4. States and transitions: Image loading fallback chain',
  '4. States and transitions: Notifications',
  '5. Validation rules',
  '6. Roles and permissions',
  '7. The calls it makes',
  '8. Error catalogue',
  '9. Business constants and limits',
];

export interface Row {
  readonly line: number;
  readonly section: string;
  readonly promise: string;
  /** Tests that observe it. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  /** `open: why` or `unseen: why`. */
  readonly excuse: { readonly kind: 'open' | 'unseen'; readonly why: string } | null;
}

export interface Coverage {
  readonly rows: readonly Row[];
  readonly complaints: readonly string[];
}

/** Reads the table. Rows are `| promise | tests |`; tests are `` `file` title ``, apart by `<br>`. */
export function readCoverage(text: string): Coverage {
  const rows: Row[] = [];
  const complaints: string[] = [];
  let section = '';
  for (const [index, line] of text.split('\n').entries()) {
    const heading = /^## (.+)$/.exec(line);
    if (heading) section = heading[1] ?? '';
    if (!line.startsWith('|') || /^\|[ -]+\|/.test(line) || line.startsWith('| promise')) continue;
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [promise = '', seenBy = ''] = cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
    const { unread, ...seen } = readSeenBy(seenBy);
    const row = { line: index + 1, section, promise, ...seen };
    for (const part of unread) complaints.push(`line ${row.line}: "${part}" names no test`);
    if (cells.length !== 2 || promise === '') complaints.push(`line ${row.line}: not a row`);
    else if (row.tests.length + unread.length === 0 && row.excuse === null) {
      complaints.push(`line ${row.line}: nothing observes "${promise}", and it does not say why`);
    }
    rows.push(row);
  }
  return { rows, complaints };
}

function readSeenBy(cell: string): Pick<Row, 'tests' | 'excuse'> & { unread: string[] } {
  const [, kind, why = ''] = /^(open|unseen): (.+)$/.exec(cell) ?? [];
  if (kind === 'open' || kind === 'unseen') {
    return { tests: [], excuse: { kind, why }, unread: [] };
  }
  const tests: { file: string; title: string }[] = [];
  const unread: string[] = [];
  for (const part of cell.split('<br>').map((text) => text.trim())) {
    const [, file, title] = /^`([^`]+)` (.+)$/.exec(part) ?? [];
    if (file !== undefined && title !== undefined) tests.push({ file, title });
    else if (part !== '') unread.push(part);
  }
  return { tests, excuse: null, unread };
}

/** Source of a test file below the project's folder, or null. */
export type ReadSource = (file: string) => string | null;

/**
 * What is wrong between the table and the tests, a sentence each.
 * @param ownFiles test files that must be named whole
 */
export function complaintsOf(
  { rows, complaints: unread }: Coverage,
  readSource: ReadSource,
  ownFiles: readonly string[],
): string[] {
  const complaints = [...unread];
  const named = new Set<TestTitle>();
  const fileAt = remembering((file: string) => {
    const source = readSource(file);
    return source === null ? null : readTestFile(source, file);
  });

  for (const { line, tests } of rows) {
    for (const { file, title } of tests) {
      const known = fileAt(file);
      const meant = known === null ? [] : testsNamed(title, known);
      for (const one of meant) named.add(one);
      const problem =
        known === null
          ? 'there is no such file'
          : meant.length === 0
            ? 'the file has no such test'
            : meant.length > 1
              ? 'several tests have that title; write the describe before it: "describe > title"'
              : meant[0]?.isOff
                ? 'that test does not run'
                : null;
      if (problem !== null) complaints.push(`line ${line}: \`${file}\` ${title}: ${problem}`);
    }
  }
  for (const section of SECTIONS) {
    if (!rows.some((row) => row.section === section)) {
      complaints.push(`section "${section}" has no row`);
    }
  }
  for (const section of new Set(rows.map((row) => row.section))) {
    if (!SECTIONS.includes(section)) complaints.push(`"${section}" is no section`);
  }
  for (const file of ownFiles) {
    for (const one of fileAt(file)?.tests ?? []) {
      if (!named.has(one)) complaints.push(`no row names \`${file}\` ${one.title}`);
    }
  }
  return complaints;
}

/** Tests of that title, with as many describes before it as are named; runs of one only where none has it. */
function testsNamed(named: string, { tests, values }: TestFile): TestTitle[] {
  const matching = (isIt: (title: string, part: string) => boolean) =>
    tests.filter(({ within, title }) => {
      if (isIt(title, named)) return true;
      const parts = named.split(' > ');
      const chain = [...within, title].slice(-parts.length);
      return (
        parts.length > 1 &&
        chain.length === parts.length &&
        chain.every((one, index) => isIt(one, parts[index] ?? ''))
      );
    });
  const isSame = (title: string, part: string) => title === part;
  const exact = matching(isSame);
  if (exact.length > 0) return exact;
  return matching((title, part) => isSame(title, part) || isRunOf(title, part, values));
}

function remembering<T>(read: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, read(key));
    return known.get(key) as T;
  };
}

function main(): void {
  const root = path.resolve(import.meta.dirname, '..');
  const table = readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8');
  const coverage = readCoverage(table);
  const ownFiles = globSync('tests/spec/**/*.{test,spec}.ts', { cwd: root }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );
  const readSource: ReadSource = (file) => {
    try {
      return readFileSync(path.join(root, file), 'utf8');
    } catch {
      return null;
    }
  };
  const complaints = complaintsOf(coverage, readSource, ownFiles.sort());
  for (const complaint of complaints) console.error(`docs/spec-coverage.md: ${complaint}`);
  const { rows } = coverage;
  const tests = new Set(
    rows.flatMap((row) => row.tests.map(({ file, title }) => `${file} ${title}`)),
  );
  const excused = (kind: string) => rows.filter(({ excuse }) => excuse?.kind === kind).length;
  console.log(
    `${rows.length} promises, observed by ${tests.size} tests; ` +
      `${excused('open')} open, ${excused('unseen')} that nothing outside can see`,
  );
  process.exitCode = complaints.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
