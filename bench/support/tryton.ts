import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import readline from 'node:readline';
import { withOwner } from '@/testing/owner';
import { outputOf } from './peers';
import type { Work } from './processor-time';

/** Debian's own Python, for which its packages are installed; set another one where they are elsewhere. */
const PYTHON = process.env.DAYBOOK_BENCH_PYTHON ?? '/usr/bin/python3';
/** Our program for it; run from the checkout, as `npm run` does. */
const PROGRAM = 'bench/support/tryton.py';

/** Tryton in a separate database on the benchmark's server. */
export interface Tryton {
  /** Its version, e.g. `6.0.29`. */
  readonly version: string;
  /** Moves of four lines, created and posted in batches of 200 by this many of its processes in parallel. */
  readonly work: (processes: number, seconds: number) => Promise<Work>;
  /** The processes, by their ids. */
  readonly pids: readonly number[];
  /** Throws when its books are inconsistent; returns a description of their content. */
  readonly verify: () => Promise<string>;
  readonly remove: () => Promise<void>;
}

interface Worker {
  readonly pid: number;
  readonly work: (seconds: number) => Promise<Work>;
  readonly end: () => Promise<void>;
}

/** Founds a company in Tryton and starts this many processes that write its books. Returns a sentence when Tryton is not installed. */
export async function startTryton(processes: number): Promise<Tryton> {
  const version = await versionOf();
  const name = `bench_tryton_${randomBytes(4).toString('hex')}`;
  const url = new URL(process.env.DAYBOOK_OWNER_URL ?? '');
  url.pathname = `/${name}`;
  await withOwner((client) => client.query(`create database ${name} template template0 encoding 'unicode'`));
  const workers: Worker[] = [];
  const remove = async () => {
    await Promise.all(workers.map((worker) => worker.end()));
    await withOwner((client) => client.query(`drop database ${name} with (force)`));
  };
  try {
    await outputOf(PYTHON, ['-W', 'ignore', PROGRAM, 'found', url.href]);
    while (workers.length < processes) workers.push(await startWorker(url.href));
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    version,
    work: async (count, seconds) => {
      const all = await Promise.all(workers.slice(0, count).map((worker) => worker.work(seconds)));
      const sum = (of: (one: Work) => number) => all.reduce((total, one) => total + of(one), 0);
      return { perSecond: sum((one) => one.perSecond), done: sum((one) => one.done) };
    },
    pids: workers.map(({ pid }) => pid),
    verify: async () => {
      const answer = JSON.parse(await outputOf(PYTHON, ['-W', 'ignore', PROGRAM, 'verify', url.href]));
      if (answer.unbalanced !== 0 || answer.moves !== answer.posted || answer.lines !== 4 * answer.moves)
        throw new Error(`Tryton's books do not agree: ${JSON.stringify(answer)}`);
      return `${answer.posted} moves posted, ${answer.lines} lines, each move balanced`;
    },
    remove,
  };
}

async function versionOf(): Promise<string> {
  const ask = 'import trytond, psycopg2, trytond.modules.account; print(trytond.__version__)';
  try {
    return (await outputOf(PYTHON, ['-W', 'ignore', '-c', ask])).trim();
  } catch (error) {
    throw new Error(
      `Tryton is not installed for ${PYTHON} (Debian: tryton-server, tryton-modules-account, python3-psycopg2), so there is nothing to compare with.`,
      { cause: error },
    );
  }
}

async function startWorker(url: string): Promise<Worker> {
  const child = spawn(PYTHON, ['-W', 'ignore', PROGRAM, 'work', url], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const answers = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { done, value } = await answers.next();
    if (done === true) throw new Error('Tryton ended before it answered.');
    return JSON.parse(value) as { readonly moves: number; readonly seconds: number };
  };
  await answer();
  return {
    pid: child.pid ?? 0,
    work: async (seconds) => {
      child.stdin.write(`${seconds}\n`);
      const { moves, seconds: took } = await answer();
      return { perSecond: moves / took, done: moves };
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
