import { Failure } from '../failure.mjs';

const OLDEST = [20, 9];

/** Refuses a Node.js older than 20.9, in one sentence. */
export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new Failure(`Daybook needs Node.js ${OLDEST.join('.')} or newer; this is ${version}.`);
}
