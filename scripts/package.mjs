// npm run package [-- --to dist/daybook]: everything a server runs, and nothing else, in one folder: the built pages, the bundled
// programs, the migrations and laws, and those files of the packages that any of them opens. The folder needs Node and a PostgreSQL
// (DATABASE_URL), no npm and no network; it may be read-only. The Dockerfile copies it. `--try` then serves from it as an unprivileged
// user, as the image and the manifests do.
import path from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { command } from './lib/failure.mjs';
import { inRoot } from './lib/paths.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  const wish = readArguments(process.argv.slice(2), { to: 'value', try: 'flag' });
  const to = wish.to ?? 'dist/daybook';
  await installDependencies();
  const { build } = await import('./lib/run/build.mjs');
  const { packageInto, RELEASED_PROGRAMS } = await import('./lib/release/package.mjs');
  await build({ pages: true, programs: RELEASED_PROGRAMS });
  const folder = path.resolve(inRoot(), to);
  const { files, bytes } = await packageInto(folder);
  console.log(`${files} files, ${(bytes / 1_048_576).toFixed(0)} MB in ${to}`);
  if (wish.try !== true) return;
  const { tryRelease } = await import('./lib/release/try-release.mjs');
  for (const held of await tryRelease(folder)) console.log(`held: ${held}`);
  process.exit(0);
});
