import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../paths.mjs';

/**
 * Counts in a vitest JSON report. A file that could not even be loaded has no tests and counts as one failure; so does a run
 * that exited with an error but without a failed test, and one that found nothing to run.
 * @returns {import('./steps.mjs').Outcome}
 */
export function countVitest(file, code) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, output: 'vitest wrote no report.' };
  const unloaded = (report.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !(assertionResults ?? []).some((test) => test.status === 'failed'),
  );
  const outcome = settle(
    report.numPassedTests,
    report.numFailedTests + unloaded.length,
    report.numPendingTests + (report.numTodoTests ?? 0),
    code,
  );
  const files = (report.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: nameOf(name),
    seconds: (endTime - startTime) / 1000 || 0,
  }));
  return { ...outcome, files, failures: failuresOfVitest(report) };
}

/** The tests that failed, and the files that could not be loaded. */
function failuresOfVitest({ testResults = [] }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults = [] }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return [failure(nameOf(name), 'not loaded', message)];
      return failed.map((test) =>
        failure(nameOf(name), test.fullName ?? test.title, test.failureMessages?.[0]),
      );
    });
}

/** Counts in a Playwright JSON report; a test that passed only when repeated counts as failed. */
export function countPlaywright(file, code) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, output: 'Playwright wrote no report.' };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const outcome = settle(expected, unexpected + flaky + (report.errors?.length ?? 0), skipped, code);
  const files = (report.suites ?? []).map((suite) => ({
    file: `e2e/${suite.file ?? suite.title}`,
    seconds: millisecondsOf(suite) / 1000,
  }));
  const failures = [
    ...(report.suites ?? []).flatMap((suite) => failuresOfSuite(suite, `e2e/${suite.file ?? suite.title}`)),
    ...(report.errors ?? []).map(({ message }) => failure('Playwright', 'outside a test', message)),
  ];
  return { ...outcome, files, failures };
}

/** The tests of a Playwright suite that failed, or passed only when repeated, with the first error of each. */
function failuresOfSuite({ specs = [], suites = [] }, file) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ title, tests }) => {
      const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors));
      return failure(file, title, error?.message);
    });
  return [...own, ...suites.flatMap((suite) => failuresOfSuite(suite, file))];
}

/** What the end of a run says of a failed test: where it stands, its title and the first lines of its error. */
function failure(file, title, message) {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return { file, title, lines: lines.slice(0, SHOWN_LINES) };
}

/** The lines of an error that the end of a run repeats: what was expected, and what was there. */
const SHOWN_LINES = 12;

/** The total duration of the tests of a Playwright suite. */
function millisecondsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return (
    own.reduce((sum, { duration }) => sum + (duration ?? 0), 0) +
    suites.reduce((sum, suite) => sum + millisecondsOf(suite), 0)
  );
}

/** The path of a test file relative to the checkout. */
const nameOf = (file) => path.relative(root, file ?? '').replaceAll(path.sep, '/');

function settle(passed, failed, skipped, code) {
  if (failed === 0 && (code !== 0 || passed === 0)) {
    return {
      passed,
      failed: 1,
      skipped,
      output: passed === 0 ? 'No test was run.' : `The runner ended with code ${code}.`,
    };
  }
  return { passed, failed, skipped };
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
