import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { Failure } from './failure.mjs';
import { root } from './paths.mjs';
import { countProgram } from './run/processor-time.mjs';

const running = new Set();
let ending = false;

/** Starts a program, unless everything is being stopped, because nothing would end it then. */
export function begin(file, args, options) {
  if (ending) throw new Failure('Interrupted.');
  const child = spawn(file, args, options);
  countProgram(child);
  return child;
}

/** Tracks a child process until it ends, so that `stopChildren` can end it with this process. */
export function track(child) {
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Ends the programs we started that are still running, together with their own child processes. */
export async function stopChildren() {
  ending = true;
  await Promise.all([...running].map((child) => stopProcess(GROUPS ? -child.pid : child.pid)));
}

/** Allows programs to be started again: everything has been stopped, and this process continues, as a test worker does. */
export function allowPrograms() {
  ending = false;
}

/** Programs we run get their own process group, so that they can be ended together with their child processes. */
const GROUPS = process.platform !== 'win32';

/** A program that has ended or crashed may have left child processes running. */
function endStragglers(pid) {
  if (!GROUPS || !pid) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // None left, which is the usual case.
  }
}

/**
 * Runs a program to its end and returns {code, signal, output}. `show` passes its output on to the terminal; `input` is
 * what it reads.
 */
export function run(file, args, { env, cwd = root, show = false, uid, gid, input } = {}) {
  return new Promise((resolve, reject) => {
    const shown = show ? 'inherit' : 'pipe';
    const stdio = [input === undefined ? 'ignore' : 'pipe', shown, shown];
    const child = track(
      begin(file, args, { cwd, env: { ...process.env, ...env }, stdio, uid, gid, detached: GROUPS }),
    );
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    if (input !== undefined) child.stdin?.end(input);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      endStragglers(child.pid);
      resolve({ code, signal, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** True while a process with this id exists, ours or not; a negative id means any process of that group. */
export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid === 0 || pid === -1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return pid < 0 || !isZombie(pid);
}

/** Ended but not yet reaped by its parent; in a container without an init process it stays that way forever. */
function isZombie(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks a process (or, by negative id, a process group) to end, waits, and kills it if it does not. */
export async function stopProcess(pid, { signal = 'SIGTERM', graceMs = 10_000 } = {}) {
  if (!isAlive(pid)) return;
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
  const deadline = Date.now() + graceMs;
  while (isAlive(pid) && Date.now() < deadline) await pause(50);
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
