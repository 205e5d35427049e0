import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { stopProcess, track } from '../scripts/lib/children.mjs';
import { projectOf } from './mutant';
import { LONGEST_MS, type ModuleResult, TOO_LATE, type Verdict, verdictOf } from './trial';

interface Question {
  readonly project: string;
  readonly files: readonly string[];
  readonly title: string | undefined;
  /** The files that have changed since the previous trial. */
  readonly changed: readonly string[];
}
type Answer =
  | { readonly answer: { readonly results: readonly ModuleResult[]; readonly unhandled: readonly string[] } }
  | { readonly failure: string };

/** Runs tests in a copy of the checkout with a vitest that is kept over the trials (kept-vitest.mjs says what is not kept). */
export class Asker {
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor(folder: string, env: Record<string, string>) {
    this.#folder = folder;
    this.#env = env;
  }

  /** The same as `ask` of trial.ts, but TOO_LATE after `longest` milliseconds. `changed`: the file with the bug. */
  async ask(
    tests: readonly string[],
    {
      title,
      changed,
      longest = LONGEST_MS,
    }: {
      readonly title?: string | undefined;
      readonly changed: readonly string[];
      readonly longest?: number;
    },
  ): Promise<Verdict> {
    for (const project of ['unit', 'database'] as const) {
      const files = tests.filter((test) => projectOf(test) === project);
      if (files.length === 0) continue;
      const answer = await this.#askWithin(longest, { project, files, title, changed });
      if (answer === undefined) return TOO_LATE;
      if ('failure' in answer) return { word: 'broken', output: answer.failure };
      const { results, unhandled } = answer.answer;
      const verdict = verdictOf(results, this.#folder, unhandled.join('\n'));
      if (verdict.word === 'survived' && unhandled.length > 0) {
        return { word: 'broken', output: unhandled.join('\n') };
      }
      if (verdict.word !== 'survived') return verdict;
    }
    return { word: 'survived' };
  }

  async stop(): Promise<void> {
    const { pid } = this.#child ?? {};
    this.#child = undefined;
    if (pid !== undefined) await stopProcess(-pid);
  }

  /** The answer; undefined when none came in time, after which a new process is used. */
  async #askWithin(longest: number, question: Question): Promise<Answer | undefined> {
    this.#child ??= this.#start();
    const child = this.#child;
    let timer: NodeJS.Timeout | undefined;
    const answer = await new Promise<Answer | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), longest);
      child.once('message', (message) => resolve(message as Answer));
      child.once('close', () => resolve({ failure: 'The process that runs the tests ended.' }));
      child.send(question);
    });
    clearTimeout(timer);
    child.removeAllListeners('message');
    child.removeAllListeners('close');
    if (answer === undefined || child.exitCode !== null) await this.stop();
    return answer;
  }

  #start(): ChildProcess {
    const child = track(
      spawn(process.execPath, [path.join(this.#folder, 'mutants', 'kept-vitest.mjs')], {
        cwd: this.#folder,
        env: { ...process.env, ...this.#env, NO_COLOR: '1', FORCE_COLOR: '0' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        detached: true,
      }),
    );
    return child;
  }
}
