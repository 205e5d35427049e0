import fs from 'node:fs';
import { inRoot } from '../paths.mjs';

/** The file that marks a folder as a packaged release (`npm run package`). */
export const RELEASE_FILE = 'release.json';

/** Whether this folder is a packaged release: it has what runs, built, and nothing to install or to build with. */
export const isRelease = () => fs.existsSync(inRoot(RELEASE_FILE));
