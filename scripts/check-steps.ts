import { spawnSync } from 'node:child_process';
import type { ReportedTest } from './test-reports.ts';

type Count = {
  passed: number;
  failed: number;
  /** Every test that failed at least once, with what went wrong. `failed` also counts faults outside the tests. */
  failures: string[];
  skipped: string[];
  /** Names of tests that passed only at the second try: neither passed nor failed. */
  flaky: string[];
};

export type Step = {
  name: string;
  /** Run in order with our Node until one fails. */
  commands: string[][];
  /** Returns why the step cannot run, or nothing. */
  prepare?: () => string | undefined;
  /** Reads the report of a test step; other steps count as one. */
  count?: () => Count;
};

/** Runs every step, prints a table and returns the sum. */
export function runSteps(steps: Step[]): Count {
  const rows = steps.map(runStep);
  console.log('');
  for (const { name, count, seconds } of rows) {
    const verdict = count.failed > 0 ? 'FAILED' : 'passed';
    const tests = total(count) > 1 || count.skipped.length > 0 ? inWords(count) : '';
    console.log(`${name.padEnd(12)} ${verdict}  ${seconds.toFixed(1).padStart(6)} s  ${tests}`);
  }
  const add = (field: 'passed' | 'failed') =>
    rows.reduce((sum, { count }) => sum + count[field], 0);
  const all = (field: 'failures' | 'skipped' | 'flaky') =>
    rows.flatMap(({ count }) => count[field]);
  for (const name of all('skipped')) console.log(`not run: ${name}`);
  // Said once more at the end: of a long log often only the end is kept.
  for (const name of all('failures')) console.log(name);
  return {
    passed: add('passed'),
    failed: add('failed'),
    failures: all('failures'),
    skipped: all('skipped'),
    flaky: all('flaky'),
  };
}

/** For example '5 passed, 0 failed, 1 skipped', with the names of flaky tests. */
export function inWords({ passed, failed, skipped, flaky }: Count): string {
  return [
    `${passed} passed, ${failed} failed`,
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} flaky: ${flaky.join('; ')}`] : []),
  ].join(', ');
}

function runStep({ name, commands, prepare, count }: Step) {
  console.log(`\n--- ${name}`);
  const startedAt = performance.now();
  const obstacle = prepare?.();
  if (obstacle !== undefined) console.error(obstacle);
  const isDone =
    obstacle === undefined &&
    commands.every((args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0);
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, count: settle(isDone, count), seconds };
}

/** A step's result. A step that failed without a failed test counts as one failure. */
export function settle(isDone: boolean, count?: () => Count): Count {
  if (!count) return { ...NOTHING, passed: isDone ? 1 : 0, failed: isDone ? 0 : 1 };
  const counted = readCount(count);
  const isSilentFailure = counted.failed === 0 && (!isDone || total(counted) === 0);
  return isSilentFailure ? { ...counted, failed: 1 } : counted;
}

function readCount(count: () => Count): Count {
  try {
    return count();
  } catch {
    return NOTHING; // no report: the step ended before its tests
  }
}

export function countTests(tests: readonly ReportedTest[]): Count {
  const count = (wanted: ReportedTest['verdict']) =>
    tests.filter(({ verdict }) => verdict === wanted).length;
  const names = (wanted: ReportedTest['verdict']) =>
    tests
      .filter(({ verdict }) => verdict === wanted)
      .map(({ file, title }) => `${file} › ${title}`);
  return {
    passed: count('passed'),
    failed: count('failed'),
    failures: tests
      .filter(({ verdict }) => verdict === 'failed' || verdict === 'flaky')
      .map(failureText),
    skipped: names('skipped'),
    flaky: names('flaky'),
  };
}

const failureText = ({ verdict, file, title, failure }: ReportedTest): string =>
  [`${verdict}: ${file} › ${title}`, ...failure.split('\n')].join('\n    ');

const NOTHING: Count = { passed: 0, failed: 0, failures: [], skipped: [], flaky: [] };

const total = ({ passed, failed, skipped, flaky }: Count): number =>
  passed + failed + skipped.length + flaky.length;
