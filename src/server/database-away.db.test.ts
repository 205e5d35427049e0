import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bundledServer,
  freePort,
  ready,
  type Started,
  serversDatabase,
  startProgram,
} from '@/testing/server';
import { Wire } from '@/testing/wire';

/** Connections of IPv4 as Linux lists them: local and remote address, state, queues, and which timer runs. */
const TCP = '/proc/net/tcp';

/** A server whose connections to the database go over a wire of its own. */
interface Wired {
  readonly server: Started;
  readonly wire: Wire;
  readonly databasePort: number;
}

let program: string;
let wired: Wired;
const opened: Wired[] = [];

async function start(): Promise<Wired> {
  const database = new URL(serversDatabase());
  const wire = new Wire(database);
  const databasePort = await wire.listenAnywhere();
  const target = new URL(database);
  target.hostname = '127.0.0.1';
  target.port = String(databasePort);
  const server = startProgram(program, await freePort(), {
    DATABASE_URL: target.href,
    DAYBOOK_TRUST_PROXY: '1',
  });
  const started = { server, wire, databasePort };
  opened.push(started);
  await ready(server);
  return started;
}

beforeAll(async () => {
  program = await bundledServer();
  wired = await start();
});
afterAll(() => {
  for (const { server, wire } of opened) {
    server.process.kill('SIGKILL');
    wire.close();
  }
});

let people = 0;

/** A different user from a different address each time, since failed sign-ins are limited by both. */
const signIn = ({ server } = wired) => {
  people += 1;
  const email = `nobody-${people}@example.test`;
  return fetch(`${server.base}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8::${people.toString(16)}` },
    body: JSON.stringify({ grant_type: 'password', email, password: 'x' }),
  });
};

/** Repeats requests until one gets that status; every answer before it must be 503 with Retry-After. */
async function answersAgain(status: number): Promise<void> {
  for (;;) {
    const answer = await signIn();
    if (answer.status === status) return;
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

/** Of each established connection to the database, whether the system asks the other side now and then if it is still there. */
function keptAlive(): boolean[] {
  const port = wired.databasePort.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync(TCP, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote, state]) => remote?.endsWith(`:${port}`) && state === '01')
    .map(([, , , , , timer]) => timer?.startsWith('02:') === true);
}

// Beside them the server below waits for its own database: all of them wait for the clock.
describe.concurrent('the database unavailable', () => {
  it.runIf(existsSync(TCP))(
    'connections to it are kept alive, so that the system finds the dead ones among those that idle',
    { sequential: true },
    async () => {
      await Promise.all(Array.from({ length: 4 }, () => signIn()));
      // While something is on its way another timer runs.
      await expect.poll(() => new Set(keptAlive())).toEqual(new Set([true]));
    },
  );

  it.sequential('connections that stopped responding are replaced, and requests are served again within seconds', async () => {
    const began = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => signIn()));
    const answered = performance.now();
    wired.wire.silence();
    await Promise.all(Array.from({ length: 20 }, () => signIn()));
    await answersAgain(400);
    // The operating system would wait a quarter of an hour, and the statement timeout alone forty seconds. A machine that is slow to
    // answer the same requests on good connections may take longer in proportion.
    expect(performance.now() - answered).toBeLessThan(30_000 + 10 * (answered - began));
  });

  it.sequential('while it cannot be reached readiness reports it and requests get 503 with Retry-After; service resumes without a restart', async () => {
    wired.wire.takesNew(false);
    wired.wire.silence();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn()));
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({ error: 'Service Unavailable' });
    }
    const readiness = await fetch(`${wired.server.base}/readyz`);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toEqual({ status: 'database unreachable' });
    wired.wire.takesNew(true);
    await answersAgain(400);
    await ready(wired.server);
  });
});

describe.concurrent('the database unavailable to a server that is stopped', () => {
  it('asked to stop while the database is silent, it ends within seconds, although requests and jobs wait for answers', async () => {
    const own = await start();
    own.wire.takesNew(false);
    own.wire.silence();
    const waiting = Array.from({ length: 5 }, () => signIn(own).catch(() => null));
    own.server.process.kill('SIGTERM');
    const asked = performance.now();
    expect(await own.server.ended).toMatchObject({ code: 0 });
    // A statement alone may wait for forty seconds.
    expect(performance.now() - asked).toBeLessThan(30_000);
    await Promise.all(waiting);
  });
});
