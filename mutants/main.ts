// Started by `npm run mutants` (scripts/mutants.mjs explains why and with which arguments).
import fs from 'node:fs';
import { readArguments } from '../scripts/lib/arguments.mjs';
import { Cleanup } from '../scripts/lib/cleanup.mjs';
import { command, Failure } from '../scripts/lib/failure.mjs';
import { temporaryDirectory } from '../scripts/lib/run/throwaway.mjs';
import { Asker } from './asker';
import { copyCheckout, hashOfSources, whilePlanted } from './copy';
import { environmentFor, openTemplate } from './databases';
import { FLOORS, type Mutant, projectOf } from './mutant';
import { hashOf, keepResult, keepSound, type Result, readResults, readSound } from './results';
import { MUTANTS } from './table';
import { ask, LONGEST_MS, TOO_LATE, type Verdict } from './trial';

type Arguments = { only?: string; floor?: string; again?: true; 'at-once'?: string; unproved?: true };

/** A bug that makes a test wait longer than this is tried again after all others, with the full time. */
const PATIENT_MS = 90_000;

/**
 * How long a test waits for what must come (src/testing/patience.ts): far longer than the sound tests wait, which are
 * run with it first, so that a bug for which a test waits in vain costs half a minute and not eight.
 */
const WAITS_MS = 30_000;

/** How many test files prove themselves sound at a time: an interrupted run continues after the last of these groups. */
const SOUND_FILES = 40;

/** The bugs selected on the command line. */
function wanted({ only, floor }: Arguments): readonly Mutant[] {
  const names = only?.split(',');
  const unknown = names?.find((name) => !MUTANTS.some((mutant) => mutant.name === name));
  if (unknown !== undefined) throw new Failure(`No planted bug is called ${unknown}.`);
  if (floor !== undefined && !(FLOORS as readonly string[]).includes(floor)) {
    throw new Failure(`There is no floor ${floor}; the floors are ${FLOORS.join(', ')}.`);
  }
  return MUTANTS.filter(
    (mutant) => (names?.includes(mutant.name) ?? true) && (floor === undefined || mutant.floor === floor),
  );
}

const lineOf = (mutant: Mutant, { verdict, seconds }: Result, note = '') => {
  const sign = verdict.word === 'killed' ? '✓' : mutant.survives === undefined ? '✗' : '·';
  const by = verdict.word === 'killed' ? verdict.by : (mutant.survives ?? `NOT NOTICED: ${mutant.why}`);
  return `${sign} ${verdict.word.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${mutant.floor.padEnd(8)} ${mutant.name}${note}\n    ${by}`;
};

/** Tests that fail without any bug would kill every bug, so they run first on the unchanged sources, unless they passed with these before. */
async function proveSound(
  folder: string,
  mutants: readonly Mutant[],
  sources: string,
  env: Record<string, string>,
) {
  const known = readSound(sources);
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))].filter((test) => !known.has(test));
  if (tests.length === 0) return;
  console.log(`${tests.length} test files must pass without any bug …`);
  for (let from = 0; from < tests.length; from += SOUND_FILES) {
    const group = tests.slice(from, from + SOUND_FILES);
    const verdict = await ask(folder, group, env, { bail: false, longest: group.length * LONGEST_MS });
    if (verdict.word === 'killed') throw new Failure(`Without any bug a test fails: ${verdict.by}.`);
    if (verdict.word === 'broken') throw new Failure(`The tests could not be run: ${verdict.output}`);
    keepSound(sources, group);
    console.log(`  ${from + group.length} of ${tests.length} pass`);
  }
}

/** No bug may have left a trace in the vitest that was kept over them, so in the end it runs the same tests without any bug. */
async function proveStillSound(asker: Asker, tried: readonly Mutant[]) {
  const tests = [...new Set(tried.flatMap((mutant) => mutant.tests))];
  if (tests.length === 0) return;
  console.log(`${tests.length} test files must still pass without any bug …`);
  const verdict = await asker.ask(tests, { changed: [], longest: tests.length * LONGEST_MS });
  if (verdict.word === 'survived') return;
  const found = verdict.word === 'killed' ? verdict.by : verdict.output;
  throw new Failure(
    `After the trials, without any bug, a test fails: ${found}. Run them again with --again --only.`,
  );
}

/**
 * The kept vitest runs first; that a bug survives is accepted only when a new one, without any state, confirms it. A bug in a migration
 * needs a database migrated from the beginning, and therefore a new vitest.
 */
async function verdictOn(
  folder: string,
  asker: Asker,
  mutant: Mutant,
  { env, longest }: { readonly env: Record<string, string>; readonly longest: number },
): Promise<Verdict> {
  const { title, tests, file } = mutant;
  if (!file.startsWith('prisma/migrations/')) {
    const verdict = await asker.ask(tests, { title, changed: [file], longest });
    if (verdict.word === 'killed') return verdict;
  }
  return ask(folder, tests, environmentFor(mutant, env), { title });
}

