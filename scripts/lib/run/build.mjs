import fs from 'node:fs';
import path from 'node:path';
import { run } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { buildDirectory, inRoot } from '../paths.mjs';
import { bundle, bundleOf } from '../release/bundle.mjs';
import { isRelease } from '../release/release.mjs';
import { generateClient } from './generate.mjs';
import { hashOf, readStamp, writeStamp } from './hashes.mjs';
import { inTurn } from './turn.mjs';

/** The sources of a build, without tests and code generated from the schema. */
const SOURCES = [
  'src',
  'prisma/schema',
  'prisma/seed',
  'bench',
  'public',
  'package-lock.json',
  'next.config.js',
  'postcss.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
  'scripts/lib/release/bundle.mjs',
];

const ignore = (name) =>
  /\.test\.tsx?$/.test(name) || name.startsWith('src/db/generated') || name.startsWith('src/testing');

/**
 * Builds everything a start needs: the Prisma client, the bundled programs, Next's pages. Does nothing (milliseconds) when
 * the sources have not changed since the last build.
 * @param {{pages?: boolean, programs?: string[]}} options pages: also `next build`
 */
export async function build({ pages = true, programs = ['server', 'seed'] } = {}) {
  if (isRelease() || isFresh(pages, programs)) return;
  await inTurn('build', async () => {
    await generateClient();
    await buildPrograms(programs);
    if (pages) await buildPages();
  });
}

const currentHash = () => hashOf(SOURCES, { ignore });

function isFresh(pages, programs) {
  const hash = currentHash();
  const fresh = programs.every(
    (program) => readStamp(stampOf(program)) === hash && fs.existsSync(bundleOf(program)),
  );
  return (
    fresh && (!pages || (readStamp(stampOf('pages')) === hash && fs.existsSync(inRoot('.next', 'BUILD_ID'))))
  );
}

const stampOf = (step) => path.join(buildDirectory, `${step}.stamp`);

async function buildPrograms(programs) {
  const hash = currentHash();
  const stale = programs.filter(
    (program) => readStamp(stampOf(program)) !== hash || !fs.existsSync(bundleOf(program)),
  );
  for (const program of stale) fs.rmSync(stampOf(program), { force: true });
  await bundle(stale);
  for (const program of stale) writeStamp(stampOf(program), hash);
}

async function buildPages() {
  const hash = currentHash();
  if (readStamp(stampOf('pages')) === hash && fs.existsSync(inRoot('.next', 'BUILD_ID'))) return;
  fs.rmSync(stampOf('pages'), { force: true });
  console.log('Building the pages (next build) …');
  const { code } = await run(
    process.execPath,
    [inRoot('node_modules', 'next', 'dist', 'bin', 'next'), 'build'],
    {
      show: true,
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    },
  );
  if (code !== 0) throw new Failure('The pages could not be built; the reason stands above.');
  writeStamp(stampOf('pages'), hash);
}
