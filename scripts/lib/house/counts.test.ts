import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { root } from '../paths.mjs';
import { countPlaywright, countVitest } from '../run/reports.mjs';
import { Report } from '../run/steps.mjs';

describe('the counts in the last line', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'daybook-unit-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const written = (report: unknown) => {
    const file = path.join(folder, 'report.json');
    fs.writeFileSync(file, JSON.stringify(report));
    return file;
  };

  test('a test file that could not be loaded counts as a failure, although it has no tests', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [{ status: 'failed', assertionResults: [] }],
    };
    expect(countVitest(written(report), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  test('a run that found no test counts as a failure', () => {
    const report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
    expect(countVitest(written(report), 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('a missing report counts as a failure', () => {
    expect(countVitest(path.join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countPlaywright(path.join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('a runner that exits with an error but without a failed test counts as a failure', () => {
    const report = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };
    expect(countPlaywright(written(report), 0)).toMatchObject({ passed: 3, failed: 0 });
    expect(countPlaywright(written(report), 1)).toMatchObject({ passed: 3, failed: 1 });
  });

  test('a browser test that passed only when repeated counts as failed', () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] };
    expect(countPlaywright(written(report), 1)).toMatchObject({ passed: 3, failed: 2, skipped: 2 });
  });

  test('the test files that took longest are listed before the last line', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const files = Array.from({ length: 20 }, (_, n) => ({ file: `test-${n}`, seconds: n }));
    const report = new Report();
    await report.perform({ name: 'a', title: 'a', run: async () => ({ passed: 20, failed: 0, files }) });
    vi.restoreAllMocks();
    const lines: string[] = report.summary().split('\n');
    const answered = lines
      .filter((line) => line.includes('test-'))
      .map((line) => line.trim().split(/ +/).at(-1));
    expect(answered).toEqual(Array.from({ length: 15 }, (_, n) => `test-${19 - n}`));
    expect(lines.at(-1)).toBe('20 passed, 0 failed');
  });

  test('the duration of a vitest file is from start to end, that of a Playwright file the sum of its tests', () => {
    const vitest = {
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [
        { name: path.join(root, 'src/a.test.ts'), startTime: 1000, endTime: 3500, assertionResults: [] },
      ],
    };
    expect(countVitest(written(vitest), 0).files).toEqual([{ file: 'src/a.test.ts', seconds: 2.5 }]);
    const spec = { tests: [{ results: [{ duration: 700 }] }] };
    const playwright = {
      stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 },
      errors: [],
      suites: [{ file: 'screens/a.spec.ts', specs: [spec], suites: [{ specs: [spec] }] }],
    };
    expect(countPlaywright(written(playwright), 0).files).toEqual([
      { file: 'e2e/screens/a.spec.ts', seconds: 1.4 },
    ]);
  });

  test('what failed is repeated at the end, with the first lines of each error', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const vitest = {
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      testResults: [
        {
          name: path.join(root, 'src/a.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'holds' },
            {
              status: 'failed',
              fullName: 'adds up',
              failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'],
            },
          ],
        },
        { name: path.join(root, 'src/b.test.ts'), status: 'failed', message: 'no such module' },
      ],
    };
    const results = [{ duration: 1, errors: [{ message: 'not visible' }] }];
    const playwright = {
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
      errors: [{ message: 'a worker ended' }],
      suites: [
        {
          file: 'screens/a.spec.ts',
          suites: [
            {
              specs: [
                { title: 'is shown', tests: [{ status: 'unexpected', results }] },
                { title: 'is not', tests: [{ status: 'expected', results: [{ duration: 1 }] }] },
              ],
            },
          ],
        },
      ],
    };
    const report = new Report();
    await report.perform({ name: 'a', title: 'a', run: async () => countVitest(written(vitest), 1) });
    await report.perform({ name: 'b', title: 'b', run: async () => countPlaywright(written(playwright), 1) });
    await report.perform({
      name: 'c',
      title: 'the build',
      run: async () => ({ passed: 0, failed: 1, output: 'line 3 is wrong' }),
    });
    vi.restoreAllMocks();
    const lines: string[] = report.summary().split('\n');
    expect(lines.slice(lines.indexOf('What failed:') + 1)).toEqual([
      '✗ src/a.test.ts  adds up',
      '    expected 1',
      '    to be 2',
      '✗ src/b.test.ts  not loaded',
      '    no such module',
      '✗ e2e/screens/a.spec.ts  is shown',
      '    not visible',
      '✗ Playwright  outside a test',
      '    a worker ended',
      '✗ the build',
      '    line 3 is wrong',
      '',
      '2 passed, 5 failed',
    ]);
  });

  test('the last line is the sum of all steps, and a step that throws is one failure', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const report = new Report();
    await report.perform({ name: 'a', title: 'a', run: async () => ({ passed: 3, failed: 1 }) });
    await report.perform({
      name: 'b',
      title: 'b',
      run: async () => {
        throw new Error('broken');
      },
    });
    vi.restoreAllMocks();
    expect(report.summary().split('\n').at(-1)).toBe('3 passed, 2 failed');
  });
});
