/**
 * Compares the rules of docs/product with the tests, which are tagged with rule ids. After a full run the results are
 * read, so a skipped test does not count. Run alone, it lists the tests without running them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { playwrightTests, type ReportedTest, vitestTests } from './test-reports.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const REPORTS = path.join(ROOT, 'test-results');

interface Rule {
  readonly id: string;
  readonly page: string;
  readonly text: string;
}

type Observer = Omit<ReportedTest, 'verdict' | 'failure'>;

/** `**B4** A sentence.` in a list or a row of a table. */
export function rulesIn(page: string, markdown: string): Rule[] {
  const found = markdown.matchAll(/^(?:- |\| )\*\*([A-Z]\d+|[a-z]+-\d+)\*\* (.+(?:\n {2}.+)*)/gm);
  return [...found].map(([, id = '', text = '']) => ({
    id,
    page,
    text: text.replace(/\s*\n\s*/g, ' ').replaceAll(/^\| *| *\|$/g, ''),
  }));
}

/** Entries of lists that are no rules: an id is missing, and no test would be asked for. */
export function entriesWithoutId(markdown: string): string[] {
  return [...markdown.matchAll(/^- (?!\*\*([A-Z]\d+|[a-z]+-\d+)\*\* ).*/gm)].map(
    ([entry]) => entry,
  );
}

export function readRules(): Rule[] {
  return globSync('docs/product/*.md', { cwd: ROOT, exclude: ['**/README.md'] })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const [nameless] = entriesWithoutId(text);
      if (nameless !== undefined) throw new Error(`${file}: no id stands before '${nameless}'`);
      return rulesIn(path.basename(file), text);
    });
}

export function complaintsOf(rules: readonly Rule[], tests: readonly Observer[]): string[] {
  const observed = new Set(tests.flatMap(({ tags }) => tags));
  const known = new Set<string>();
  const complaints: string[] = [];
  for (const { id, page, text } of rules) {
    if (known.has(id)) complaints.push(`${page}: ${id} stands there twice`);
    known.add(id);
    if (!observed.has(id) && !/\*(Planned\.|Unseen:)\*/.test(text)) {
      complaints.push(`${page}: no test that runs observes ${id}, and it does not say why`);
    }
  }
  for (const { file, title, tags } of tests) {
    for (const tag of tags.filter((tag) => !known.has(tag))) {
      complaints.push(`${file} ${title}: there is no rule ${tag}`);
    }
  }
  return complaints;
}

async function vitestObservers(): Promise<Observer[]> {
  const reports = ['unit', 'integration'].map((project) => path.join(REPORTS, `${project}.json`));
  if (reports.every((report) => existsSync(report)))
    return reports.flatMap(vitestTests).filter(ran);
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', { watch: false, root: ROOT });
  const { testModules } = await vitest.collect([], { staticParse: true });
  await vitest.close();
  return testModules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.options.mode === 'run')
      .map(({ fullName, tags }) => ({ file: module.relativeModuleId, title: fullName, tags })),
  );
}

function browserObservers(): Observer[] {
  const report = path.join(REPORTS, 'e2e.json');
  if (existsSync(report)) return playwrightTests(readFileSync(report, 'utf8')).filter(ran);
  const list = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'];
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  return playwrightTests(execFileSync(process.execPath, list, options));
}

const ran = ({ verdict }: ReportedTest) => verdict !== 'skipped';

function asTable(rules: readonly Rule[], tests: readonly Observer[]): string {
  const rows = rules.map(({ id, page, text }) => {
    const observers = tests.filter(({ tags }) => tags.includes(id));
    const names = new Set(observers.map(({ file, title }) => `\`${file}\` ${title}`));
    const cells = [id, page, text, [...names].join('<br>')];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| rule | page | it says | observed by |', '|---|---|---|---|', ...rows, ''].join('\n');
}

async function main(): Promise<void> {
  const rules = readRules();
  const tests = [...(await vitestObservers()), ...browserObservers()];
  mkdirSync(REPORTS, { recursive: true });
  writeFileSync(path.join(REPORTS, 'rules.md'), asTable(rules, tests));
  const complaints = complaintsOf(rules, tests);
  for (const complaint of complaints) console.error(complaint);
  const observers = tests.filter(({ tags }) => tags.length > 0).length;
  console.log(`${rules.length} rules, observed by ${observers} tests: test-results/rules.md`);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}

if (import.meta.main) await main();
