import { type ChildProcess, spawn } from 'node:child_process';
import { freePort, SERVER_FLAGS } from '../support/server';

/** The bundled server as a separate process, without pages. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Starts a server, with additions to its environment if given, and waits until it is ready to serve. */
export async function startServerProcess(
  port: number,
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, '.daybook/server.mjs'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DAYBOOK_PAGES: '0',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      NEXTAUTH_URL: `http://127.0.0.1:${port}`,
      ...more,
    },
  });
  await ready(port, child);
  return {
    port,
    pid: child.pid ?? 0,
    kill: (signal) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve();
        else {
          child.once('exit', () => resolve());
          child.kill(signal);
        }
      }),
  };
}

/** Servers behind one load balancer, as an operator of more than one runs them; one is enough for the small volume of every run of the tests. */
export const SERVERS = process.env.DAYBOOK_FAULT_REDUCED === '1' ? 1 : 3;

/** Starts them, each on a separate port; `stop` ends those that were started, even when a later one did not start. */
export async function startServers(
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly servers: ServerProcess[]; stop(): Promise<void> }> {
  const servers: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  };
  try {
    for (let one = 0; one < SERVERS; one += 1) servers.push(await startServerProcess(await freePort(), more));
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, stop };
}

/** Waits until /readyz reports that the server and its database work. */
export async function ready(port: number, child?: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child !== undefined && child.exitCode !== null)
      throw new Error(`the server ended with code ${child.exitCode} before it answered`);
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await pause(100);
  }
  throw new Error('the server was not ready within a minute');
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** Whether the server reports that it can serve. */
export const isReady = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null))
    ?.ok === true;

/** One answer, or null when the connection broke before it came. */
export async function send(
  port: number,
  route: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Reply | null> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${route}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: reply.status, text: await reply.text(), retryAfter: reply.headers.get('retry-after') };
  } catch {
    return null;
  }
}
