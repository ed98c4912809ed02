/** What Vitest and Playwright report of a run, or Playwright of a listing, test by test. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

export interface ReportedTest {
  /** Below the project's folder. */
  readonly file: string;
  readonly title: string;
  /** Flaky: it passed only when it was tried again. */
  readonly verdict: 'passed' | 'failed' | 'skipped' | 'flaky';
  readonly tags: readonly string[];
  /** What went wrong, of a failed or flaky test: the first lines, without colours. Else empty. */
  readonly failure: string;
}

export function vitestTests(report: string): ReportedTest[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonTestResults;
  return testResults.flatMap(({ name, status, message, assertionResults }): ReportedTest[] => {
    const file = path.relative(process.cwd(), name).replaceAll(path.sep, '/');
    if (status === 'failed' && assertionResults.length === 0) {
      const failure = firstLines(message);
      return [{ file, title: 'could not be loaded', verdict: 'failed', tags: [], failure }];
    }
    return assertionResults.map(({ status: verdict, fullName, tags, failureMessages }) => ({
      file,
      title: fullName,
      verdict: verdictOf(verdict, failureMessages ?? []),
      tags,
      failure: firstLines(failureMessages?.[0]),
    }));
  });
}

/** Vitest says 'passed' of a test that passed when it was tried again, and keeps what went wrong before. */
function verdictOf(status: string, failures: readonly string[]): ReportedTest['verdict'] {
  if (status === 'passed') return failures.length > 0 ? 'flaky' : 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}

function firstLines(message = ''): string {
  const isOurs = (line: string) =>
    !line.includes('node_modules') && !/^\s+at .*<anonymous>/.test(line);
  const lines = stripVTControlCharacters(message).trim().split('\n');
  return lines.filter(isOurs).slice(0, 8).join('\n');
}

const VERDICTS = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
} as const;

/** @param report the text of Playwright's JSON */
export function playwrightTests(report: string): ReportedTest[] {
  const inSuite = ({ suites = [], specs }: JSONReportSuite): ReportedTest[] => [
    ...specs.flatMap(({ title, file, tags, tests }) =>
      tests.map(({ status, results }) => ({
        file: `tests/${file}`,
        title,
        verdict: VERDICTS[status],
        tags,
        failure: firstLines(results.find(({ error }) => error)?.error?.message),
      })),
    ),
    ...suites.flatMap(inSuite),
  ];
  return (JSON.parse(report) as JSONReport).suites.flatMap(inSuite);
}
