import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundledServer, freePort, ready, type Started, startProgram } from '@/testing/server';
import { doorRoutes } from '../support/doors';
import { UNKNOWN } from '../support/generated/generated';

let program: string;
let server: Started;
const processes: ChildProcess[] = [];
/** What tests opened: those that follow each other, and those that wait meanwhile. */
const [sockets, patient]: [Socket[], Socket[]] = [[], []];

async function start(more: Record<string, string> = {}): Promise<Started> {
  const started = startProgram(program, await freePort(), { DAYBOOK_TRUST_PROXY: '1', ...more });
  processes.push(started.process);
  await ready(started);
  return started;
}

beforeAll(async () => {
  program = await bundledServer();
  server = await start();
});
const hangUp = (kept: Socket[]) => {
  for (const socket of kept.splice(0)) socket.destroy();
};
afterAll(() => {
  for (const child of processes) child.kill('SIGKILL');
});

interface Target {
  readonly door: string;
  readonly method: string;
  readonly path: string;
}

/** Endpoints that are not a REST operation, a download or an upload. */
const OTHERS: readonly Target[] = [
  { door: 'tRPC', method: 'POST', path: '/api/trpc/session.me' },
  { door: 'browser sign-in', method: 'POST', path: '/api/auth/callback/credentials' },
];

/** Every operation of every endpoint group. */
const everyOperation = (): Target[] => [
  ...doorRoutes().map(({ door, method, path }) => ({
    door,
    method,
    path: door === 'uploads' ? `${path}?noun=vendors` : path.replaceAll(/\{\w+\}/g, UNKNOWN),
  })),
  ...OTHERS,
];

/** One operation of each endpoint group, a writing one where it has any. */
function eachDoor(): Target[] {
  const doors = new Map<string, Target>();
  for (const one of everyOperation()) {
    const known = doors.get(one.door);
    if (known === undefined || (known.method === 'GET' && one.method !== 'GET')) doors.set(one.door, one);
  }
  return [...doors.values()];
}

/** A separate address for each caller. */
const addressOf = (index: number) => `10.${Math.floor(index / 250) + 1}.${(index % 250) + 1}.7`;

interface Wire {
  readonly target: Target;
  readonly socket: Socket;
  /** Everything the server has sent so far. */
  said(): string;
  readonly closed: Promise<unknown>;
}

