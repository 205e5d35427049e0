import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isAlive } from './children.mjs';
import { Failure } from './failure.mjs';

/** The layout version of the data directory. Increase it when the layout changes so that older versions cannot read it. */
export const LAYOUT = 1;

/**
 * Opens (or creates) a data directory. Refuses, changing nothing, when it cannot be read or written, is not a directory, or
 * was written by a newer Daybook.
 */
export function openDataDirectory(directory) {
  try {
    makeDirectory(path.resolve(directory));
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    fs.readdirSync(directory);
  } catch (error) {
    const reason = error.code === 'EEXIST' || error.code === 'ENOTDIR' ? 'it is not a directory' : error.code;
    throw new Failure(`The data directory ${directory} cannot be read and written (${reason}).`);
  }
  checkLayout(directory);
  return directory;
}

/** Creates one level at a time: Node's recursive mkdir never ends where the system allows no directories (/proc). */
function makeDirectory(directory) {
  const isThere = () => fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isThere()) return;
  const parent = path.dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  try {
    fs.mkdirSync(directory);
  } catch (error) {
    if (error.code !== 'EEXIST' || !isThere()) throw error;
  }
}

function checkLayout(directory) {
  const file = path.join(directory, 'version.json');
  let text;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw new Failure(`The file ${file} cannot be read (${error.code}).`);
    fs.writeFileSync(file, `${JSON.stringify({ layout: LAYOUT })}\n`);
    return;
  }
  let layout;
  try {
    layout = JSON.parse(text).layout;
  } catch {
    layout = undefined;
  }
  if (!Number.isInteger(layout))
    throw new Failure(`The version file ${file} is damaged: it holds no layout number.`);
  if (layout > LAYOUT) {
    throw new Failure(
      `The data directory ${directory} was written by a newer Daybook (layout ${layout}, this one knows ${LAYOUT}); update this checkout or choose another DAYBOOK_DATA_DIR.`,
    );
  }
}

/** When a process started, in kernel time, which distinguishes it from a later process with the same id. */
function startMark(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '';
  }
}

function holderOf(file) {
  try {
    const { pid, mark } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return isAlive(pid) && startMark(pid) === mark ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Locks the directory for this process; a second start on it is refused. A lock left by a killed process is taken over.
 * @returns {() => void} a function that releases it
 */
export function lockDataDirectory(directory) {
  const file = path.join(directory, 'lock.json');
  const body = JSON.stringify({ pid: process.pid, mark: startMark(process.pid) });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      fs.writeFileSync(file, body, { flag: 'wx' });
      return () => {
        if (holderOf(file) === process.pid) fs.rmSync(file, { force: true });
      };
    } catch (error) {
      if (error.code !== 'EEXIST')
        throw new Failure(`The data directory ${directory} cannot be written (${error.code}).`);
    }
    const holder = holderOf(file);
    if (holder !== undefined) {
      throw new Failure(
        `Another Daybook (process ${holder}) is using ${directory}; stop it, or set DAYBOOK_DATA_DIR to another directory.`,
      );
    }
    fs.rmSync(file, { force: true });
  }
  throw new Failure(`Another Daybook is starting on ${directory} at this moment; try again.`);
}

/** Reads a JSON file of the data directory; undefined when it does not exist. */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(`The file ${file} cannot be read (${error.code ?? 'it is not JSON'}).`);
  }
}

/** Writes a JSON file atomically (a reader never sees half of it), readable only by its owner. */
export function writePrivateJson(file, value) {
  const partial = `${file}.${process.pid}`;
  fs.writeFileSync(partial, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(partial, file);
}

/** A secret of this data directory, created on first use and kept in secrets.json (mode 600). */
export function secretOf(directory, name) {
  const file = path.join(directory, 'secrets.json');
  const secrets = readJson(file) ?? {};
  if (typeof secrets[name] !== 'string') {
    secrets[name] = randomBytes(32).toString('base64url');
    writePrivateJson(file, secrets);
  }
  return secrets[name];
}
