import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';

/** One hash over the names and contents of files and folders in the checkout; a missing one counts as absent. */
export function hashOf(names, { ignore = () => false } = {}) {
  const hash = createHash('sha256');
  for (const name of names) addTo(hash, name, ignore);
  return hash.digest('hex');
}

function addTo(hash, name, ignore) {
  if (ignore(name)) return;
  const full = path.join(root, name);
  const found = fs.statSync(full, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    for (const child of fs.readdirSync(full).sort()) addTo(hash, `${name}/${child}`, ignore);
    return;
  }
  hash.update(`${name}\0`).update(fs.readFileSync(full)).update('\0');
}

/** The stamp left by a build step, if any. */
export function readStamp(file) {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Writes a stamp after a step has succeeded. */
export function writeStamp(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${value}\n`);
}
