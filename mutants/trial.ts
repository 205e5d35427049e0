import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { stopProcess, track } from '../scripts/lib/children.mjs';
import { projectOf } from './mutant';

/** A bug that makes a test hang is caught as well; no sound test takes nearly this long. */
export const LONGEST_MS = 8 * 60_000;

/** The result of the tests. `broken`: they could not run, which says nothing about the bug. */
export type Verdict =
  | { readonly word: 'killed'; readonly by: string }
  | { readonly word: 'survived' }
  | { readonly word: 'broken'; readonly output: string };

export const TOO_LATE: Verdict = { word: 'killed', by: `no answer in ${LONGEST_MS / 60_000} minutes` };

/** What vitest reports of a test file. */
export interface ModuleResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

/** Runs test files with a new vitest in a copy of the checkout, those without a database first, until one fails. */
export async function ask(
  folder: string,
  tests: readonly string[],
  env: Record<string, string>,
  {
    title,
    bail = true,
    longest = LONGEST_MS,
  }: { readonly title?: string | undefined; readonly bail?: boolean; readonly longest?: number } = {},
): Promise<Verdict> {
  for (const project of ['unit', 'database'] as const) {
    const files = tests.filter((test) => projectOf(test) === project);
    if (files.length === 0) continue;
    const verdict = await askProject(folder, project, files, env, { title, bail, longest });
    if (verdict.word !== 'survived') return verdict;
  }
  return { word: 'survived' };
}

async function askProject(
  folder: string,
  project: string,
  files: readonly string[],
  env: Record<string, string>,
  {
    title,
    bail,
    longest,
  }: { readonly title: string | undefined; readonly bail: boolean; readonly longest: number },
): Promise<Verdict> {
  const report = path.join(folder, 'mutants-report.json');
  fs.rmSync(report, { force: true });
  const args = [
    path.join(folder, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    `--project=${project}`,
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(bail ? ['--bail=1'] : []),
    ...(title === undefined ? [] : ['--testNamePattern', title]),
    ...files,
  ];
  const { output, isLate } = await runWithin(longest, args, folder, env);
  if (isLate) return TOO_LATE;
  if (!fs.existsSync(report)) return { word: 'broken', output };
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as { testResults: ModuleResult[] };
  return verdictOf(testResults, folder, output);
}

/** Killed by the first test that failed; broken when no test was run. */
export function verdictOf(results: readonly ModuleResult[], folder: string, output: string): Verdict {
  for (const { name, status, message, assertionResults } of results) {
    const test = assertionResults.find((result) => result.status === 'failed');
    const where = path.relative(folder, name);
    if (test !== undefined) return { word: 'killed', by: `${where}: ${test.fullName}` };
    if (status === 'failed') return { word: 'killed', by: `${where}: ${message.split('\n')[0]}` };
  }
  return results.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
    ? { word: 'survived' }
    : { word: 'broken', output: `No test was run.\n${output}` };
}

function runWithin(milliseconds: number, args: readonly string[], cwd: string, env: Record<string, string>) {
  return new Promise<{ output: string; isLate: boolean }>((resolve, reject) => {
    const child: ChildProcess = track(
      spawn(process.execPath, args, {
        cwd,
        env: { ...process.env, ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      }),
    );
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void stopProcess(-(child.pid ?? 0));
    }, milliseconds);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve({ output: Buffer.concat(chunks).toString('utf8'), isLate });
    });
  });
}
