import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/lib/paths.mjs';
import type { Mutant } from './mutant';

/** What a checkout needs to run its tests, in addition to the files known to git. */
const GENERATED = ['src/db/generated', 'next-env.d.ts'];

/** The files of the checkout as they are now, committed or not. */
function sources(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list.split('\0').filter((name) => name !== '' && fs.existsSync(path.join(root, name)));
}

/** What the tests of planted bugs depend on: the program, its database, its scripts and the tests themselves. */
const RUN = /^(?:src|prisma|scripts|e2e|bench)\/|^(?:package(?:-lock)?|tsconfig)\.json$|^vitest\.config\.ts$/;

/** A hash of everything in the checkout that the tests of planted bugs depend on. */
export function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const name of sources().sort()) {
    if (!RUN.test(name)) continue;
    hash.update(
      `${name} ${createHash('sha256')
        .update(fs.readFileSync(path.join(root, name)))
        .digest('hex')}\n`,
    );
  }
  return hash.digest('hex');
}

/** Copies the checkout to a folder; the dependencies are shared. */
export function copyCheckout(folder: string): void {
  for (const name of [...sources(), ...GENERATED]) {
    const from = path.join(root, name);
    if (!fs.existsSync(from)) continue;
    const to = path.join(folder, name);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.cpSync(from, to, { recursive: true });
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
}

/** The text with the bug in it. Throws unless the text to replace occurs exactly once. */
export function planted(mutant: Mutant, text: string): string {
  const places = text.split(mutant.find).length - 1;
  if (places !== 1)
    throw new Error(`${mutant.name}: the text to replace is ${places} times in ${mutant.file}`);
  return text.replace(mutant.find, () => mutant.replace);
}

/** Plants the bug in a copy while `work` runs, then removes it. */
export async function whilePlanted<T>(folder: string, mutant: Mutant, work: () => Promise<T>): Promise<T> {
  const file = path.join(folder, mutant.file);
  const sound = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, planted(mutant, sound));
  try {
    return await work();
  } finally {
    fs.writeFileSync(file, sound);
  }
}
