import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';
import { inTurn } from '../run/turn.mjs';
import { isRelease } from './release.mjs';

/**
 * Installs the dependencies when node_modules does not match package-lock.json. Install scripts are not run: npm 11 skips
 * them anyway, and none is needed (the links of the built-in PostgreSQL are created when it starts).
 * @returns {Promise<boolean>} whether they were installed now
 */
export async function installDependencies() {
  if (isRelease()) return false;
  if (isInstalled()) return false;
  return inTurn('install', async () => {
    if (isInstalled()) return false;
    console.log('Installing dependencies (npm ci) …');
    await npmCi();
    return true;
  });
}

/** Compares the lock file with the record npm leaves in node_modules when an installation is complete. */
export function isInstalled() {
  const wanted = packagesOf(inRoot('package-lock.json'));
  const found = packagesOf(inRoot('node_modules', '.package-lock.json'));
  if (!wanted)
    throw new Failure(
      'package-lock.json is missing or damaged; restore it with "git checkout package-lock.json".',
    );
  return found !== undefined && agree(wanted, found);
}

function packagesOf(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Whether every package in the lock file is installed in that version, except those for another platform. */
export function agree(wanted, found) {
  return Object.entries(wanted).every(([folder, { version, integrity, optional, devOptional, link }]) => {
    if (folder === '' || link) return true;
    const there = found[folder];
    if (!there) return Boolean(optional || devOptional);
    return there.version === version && there.integrity === integrity;
  });
}

function npmCi() {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const ownNpm = process.env.npm_execpath;
  const [file, all] = ownNpm?.endsWith('.js') ? [process.execPath, [ownNpm, ...args]] : ['npm', args];
  return new Promise((resolve, reject) => {
    const child = spawn(file, all, {
      cwd: inRoot(),
      stdio: 'inherit',
      shell: process.platform === 'win32' && file === 'npm',
    });
    child.on('error', (error) => reject(new Failure(`npm could not be started: ${error.message}.`)));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Failure(
            'The dependencies could not be installed; npm says why above (is the registry reachable?).',
          ),
        );
    });
  });
}
