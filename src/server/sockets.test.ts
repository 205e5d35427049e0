import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { guardSockets } from './sockets';
import { Unread } from './unread';

/** More than the buffers of two sockets take. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

async function listening(
  listener: RequestListener,
  limits: Partial<Parameters<typeof guardSockets>[2]> = {},
) {
  server = createServer(listener);
  guardSockets(server, false, { perNetwork: 100, stalledMs: 100, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function connected(to: Server): Promise<Socket> {
  const socket = connect((to.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: daybook\r\n\r\n';

describe('a connection', () => {
  it('on which an answer waits to be read and is not is ended', async () => {
    const closed: Promise<unknown>[] = [];
    const ours = await listening((_request, response) => {
      closed.push(once(response, 'close'));
      response.end(LARGE);
    });
    const asked = once(ours, 'request');
    const socket = await connected(ours);
    socket.pause();
    socket.write(GET);
    await asked;
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
  });

  it('is not ended while the server takes its time to answer', async () => {
    const ours = await listening((_request, response) => {
      // Nothing has moved for as long as a reader may take nothing.
      ours.once('timeout', () => response.end('late'));
    });
    const socket = await connected(ours);
    socket.write(GET);
    const [words] = await once(socket, 'data');
    expect(String(words)).toMatch(/late$/);
  });

  it('that is idle between two requests is ended', async () => {
    const ours = await listening((_request, response) => response.end('soon'));
    ours.keepAliveTimeout = 100;
    const socket = await connected(ours);
    socket.write(GET);
    socket.resume();
    await once(socket, 'close');
  });

  it('beyond the share of its network is closed on arrival, and those before it are served', async () => {
    const ours = await listening((_request, response) => response.end('served'), {
      perNetwork: 3,
      stalledMs: 60_000,
    });
    const first = await Promise.all([connected(ours), connected(ours), connected(ours)]);
    const beyond = await connected(ours);
    beyond.resume();
    await once(beyond, 'close');
    for (const socket of first) {
      socket.write(GET);
      const [words] = await once(socket, 'data');
      expect(String(words)).toMatch(/served$/);
    }
    // A place is free again once its connection is gone.
    first[0]?.destroy();
    await expect
      .poll(async () => {
        const next = await connected(ours);
        next.write(GET);
        const heard = await Promise.race([once(next, 'data'), once(next, 'close')]);
        return String(heard[0]);
      })
      .toMatch(/served$/);
  });
});

describe('answers that wait to be read', () => {
  it('are counted until they are read, and beyond the limit the oldest are given up', async () => {
    const unread = new Unread(2.5 * LARGE.length);
    const ours = await listening(
      (_request, response) => {
        response.end(LARGE);
        unread.hold(response);
      },
      { stalledMs: 60_000 },
    );
    const ended: number[] = [];
    const readers: Socket[] = [];
    for (const index of [0, 1, 2]) {
      const socket = await connected(ours);
      readers.push(socket);
      socket.pause();
      const asked = once(ours, 'request');
      socket.write(GET);
      const [, response] = await asked;
      response.once('close', () => ended.push(index));
    }
    await expect.poll(() => ended).toEqual([0]);
    expect(unread.bytes).toBeGreaterThan(LARGE.length);
    expect(unread.bytes).toBeLessThanOrEqual(2.5 * LARGE.length);
    for (const socket of readers) socket.resume();
    await expect.poll(() => unread.bytes).toBe(0);
  });
});
