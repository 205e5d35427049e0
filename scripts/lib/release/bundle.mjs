import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { buildDirectory, inRoot } from '../paths.mjs';

/** The programs that run outside Next, each bundled into one file of .daybook/. */
export const PROGRAMS = {
  server: 'src/server/main.ts',
  seed: 'prisma/seed/main.ts',
  verify: 'src/jobs/verify-main.ts',
  people: 'src/jobs/people-main.ts',
  'cut-over': 'src/jobs/cut-over-main.ts',
  bench: 'bench/main.ts',
  faults: 'bench/faults/main.ts',
};

/** The file a program is bundled into. */
export const bundleOf = (program) => path.join(buildDirectory, `${program}.mjs`);

/** How a program is bundled, as esbuild takes it. */
export const optionsFor = (program) => ({
  entryPoints: [inRoot(PROGRAMS[program])],
  outfile: bundleOf(program),
  absWorkingDir: inRoot(),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  tsconfig: inRoot('tsconfig.json'),
  sourcemap: true,
  jsx: 'automatic',
  logLevel: 'silent',
  plugins: [serverOnly, packagedJson],
});

/**
 * Bundles our TypeScript for Node: path aliases resolved, packages left in node_modules. It takes about half a second, so it
 * is done whenever the sources have changed.
 * @param {string[]} programs names out of PROGRAMS
 */
export async function bundle(programs) {
  const { build } = await import('esbuild');
  for (const program of programs) {
    if (!fs.existsSync(inRoot(PROGRAMS[program])))
      throw new Failure(`${PROGRAMS[program]} is missing from this checkout.`);
    try {
      await build(optionsFor(program));
    } catch (error) {
      const [{ text, location }] = error.errors ?? [{ text: error.message }];
      const where = location ? `${location.file}:${location.line}: ` : '';
      throw new Failure(`${PROGRAMS[program]} could not be bundled: ${where}${text}.`);
    }
  }
}

/** Bundles a program again whenever one of its sources changes. Returns a function that stops watching. */
export async function watchBundle(program) {
  const { context } = await import('esbuild');
  const watching = await context({ ...optionsFor(program), logLevel: 'warning' });
  await watching.watch();
  return () => watching.dispose();
}

/** `import 'server-only'` protects client bundles; in a plain Node program it would throw, so it is replaced by an empty module. */
const serverOnly = {
  name: 'server-only',
  setup(build) {
    build.onResolve({ filter: /^server-only$/ }, () => ({ path: 'server-only', namespace: 'empty' }));
    build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: '' }));
  },
};

/** JSON data in a package is bundled, because Node 20 imports JSON only with an attribute that Next's compiler does not support. */
const packagedJson = {
  name: 'packaged-json',
  setup(build) {
    build.onResolve({ filter: /^[^./@][^:]*\.json$/ }, ({ path: name, importer }) => ({
      path: createRequire(importer).resolve(name),
    }));
  },
};
