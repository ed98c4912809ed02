/** What Vitest and Playwright report of a run, or Playwright of a listing, test by test. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface ReportedTest {
  /** Below the project's folder. */
  readonly file: string;
  readonly title: string;
  /** Flaky: it passed only when it was tried again. */
  readonly verdict: 'passed' | 'failed' | 'skipped' | 'flaky';
  readonly tags: readonly string[];
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; tags?: string[] }[];
  }[];
}

export function vitestTests(report: string): ReportedTest[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, status, assertionResults }): ReportedTest[] => {
    const file = path.relative(process.cwd(), name).replaceAll(path.sep, '/');
    if (status === 'failed' && assertionResults.length === 0) {
      return [{ file, title: 'could not be loaded', verdict: 'failed', tags: [] }];
    }
    return assertionResults.map(({ status: verdict, fullName, tags = [] }) => ({
      file,
      title: fullName,
      verdict: verdict === 'passed' || verdict === 'failed' ? verdict : 'skipped',
      tags,
    }));
  });
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; tags?: string[]; tests: { status: string }[] }[];
}

const VERDICTS = { expected: 'passed', unexpected: 'failed', flaky: 'flaky' } as const;

/** @param report the text of Playwright's JSON */
export function playwrightTests(report: string): ReportedTest[] {
  const inSuite = ({ suites = [], specs = [] }: Suite): ReportedTest[] => [
    ...specs.flatMap(({ title, file, tags = [], tests }) =>
      tests.map(({ status }) => ({
        file: `tests/${file}`,
        title,
        verdict: VERDICTS[status as keyof typeof VERDICTS] ?? 'skipped',
        tags,
      })),
    ),
    ...suites.flatMap(inSuite),
  ];
  return inSuite(JSON.parse(report) as Suite);
}
