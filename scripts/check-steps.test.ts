import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countTests, inWords, settle } from './check-steps.ts';
import { playwrightTests, vitestTests } from './test-reports.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'the-mainz-reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const report = (content: object): string => {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};

describe('counting', () => {
  it('counts a test file that could not be loaded as a failure', () => {
    const file = report({
      testResults: [
        { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
        { name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] },
        { name: 'c.test.ts', status: 'failed', assertionResults: [] },
      ],
    });
    expect(countTests(vitestTests(file))).toMatchObject({ passed: 1, failed: 2, flaky: [] });
  });

  it('tells what went wrong in every test that failed, also if it passed when tried again', () => {
    const test = (status: string, fullName: string, ...failureMessages: string[]) => ({
      status,
      fullName,
      failureMessages,
    });
    const file = report({
      testResults: [
        {
          name: path.resolve('a.test.ts'),
          status: 'failed',
          assertionResults: [
            test('passed', 'sure'),
            test('failed', 'broken', '\u001b[31mexpected 1\u001b[39m\nto be 2'),
            test('passed', 'shaky', 'too late'),
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
      ],
    });
    expect(countTests(vitestTests(file))).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        'failed: a.test.ts › broken\n    expected 1\n    to be 2',
        'flaky: a.test.ts › shaky\n    too late',
        'failed: b.test.ts › could not be loaded\n    no such file',
      ],
      skipped: [],
      flaky: ['a.test.ts › shaky'],
    });
  });

  it('names every test that did not run', () => {
    const assertionResults = ['passed', 'pending', 'skipped', 'todo'].map((status) => ({
      status,
      fullName: `one that is ${status}`,
    }));
    const file = report({
      testResults: [{ name: path.resolve('a.test.ts'), status: 'passed', assertionResults }],
    });
    const counted = countTests(vitestTests(file));
    expect(counted.skipped).toEqual(
      ['pending', 'skipped', 'todo'].map((status) => `a.test.ts › one that is ${status}`),
    );
    expect(inWords(counted)).toBe('1 passed, 0 failed, 3 skipped');
  });

  it('names a browser test that passed only the second time, wherever it stands', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status, results: [{ error: message && { message } }, {}] }],
    });
    const text = JSON.stringify({
      suites: [
        {
          specs: [spec('sure', 'expected'), spec('shaky', 'flaky', 'not seen')],
          suites: [{ specs: [spec('shaky too', 'flaky'), spec('put off', 'skipped')] }],
        },
      ],
    });
    const flaky = ['tests/a.spec.ts › shaky', 'tests/a.spec.ts › shaky too'];
    const skipped = ['tests/a.spec.ts › put off'];
    const counted = countTests(playwrightTests(text));
    expect(counted).toEqual({
      passed: 1,
      failed: 0,
      failures: [
        'flaky: tests/a.spec.ts › shaky\n    not seen',
        'flaky: tests/a.spec.ts › shaky too\n    ',
      ],
      skipped,
      flaky,
    });
    expect(inWords(counted)).toBe(
      '1 passed, 0 failed, 1 skipped, 2 flaky: tests/a.spec.ts › shaky; tests/a.spec.ts › shaky too',
    );
    expect(inWords({ passed: 3, failed: 0, failures: [], skipped: [], flaky: [] })).toBe(
      '3 passed, 0 failed',
    );
  });
});

describe('settle', () => {
  const three = { passed: 3, failed: 0, failures: [], skipped: [], flaky: [] };
  const none = { passed: 0, failed: 0, failures: [], skipped: [], flaky: [] };
  it('counts a step without tests as one', () => {
    expect(settle(true)).toEqual({ ...none, passed: 1 });
    expect(settle(false)).toEqual({ ...none, failed: 1 });
  });

  it('never lets a failed step pass: a fault outside the tests, no report, no tests', () => {
    expect(settle(true, () => three)).toEqual(three);
    expect(settle(false, () => three)).toEqual({ ...three, failed: 1 });
    expect(
      settle(false, () => countTests(vitestTests(path.join(folder, 'none.json')))).failed,
    ).toBe(1);
    expect(settle(true, () => none).failed).toBe(1);
    expect(settle(true, () => ({ ...none, flaky: ['shaky'] })).failed).toBe(0);
  });
});
