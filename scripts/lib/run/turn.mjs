import fs from 'node:fs';
import path from 'node:path';
import { isAlive, pause } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { buildDirectory } from '../paths.mjs';

/**
 * Runs `work` while no other process of this checkout does the same thing: two simultaneous starts install and build once. A turn left by a
 * killed process is taken over. A process that has to wait prints so, unless turns are too short to mention.
 */
export async function inTurn(name, work, { isShown = true } = {}) {
  const file = path.join(buildDirectory, `${name}.turn`);
  fs.mkdirSync(buildDirectory, { recursive: true });
  let told = false;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder && !isAlive(holder)) fs.rmSync(file, { force: true });
    else if (isShown && !told) {
      told = true;
      console.log(`Waiting: another process works on the ${name} of this checkout …`);
    }
    await pause(isShown ? 250 : 20);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** The process whose turn it is; 0 when it has just ended or has not registered yet. */
function holderOf(file) {
  try {
    return Number(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
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
