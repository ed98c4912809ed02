import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type Count = { passed: number; failed: number; skipped: number };

export type Step = {
  name: string;
  /** Run one after the other with our Node, up to the first that fails. */
  commands: string[][];
  /** Answers why the step cannot run, or nothing. */
  prepare?: () => string | undefined;
  /** Reads the report of a step that runs tests; other steps count as one. */
  count?: () => Count;
};

/** Runs every step and prints a table of them; answers the sum. */
export function runSteps(steps: Step[]): Count {
  const rows = steps.map(runStep);
  console.log('');
  for (const { name, count, seconds } of rows) {
    const verdict = count.failed > 0 ? 'FAILED' : 'passed';
    const tests = sum([count]) > 1 || count.skipped > 0 ? inFigures(count) : '';
    console.log(`${name.padEnd(12)} ${verdict}  ${seconds.toFixed(1).padStart(6)} s  ${tests}`);
  }
  const add = (field: keyof Count) => rows.reduce((total, { count }) => total + count[field], 0);
  return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') };
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

/** What a step adds to the sum. A step that failed without a failed test failed all the same. */
export function settle(isDone: boolean, count?: () => Count): Count {
  if (!count) return { passed: isDone ? 1 : 0, failed: isDone ? 0 : 1, skipped: 0 };
  const counted = readCount(count);
  const isSilentFailure = counted.failed === 0 && (!isDone || sum([counted]) === 0);
  return isSilentFailure ? { ...counted, failed: 1 } : counted;
}

function readCount(count: () => Count): Count {
  try {
    return count();
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }; // no report: it ended before there were tests
  }
}

export function countVitest(report: string): Count {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readJson<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  }>(report);
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloadable.length,
    skipped: numPendingTests + numTodoTests,
  };
}

export function countPlaywright(report: string): Count {
  const { stats } = readJson<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  }>(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

const sum = (counts: Count[]): number =>
  counts.reduce((total, { passed, failed, skipped }) => total + passed + failed + skipped, 0);

const inFigures = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
