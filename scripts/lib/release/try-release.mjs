import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Cleanup } from '../cleanup.mjs';
import { Failure } from '../failure.mjs';
import { freePort } from '../ports.mjs';
import { temporaryDirectory, throwawayDatabase } from '../run/throwaway.mjs';

/** The user of the image, who exists on every Linux by this number. */
const NOBODY = 65_534;

/**
 * Does with a release what the image and the manifests do, without a container: an unprivileged user, none of its files writable, a data
 * directory next to it, an empty PostgreSQL, no demo; it is migrated by its own command and served, answers for a page, its files and the
 * APIs, is stopped by SIGTERM and started again.
 * @returns {Promise<string[]>} what held, one line each; fails at the first thing that does not
 */
export async function tryRelease(folder) {
  const cleanup = new Cleanup();
  cleanup.onSignals();
  try {
    const place = temporaryDirectory('release');
    await cleanup.add(() => {
      execFileSync('chmod', ['-R', 'u+w', place]);
      fs.rmSync(place, { recursive: true, force: true });
    });
    const root = path.join(place, 'app');
    fs.cpSync(folder, root, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a-w,a+rX', root]);
    const data = path.join(place, 'data');
    fs.mkdirSync(data);
    const asRoot = process.getuid?.() === 0;
    if (asRoot) fs.chownSync(data, NOBODY, NOBODY);
    const { url } = await throwawayDatabase(process.env, { cleanup, forgetful: false });
    const port = await freePort();
    const release = {
      root,
      base: `http://127.0.0.1:${port}`,
      env: {
        PATH: process.env.PATH,
        HOME: data,
        TMPDIR: os.tmpdir(),
        NODE_ENV: 'production',
        DATABASE_URL: url,
        DAYBOOK_DATA_DIR: data,
        DAYBOOK_DEMO: '0',
        PORT: String(port),
      },
      who: asRoot ? { uid: NOBODY, gid: NOBODY } : {},
      cleanup,
    };
    return [
      `${asRoot ? 'user 65534' : 'this user'}, read-only files`,
      await migrated(release),
      ...(await served(release)),
      ...(await served(release)),
    ];
  } finally {
    await cleanup.run();
  }
}

async function migrated({ root, env, who }) {
  execFileSync(process.execPath, [path.join(root, 'scripts', 'migrate.mjs')], { env, cwd: root, ...who });
  return 'migrated by its own command';
}

async function served({ root, base, env, who, cleanup }) {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
    env,
    cwd: root,
    ...who,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await cleanup.add(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece));
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  let left = false;
  void ended.then(() => (left = true));
  while (!said.includes('Daybook is ready')) {
    if (left) throw new Failure(`The release ended before it was ready:\n${said}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  const ready = Math.round(performance.now() - began);
  const answers = (address) => answered(address, () => said);
  await answers(`${base}/readyz`);
  const page = await answers(`${base}/login`);
  const [script] = /\/_next\/static\/[^"']+\.js/.exec(page) ?? [];
  const [style] = /\/_next\/static\/[^"']+\.css/.exec(page) ?? [];
  if (script === undefined || style === undefined)
    throw new Failure('The sign-in page names no script or style.');
  await answers(`${base}${script}`);
  await answers(`${base}${style}`);
  await answers(`${base}/openapi.json`);
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Failure(`The release ended with ${code} after SIGTERM:\n${said}`);
  return [
    `ready after ${ready} ms; sign-in page, its script and style, /openapi.json and /readyz answer 200`,
    'SIGTERM ends it with 0',
  ];
}

async function answered(address, said) {
  const response = await fetch(address);
  const text = await response.text();
  if (response.status !== 200) throw new Failure(`${address} answered ${response.status}:\n${said()}`);
  return text;
}
