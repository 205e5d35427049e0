import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that contains package.json, whatever the current directory is. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export const inRoot = (...parts) => path.join(root, ...parts);

/** Where build results are kept: bundles, and stamps that record what they were built from. */
export const buildDirectory = inRoot('.daybook');

/** The data directory named in the environment: DAYBOOK_DATA_DIR, relative to the checkout; `.data` by default. */
export function dataDirectoryFrom(env) {
  return path.resolve(root, env.DAYBOOK_DATA_DIR || '.data');
}
