import fs from 'node:fs';
import { inRoot } from '../paths.mjs';

/** The version of this checkout, from package.json. */
export const daybookVersion = () => JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8')).version;

/** Whether version `a` was released after version `b`; 0.2.0-rc.1 comes before 0.2.0. */
export function isNewer(a, b) {
  const [ours, theirs] = [parts(a), parts(b)];
  for (const [index, number] of ours.numbers.entries()) {
    if (number !== theirs.numbers[index]) return number > theirs.numbers[index];
  }
  if (ours.preview === theirs.preview) return false;
  if (!ours.preview || !theirs.preview) return !ours.preview;
  return ours.preview.localeCompare(theirs.preview, 'en', { numeric: true }) > 0;
}

function parts(version) {
  const [, major, minor, patch, preview = ''] = /^(\d+)\.(\d+)\.(\d+)(?:-([^+]+))?/.exec(version) ?? [];
  return { numbers: [major, minor, patch].map(Number), preview };
}
