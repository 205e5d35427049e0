import fs from 'node:fs';
import path from 'node:path';
import { run } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';

// The headless shell first: the same engine without the browser's own windows around each page, which took 40% of the browser's time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds or installs a browser for the screen tests: DAYBOOK_BROWSER; the system's Chromium or Chrome; Playwright's own;
 * `playwright install chromium`; on Debian as root, apt. Never skips the tests: without a browser it fails.
 * @returns {Promise<string>} the executable
 */
export async function findBrowser(env = process.env) {
  if (env.DAYBOOK_BROWSER) {
    if (isExecutable(env.DAYBOOK_BROWSER)) return env.DAYBOOK_BROWSER;
    throw new Failure(`DAYBOOK_BROWSER names ${env.DAYBOOK_BROWSER}, which is not a program.`);
  }
  return onPath(env) ?? (await playwrightsOwn()) ?? (await installed(env));
}

function onPath(env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...ELSEWHERE,
  ];
  return candidates.find(isExecutable);
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return isExecutable(file) ? file : undefined;
}

async function installed(env) {
  console.log('No browser found; asking Playwright to install Chromium …');
  await run(process.execPath, [inRoot('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
    show: true,
  });
  const own = await playwrightsOwn();
  if (own) return own;
  if (process.getuid?.() === 0 && fs.existsSync('/etc/debian_version')) {
    console.log('Asking apt for Chromium …');
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' }, show: true };
    // Another apt on the same machine holds the lock for a minute or two at most; without this the first one to ask would fail.
    const patient = ['-o', 'DPkg::Lock::Timeout=300'];
    await run('apt-get', [...patient, 'update', '-q'], quiet);
    // Older releases, and Ubuntu, do not have the shell as a separate package.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', [...patient, 'install', '-y', '-q', '--no-install-recommends', name], quiet);
      const system = onPath(env);
      if (system) return system;
    }
  }
  throw new Failure(
    'No browser for the screen tests: install Chromium or Chrome, or set DAYBOOK_BROWSER to one; it could not be downloaded.',
  );
}

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
