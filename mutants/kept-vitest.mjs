// Started by mutants/trial.ts in a copy of the checkout, and kept over many trials: starting vitest, reading its configuration and
// transforming hundreds of modules takes longer than most trials themselves. Nothing else is kept: each trial has new worker processes, so
// that no module, connection or plan is left from the trial before; its databases are new; and the file in which the bug is planted is read
// again, as is that of the trial before.
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { createVitest } from 'vitest/node';

const folder = process.cwd();
const environment = { ...process.env };
const started = new Map();
let before = [];

/** A vitest that runs the files of one project, one after another, until a test fails, and prints nothing. */
async function vitestOf(project) {
  const known = started.get(project);
  if (known !== undefined) return known;
  const options = { root: folder, project: [project], watch: false, maxWorkers: 1, bail: 1, reporters: [{}] };
  const vitest = await createVitest('test', options);
  // The databases are those of the trial (databasesOfTrial), not of the process.
  for (const one of vitest.projects) one.config.globalSetup = [];
  started.set(project, vitest);
  return vitest;
}

/** New databases with the laws as they are in the copy now; `remove` drops them and puts the environment back. */
async function databasesOfTrial(project) {
  if (project !== 'database') return async () => {};
  const { default: setup } = await tsImport('../src/testing/global-setup.ts', import.meta.url);
  const remove = await setup();
  return async () => {
    await remove();
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };
}

async function ask({ project, files, title, changed }) {
  const vitest = await vitestOf(project);
  for (const file of [...before, ...changed]) {
    for (const one of started.values()) one.invalidateFile(path.join(folder, file));
  }
  before = changed;
  // Failures of the trial before would count for `bail`.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  if (title === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(title);
  const wanted = new Set(files.map((file) => path.join(folder, file)));
  const found = await vitest.globTestSpecifications(files);
  const specifications = found.filter(({ moduleId }) => wanted.has(moduleId));
  if (specifications.length !== wanted.size) throw new Error(`Not all of ${files.join(', ')} are tests.`);
  const remove = await databasesOfTrial(project);
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    return {
      unhandled: unhandledErrors.map((error) => String(error?.message ?? error)),
      results: testModules.map(resultOf),
    };
  } finally {
    await remove();
  }
}

/** The format of vitest's own JSON report, as far as trial.ts reads it. */
const resultOf = (module) => ({
  name: module.moduleId,
  status: module.state(),
  message: module.errors()[0]?.message ?? '',
  assertionResults: [...module.children.allTests()].map((test) => ({
    status: test.result().state,
    fullName: test.fullName.replaceAll(' > ', ' '),
  })),
});

process.on('message', (question) => {
  ask(question).then(
    (answer) => process.send({ answer }),
    (error) => process.send({ failure: String(error?.stack ?? error) }),
  );
});
// The process that started this one is gone.
process.on('disconnect', () => process.exit(0));
