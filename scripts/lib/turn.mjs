import fs from 'node:fs';
import path from 'node:path';
import { isAlive, pause } from './children.mjs';
import { Failure } from './failure.mjs';
import { buildDirectory } from './paths.mjs';

/**
 * Runs `work` while no other process of this checkout does the same, so that two concurrent starts install and build once. A
 * lock left by a killed process is taken over.
 */
export async function inTurn(name, work) {
  const file = path.join(buildDirectory, `${name}.turn`);
  fs.mkdirSync(buildDirectory, { recursive: true });
  let told = false;
  while (!take(file)) {
    const holder = Number(fs.readFileSync(file, { encoding: 'utf8', flag: 'a+' }));
    if (holder && !isAlive(holder)) fs.rmSync(file, { force: true });
    else if (!told) {
      told = true;
      console.log(`Waiting: another process works on the ${name} of this checkout …`);
    }
    await pause(250);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Failure(`This checkout cannot be written to (${error.code} on ${file}).`);
  }
}