/** A connection to an endpoint, as a separate caller, that sends these header lines and this part of a body. */
async function wire(to: Started, target: Target, index: number, lines: string, body = ''): Promise<Wire> {
  const socket = connect(to.port, '127.0.0.1');
  (to === server ? sockets : patient).push(socket);
  let said = '';
  socket.on('data', (piece) => {
    said += piece.toString();
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  const { method, path } = target;
  const head = `${method} ${path} HTTP/1.1\r\nHost: daybook\r\nX-Forwarded-For: ${addressOf(index)}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}${lines}\r\n${body}`);
  return { target, socket, said: () => said, closed };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const first = (said: string) => said.split('\r\n')[0] ?? '';

/** The first lines of unexpected answers, with the endpoint that gave them. */
const otherThan = (wires: readonly Wire[], expected: RegExp) =>
  wires
    .filter(({ said }) => !expected.test(said()))
    .map(({ target, said }) => `${target.door}: ${target.method} ${target.path} → ${first(said())}`);

describe.concurrent('every door, without a sign-in', () => {
  afterEach(() => hangUp(sockets));

  it.sequential('is one of the doors below', () => {
    expect(
      eachDoor()
        .map(({ door }) => door)
        .sort(),
    ).toEqual(
      ['A', 'B', 'C', 'D', 'auth', 'browser sign-in', 'docs', 'downloads', 'scim', 'tRPC', 'uploads'].sort(),
    );
  });

  it.sequential('answers 1,040 requests to change the protocol, of any protocol, and closes each; none stays, and others connect', async () => {
    const protocols = ['websocket', 'h2c', 'TLS/1.0', 'x'];
    const doors = eachDoor();
    for (let round = 0; round < 10; round += 1) {
      const wires = await Promise.all(
        Array.from({ length: 104 }, (_, index) => {
          const lines = `Connection: Upgrade\r\nUpgrade: ${protocols[index % protocols.length]}\r\nContent-Length: 0\r\n`;
          return wire(server, doors[index % doors.length] as Target, index, lines);
        }),
      );
      await Promise.all(wires.map(({ closed }) => closed));
      expect(otherThan(wires, /^HTTP\/1\.1 400 /)).toEqual([]);
    }
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
  });

  it.sequential('a body of 600 MB is refused by every operation as soon as it is announced', async () => {
    const taking = everyOperation().filter(({ method }) => method !== 'GET' && method !== 'DELETE');
    expect(taking.length).toBeGreaterThan(150);
    for (let from = 0; from < taking.length; from += 100) {
      const wires = await Promise.all(
        taking
          .slice(from, from + 100)
          .map((target, index) => wire(server, target, from + index, 'Content-Length: 600000000\r\n')),
      );
      await Promise.all(wires.map(({ closed }) => closed));
      // 401 where an endpoint authenticates the sender before it looks at the body.
      expect(otherThan(wires, /^HTTP\/1\.1 4(?:01|13) /)).toEqual([]);
      const open = wires.filter(({ target }) => ['auth', 'tRPC', 'browser sign-in'].includes(target.door));
      expect(otherThan(open, /^HTTP\/1\.1 413 /)).toEqual([]);
    }
  });

  it.sequential('a body that continues beyond 1 MiB without having announced it is refused at every door, and its connection closed', async () => {
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const writing = eachDoor().filter(({ method, door }) => method !== 'GET' && door !== 'uploads');
    const wires = await Promise.all(
      writing.map((target, index) =>
        wire(server, target, index, 'Transfer-Encoding: chunked\r\n', `${chunk}${chunk}`),
      ),
    );
    await Promise.all(wires.map(({ closed }) => closed));
    expect(otherThan(wires, /^HTTP\/1\.1 4(?:01|13) /)).toEqual([]);
  });
});

// They wait for the limits of servers of their own: at the same time as the others, which follow each other.
describe.concurrent('every door, without a sign-in, after seconds', () => {
  afterAll(() => hangUp(patient));

  it('with 300 bodies that never end, the server stays ready and answers others; each of them is ended', async () => {
    const small = await start({ DAYBOOK_MAX_IN_FLIGHT: '8' });
    const doors = eachDoor();
    const slow = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        wire(small, doors[index % doors.length] as Target, index, 'Content-Length: 100\r\n', '{'),
      ),
    );
    expect((await fetch(`${small.base}/readyz`)).status).toBe(200);
    const answered = await fetch(`${small.base}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
      body: JSON.stringify({ grant_type: 'password', email: 'nobody@example.test', password: 'x' }),
    });
    expect(answered.status).toBe(400);
    await Promise.all(slow.map(({ closed }) => closed));
    const uploads = slow.filter(({ target }) => target.door === 'uploads');
    // An upload is refused before its body is read: because of its sender, or because all places are taken.
    expect(otherThan(uploads, /^HTTP\/1\.1 (?:401|429|503) /)).toEqual([]);
    const others = slow.filter(({ target }) => target.door !== 'uploads');
    expect(otherThan(others, /^HTTP\/1\.1 408 /)).toEqual([]);
  });

  it('limits how often one address asks, says when to retry, and serves another one meanwhile', async () => {
    const limited = await start({ DAYBOOK_REQUESTS_PER_MINUTE: '5' });
    for (const [index, { door, method, path }] of eachDoor().entries()) {
      const ask = (address: string) =>
        fetch(`${limited.base}${path}`, {
          method,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          ...(method === 'GET' ? {} : { body: '{}' }),
        });
      let answer = await ask(addressOf(index));
      for (let asked = 1; answer.status !== 429 && asked < 100; asked += 1) {
        answer = await ask(addressOf(index));
      }
      expect([door, answer.status]).toEqual([door, 429]);
      expect(Number(answer.headers.get('retry-after')), door).toBeGreaterThan(0);
      expect(await answer.json(), door).toMatchObject({ code: 'RATE_LIMITED' });
      expect((await ask(`192.0.2.${index + 1}`)).status, door).not.toBe(429);
    }
    expect((await fetch(`${limited.base}/readyz`)).status).toBe(200);
  });

  it('when asked to stop, the server exits, whatever is connected to any endpoint', async () => {
    const stopped = await start();
    const doors = eachDoor();
    const unread: Target = { door: 'docs', method: 'GET', path: '/openapi.json' };
    const wires = [
      ...(await Promise.all(
        doors.map((door, index) => wire(stopped, door, index, 'Content-Length: 100\r\n', '{')),
      )),
      ...(await Promise.all(
        doors.map((door, index) => wire(stopped, door, index, 'Transfer-Encoding: chunked\r\n', '5\r\n{')),
      )),
      ...(await Promise.all(doors.map((door, index) => wire(stopped, door, index, 'X-Unfinished: ')))),
    ];
    for (let index = 0; index < 8; index += 1) {
      const one = await wire(stopped, unread, index, '');
      one.socket.pause();
      one.socket.write(
        `GET ${unread.path} HTTP/1.1\r\nHost: daybook\r\nX-Forwarded-For: ${addressOf(index)}\r\n\r\n`.repeat(
          10,
        ),
      );
    }
    await until(() => wires.some(({ said }) => said() !== ''));
    stopped.process.kill('SIGTERM');
    expect(await stopped.ended).toMatchObject({ code: 0 });
    await Promise.all(wires.map(({ closed }) => closed));
  });
});