await command(async () => {
  const asked = readArguments(process.argv.slice(2), {
    only: 'value',
    floor: 'value',
    again: 'flag',
    'at-once': 'value',
    unproved: 'flag',
  }) as Arguments;
  const mutants = wanted(asked);
  const results = readResults();
  const isKnown = (mutant: Mutant) => results.get(mutant.name)?.asked === hashOf(mutant);
  const open = asked.again ? [...mutants] : mutants.filter((mutant) => !isKnown(mutant));
  if (asked.unproved) {
    for (const { floor: where, name, why } of open) console.log(`${where.padEnd(8)} ${name}\n    ${why}`);
    console.log(`\n${mutants.length} planted, ${open.length} of them without a verdict`);
    return;
  }
  const broken: string[] = [];
  // Computed from the files copied now, because the checkout may change while the trials run.
  const hashes = new Map(open.map((mutant) => [mutant.name, hashOf(mutant)]));

  const cleanup = new Cleanup();
  cleanup.onSignals();
  try {
    const folders = Array.from({ length: Math.min(Number(asked['at-once'] ?? 2), open.length) }, () =>
      temporaryDirectory('mutants'),
    );
    await cleanup.add(() => {
      for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    });
    const sources = hashOfSources();
    for (const folder of folders) copyCheckout(folder);
    const needsDatabase = open.some(({ tests }) => tests.some((test) => projectOf(test) === 'database'));
    const env = {
      DAYBOOK_PATIENCE_MS: String(WAITS_MS),
      ...(needsDatabase ? await openTemplate(cleanup) : {}),
    };
    if (folders[0] !== undefined) await proveSound(folders[0], open, sources, env);

    const waiting = [...open];
    const slow = new Set<Mutant>();
    const attempt = async (folder: string, asker: Asker, mutant: Mutant) => {
      const started = performance.now();
      const longest = slow.has(mutant) ? LONGEST_MS : PATIENT_MS;
      const verdict = await whilePlanted(folder, mutant, () =>
        verdictOn(folder, asker, mutant, { env, longest }),
      );
      if (verdict === TOO_LATE && !slow.has(mutant)) {
        slow.add(mutant);
        waiting.push(mutant);
        return;
      }
      const seconds = (performance.now() - started) / 1000;
      if (cleanup.hasBegun) return;
      if (verdict.word === 'broken') {
        broken.push(mutant.name);
        console.log(`! broken   ${mutant.name}\n${verdict.output.slice(-3000)}`);
        return;
      }
      const result = { asked: hashes.get(mutant.name) ?? '', verdict, seconds };
      results.set(mutant.name, result);
      await keepResult(mutant.name, result);
      console.log(lineOf(mutant, result, `  (${waiting.length} to go)`));
    };
    await Promise.all(
      folders.map(async (folder) => {
        const asker = new Asker(folder, env);
        await cleanup.add(() => asker.stop());
        const tried: Mutant[] = [];
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          await attempt(folder, asker, next);
          tried.push(next);
        }
        await proveStillSound(asker, tried);
        await asker.stop();
      }),
    );
  } finally {
    await cleanup.run();
  }

  const judged = mutants.flatMap((mutant) => {
    const result = results.get(mutant.name);
    return result === undefined || broken.includes(mutant.name) ? [] : [{ mutant, result }];
  });
  const survivors = judged.filter(({ result }) => result.verdict.word === 'survived');
  const killed = judged.length - survivors.length;
  const unexplained = survivors.filter(({ mutant }) => mutant.survives === undefined);
  const outdated = judged.filter(
    ({ mutant, result }) => mutant.survives !== undefined && result.verdict.word === 'killed',
  );
  console.log('');
  for (const floor of FLOORS) {
    const here = judged.filter(({ mutant }) => mutant.floor === floor);
    const dead = here.filter(({ result }) => result.verdict.word === 'killed').length;
    const seconds = here.reduce((sum, { result }) => sum + result.seconds, 0);
    if (here.length > 0) {
      const counts = `${String(here.length).padStart(4)} planted ${String(dead).padStart(4)} killed`;
      console.log(`${floor.padEnd(10)}${counts}${seconds.toFixed(0).padStart(7)} s`);
    }
  }
  if (survivors.length > 0) console.log('\nSurvivors:');
  for (const { mutant, result } of survivors) console.log(lineOf(mutant, result));
  for (const { mutant } of outdated) {
    console.log(`✗ ${mutant.name} is killed: take out the reason why it survives.`);
  }
  for (const name of broken) console.log(`✗ ${name} could not be tried.`);
  const share = judged.length === 0 ? 0 : (100 * killed) / judged.length;
  console.log(
    `\n${judged.length} planted, ${killed} killed (${share.toFixed(1)} %), ${survivors.length} survived, ${unexplained.length} of them unexplained`,
  );
  process.exit(unexplained.length + outdated.length + broken.length > 0 ? 1 : 0);
});
