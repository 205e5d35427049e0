import { pathToFileURL } from 'node:url';
import { begin, pause, stopProcess } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';
import { portObstacle } from '../ports.mjs';

/**
 * Posting requests end before a young generation of 32 MB is collected, so that few of their objects are promoted. Promoted objects are
 * collected when the old generation has grown by two fifths; by default it may grow to several times its live size, so that a long file
 * added 150 MB to the server, which holds each row for a moment only (docs/measurements.md). A server whose requests wait for the database counts
 * as idle: V8 would move all that it holds together, only to give memory back, while those requests and new ones wait
 * (docs/scale.md, "No one waits for a long answer").
 */
export const SERVER_FLAGS = ['--max-semi-space-size=32', '--heap-growing-percent=40', '--no-memory-reducer'];

/**
 * Ports of other protocols, which every browser and Node's own fetch refuse to open (the "bad ports" of the Fetch standard): no one could
 * see a page there, and the start itself could not ask whether the server answers.
 */
const UNREACHABLE_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** The port to listen on: PORT, 3000 by default. */
export function portFrom(env) {
  const text = env.PORT || '3000';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Failure(`PORT is ${text}; it must be a number from 1 to 65535.`);
  if (UNREACHABLE_PORTS.has(port))
    throw new Failure(
      `Browsers refuse to open port ${port}, which belongs to another protocol; set PORT to another port.`,
    );
  return port;
}

/** Refuses a port that is in use, before anything is built or written. */
export async function checkPort(port) {
  const obstacle = (await portObstacle(port, '127.0.0.1')) ?? (await portObstacle(port, '::'));
  if (obstacle === 'EADDRINUSE') {
    throw new Failure(`Port ${port} is used by another program; stop it or set PORT to another port.`);
  }
  if (obstacle) throw new Failure(`This user may not listen on port ${port}; set PORT to a port above 1023.`);
}

/**
 * Starts the server and waits until it answers /healthz. It runs in its own process group, so that Ctrl-C reaches only the
 * starting process, which stops the server first and the database last.
 * @param {string[]} args what node runs
 * @param {Record<string, string>} env
 * @returns {Promise<{pid: number, ended: Promise<number>, stop: () => Promise<void>}>}
 */
export function startServer(args, env, baseUrl) {
  const preload = pathToFileURL(inRoot('scripts', 'lib', 'leave-with-parent.mjs')).href;
  const child = begin(
    process.execPath,
    ['--import', preload, ...SERVER_FLAGS, '--enable-source-maps', ...args],
    {
      cwd: inRoot(),
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  const stop = async () => {
    await stopProcess(child.pid, { graceMs: 15_000 });
  };
  return { pid: child.pid, ended, stop, ready: () => waitUntilReady(ended, baseUrl) };
}

async function waitUntilReady(ended, baseUrl) {
  let left = false;
  ended.then(() => {
    left = true;
  });
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (left) throw new Failure('The server ended while it was starting; its own words stand above.');
    if (await answers(`${baseUrl}/healthz`)) return;
    await pause(100);
  }
  throw new Failure(`The server did not answer at ${baseUrl}/healthz within a minute.`);
}

async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
