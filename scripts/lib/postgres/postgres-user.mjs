import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';

/** PostgreSQL refuses to run as root, so these ordinary users are tried in turn. None is created. */
const CANDIDATES = ['postgres', 'daybook', 'nobody'];

/**
 * The user the built-in PostgreSQL runs as; undefined for the current user, which is every case except root.
 * @returns {{uid: number, gid: number, name: string} | undefined}
 */
export function databaseUser() {
  if (process.getuid?.() !== 0) return undefined;
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const wanted of CANDIDATES) {
    const fields = lines.map((line) => line.split(':')).find(([name]) => name === wanted);
    if (fields) return { name: wanted, uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Failure(
    'PostgreSQL does not run as root and this machine has no ordinary user for it; create one with "useradd --system daybook".',
  );
}

/** True when that user can access this folder and all its parents. */
export function canEnter(user, folder) {
  if (!user) return true;
  const probe = spawnSync(path.resolve('/', 'bin', 'sh'), ['-c', 'cd "$1"', 'sh', folder], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
  });
  return probe.status === 0;
}
