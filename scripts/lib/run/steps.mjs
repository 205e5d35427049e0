import { sentenceOf } from '../failure.mjs';
import { inSequence, processorSeconds, wholeProcessorSeconds } from './processor-time.mjs';

/**
 * One step of a check: a name for --only, a title for the reader, and what it does. `run` returns how many tests passed and
 * failed, with the text to show when something failed; a step that throws counts as one failure.
 * `files` has the duration of each test file, `failures` each failed test with the first lines of its error.
 * @typedef {{file: string, title: string, lines: string[]}} FailedTest
 * @typedef {{passed: number, failed: number, skipped?: number, output?: string, files?: {file: string, seconds: number}[], failures?: FailedTest[]}} Outcome
 * @typedef {{name: string, title: string, run: () => Promise<Outcome>}} Step
 */

/** Collects the outcomes in order and prints each as it happens. */
export class Report {
  #rows = [];
  #started = performance.now();

  async perform(step) {
    const started = performance.now();
    const before = processorSeconds();
    let outcome;
    try {
      outcome = await step.run();
    } catch (error) {
      if (process.env.DAYBOOK_DEBUG) console.error(error);
      outcome = { passed: 0, failed: 1, output: sentenceOf(error) };
    }
    const seconds = (performance.now() - started) / 1000;
    // The processor time of a server killed with its process group is lost, so the last step may appear to use negative time.
    const after = processorSeconds();
    const row = { title: step.title, seconds, processor: Math.max(0, after - before), ...outcome };
    this.#rows.push(row);
    if (outcome.failed > 0 && outcome.output) console.log(`\n--- ${step.title}\n${outcome.output.trim()}\n`);
    console.log(lineOf(row));
    return outcome;
  }

  /** Performs steps in order, at most `width` at a time. */
  async performAll(steps, width = 1) {
    const waiting = [...steps];
    const worker = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) await this.perform(step);
    };
    await Promise.all(Array.from({ length: width }, () => inSequence(worker)));
  }

  get passed() {
    return this.#rows.reduce((sum, row) => sum + row.passed, 0);
  }

  get failed() {
    return this.#rows.reduce((sum, row) => sum + row.failed, 0);
  }

  /**
   * The table of all steps with their time and their processor time, the test files that took longest, what failed (steps run side by
   * side, so that it may stand thousands of lines above) and, as the very last line, the two counts.
   */
  summary() {
    const lines = [
      '',
      ...this.#rows.map(lineOf),
      ...wholeOf(this.#started),
      ...this.#slowest(),
      ...this.#whatFailed(),
      '',
    ];
    return [...lines, `${this.passed} passed, ${this.failed} failed`].join('\n');
  }

  #whatFailed() {
    const failures = this.#rows.flatMap((row) =>
      row.failed === 0
        ? []
        : (nonEmpty(row.failures) ?? [{ file: row.title, title: '', lines: linesOf(row.output) }]),
    );
    if (failures.length === 0) return [];
    return [
      '',
      'What failed:',
      ...failures
        .slice(0, SHOWN_FAILURES)
        .flatMap(({ file, title, lines }) => [
          `✗ ${file}  ${title}`.trimEnd(),
          ...lines.map((line) => `    ${line}`),
        ]),
      ...(failures.length > SHOWN_FAILURES ? [`… and ${failures.length - SHOWN_FAILURES} more`] : []),
    ];
  }

  #slowest() {
    const files = this.#rows.flatMap((row) => row.files ?? []).sort((a, b) => b.seconds - a.seconds);
    if (files.length <= SHOWN_FILES) return [];
    const whole = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const shown = files.slice(0, SHOWN_FILES);
    return [
      '',
      `Where the time of ${files.length} test files went (${whole.toFixed(0)} s of one worker):`,
      ...shown.map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`),
    ];
  }
}

/** The number of slowest test files in the summary. */
const SHOWN_FILES = 15;

/** The number of failed tests that the summary describes. */
const SHOWN_FAILURES = 20;

const nonEmpty = (list) => (list?.length ? list : undefined);

/** The first lines of what a step without tests of its own said when it failed. */
const linesOf = (output) =>
  (output ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 12);

function lineOf({ title, seconds, processor, passed, failed, skipped = 0 }) {
  const counts = `${passed} passed${failed ? `, ${failed} FAILED` : ''}${skipped ? `, ${skipped} skipped` : ''}`;
  return `${failed ? '✗' : '✓'} ${timesOf(title, seconds, processor)}  ${counts}`;
}

/** From the first step on, including this process itself, which bundles and reads reports. */
function wholeOf(started) {
  return [`  ${timesOf('everything', (performance.now() - started) / 1000, wholeProcessorSeconds())}`];
}

/** Without processor time where the system does not report it. */
function timesOf(title, seconds, processor) {
  const cpu = Number.isFinite(processor) ? `${processor.toFixed(1).padStart(7)} s of processor time` : '';
  return `${title.padEnd(50)} ${seconds.toFixed(1).padStart(6)} s${cpu}`;
}
