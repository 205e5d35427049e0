import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signAccessToken } from '@/auth/credentials/access-token';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { connections } from '@/db/client';
import { streamReport } from '@/db/record-stream';
import { DIRECTORY } from '@/db/servers';
import { sql, withTenantReport } from '@/db/tenancy';
import { jsonStream } from '@/surfaces/kit/json-stream';
import { sendAnswer } from '@/surfaces/kit/node-transport';
import { PAGE_CALLER_HEADER, pageCaller } from '@/surfaces/trpc/context';
import { answerDownloadRequest } from '@/surfaces/trpc/download';
import { answerTrpcRequest } from '@/surfaces/trpc/handler';
import { answerRestRequest } from '@/surfaces/web-transport';
import { type EmptyDatabase, emptyDatabase } from '@/testing/empty-database';
import { whileLocked } from '@/testing/locked-tables';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { defineStream, stream } from '@/usecases/kit/stream';
import { ledgerEntries } from '@/usecases/reports/list-entries';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { dispatch } from './dispatch';
import type { Pages } from './pages';
import { goneOf } from './sockets';

let database: EmptyDatabase;
let org: TestOrganization;
let other: TestOrganization;
let server: Server;
let port: number;
/** Connections of callers that have ended. */
let closed = 0;
const tokens = new Map<TestOrganization, string>();
const sockets = new Set<Socket>();
/** What pages are rendered with, as Next does it. */
let renderPage: (gone: AbortSignal | undefined) => Promise<unknown> = async () => undefined;

async function tokenOf(of: TestOrganization): Promise<string> {
  const { id } = of.users.admin;
  const sessionId = await startBrowserSession(id, null);
  return signAccessToken({ kind: 'user', subject: id, organizationId: of.organizationId, sessionId }, [
    'admin',
  ]);
}

const answerPage: Pages['answer'] = async (request, response) => {
  const header = request.headers[PAGE_CALLER_HEADER];
  await renderPage(pageCaller(typeof header === 'string' ? header : null)).catch(() => undefined);
  response.end('a page');
};

beforeAll(async () => {
  database = await emptyDatabase();
  org = await foundTestOrganization();
  other = await foundTestOrganization();
  for (const one of [org, other]) tokens.set(one, await tokenOf(one));
  const pages = { answer: answerPage, warm: async () => undefined, close: async () => undefined };
  const { listener } = dispatch(
    pages,
    () => null,
    () => false,
  );
  server = createServer(listener);
  server.on('connection', (socket) => socket.once('close', () => (closed += 1)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.leave();
});

const headersOf = (of: TestOrganization) => ({
  authorization: `Bearer ${tokens.get(of)}`,
  'x-idp-organization-id': of.organizationId,
  'x-daybook-organization': of.organizationId,
});
const fetchAs = (of: TestOrganization, path: string, more: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...more,
    headers: { ...headersOf(of), 'content-type': 'application/json', ...more.headers },
  });

/** Asks on a connection of its own, which the test ends: with each path one request, all at once. */
async function ask(of: TestOrganization, ...paths: string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const headers = Object.entries(headersOf(of)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: daybook\r\n${headers.join('')}\r\n`).join(''),
  );
  return socket;
}

/** The statements that are at work for an organization. */
const atWork = async (of: TestOrganization): Promise<number> =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where state <> 'idle' and application_name = 'daybook ' || $1 and datname = current_database()`,
      [of.organizationId],
    );
    return rows[0]?.count ?? 0;
  });
const untilAtWork = (count: number, of = org) => expect.poll(() => atWork(of), { interval: 10 }).toBe(count);
const untilHeld = (count: number) =>
  expect.poll(() => verification().state.held, { interval: 10 }).toBe(count);
const verification = () => connections(DIRECTORY).shares.verification;

/** What every report and every verification reads, and no sign-in. */
const LEDGER = 'ledger_entries, ledger_lines, ledger_balances, ledger_days, entry_days';
const VERIFICATION = '/api/v1/reports/verification';
const TRIAL_BALANCE = '/api/v1/reports/trial-balance';
const ENTRIES = `/api/trpc/reports.entries,verify.books?batch=1&input=${encodeURIComponent(
  JSON.stringify({ 0: { json: {} }, 1: { json: {} } }),
)}`;

describe('a caller who leaves while the server reads for it', () => {
  it('ends a full verification, whose place and connection the next caller has', async () => {
    await whileLocked(LEDGER, async (unlock) => {
      const socket = await ask(org, VERIFICATION);
      await untilAtWork(1);
      socket.destroy();
      // The table is still locked: nothing came to its end.
      await untilAtWork(0);
      await untilHeld(0);
      const next = fetchAs(other, VERIFICATION);
      await untilAtWork(1, other);
      await unlock();
      const answer = await next;
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ isSound: true });
    });
    const answers = await Promise.all([org, other].map((of) => fetchAs(of, '/api/v1/subsidiaries')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const seen = await Promise.all(
      [org, other].map((of) =>
        withTenantReport({ organizationId: of.principals.admin.organizationId, userId: null }, (tenant) =>
          sql<{ id: string }>(tenant, 'select id::text from organizations'),
        ),
      ),
    );
    expect(seen).toEqual([[{ id: org.organizationId }], [{ id: other.organizationId }]]);
  });

  it('while waiting for its place leaves the line, and whoever has it is answered', async () => {
    await whileLocked(LEDGER, async (unlock) => {
      const places = Math.max(1, Math.floor(connections(DIRECTORY).pool.options.max / 10));
      const first = Array.from({ length: places }, () => fetchAs(org, VERIFICATION));
      await untilAtWork(places);
      const second = await ask(other, VERIFICATION);
      await expect.poll(() => verification().state.waiting).toBe(1);
      second.destroy();
      await expect.poll(() => verification().state.waiting).toBe(0);
      expect(await atWork(other)).toBe(0);
      expect(await atWork(org)).toBe(places);
      await unlock();
      expect((await Promise.all(first)).every(({ status }) => status === 200)).toBe(true);
    });
  });

  it('together with others ends what each asked for, and nothing of those who stay', async () => {
    await whileLocked(LEDGER, async (unlock) => {
      const stays = fetchAs(other, TRIAL_BALANCE);
      const leave = [await ask(org, TRIAL_BALANCE), await ask(org, TRIAL_BALANCE)];
      await untilAtWork(2);
      await untilAtWork(1, other);
      for (const socket of leave) socket.destroy();
      await untilAtWork(0);
      expect(await atWork(other)).toBe(1);
      await unlock();
      expect((await stays).status).toBe(200);
    });
  });

  it('ends every request on its connection, also those whose answers wait behind others', async () => {
    await whileLocked(LEDGER, async () => {
      const socket = await ask(org, TRIAL_BALANCE, VERIFICATION);
      await untilAtWork(2);
      socket.destroy();
      await untilAtWork(0);
    });
  });

  it('ends every call of a batch of the console', async () => {
    await whileLocked(LEDGER, async () => {
      const socket = await ask(org, ENTRIES);
      await untilAtWork(2);
      socket.destroy();
      await untilAtWork(0);
      await untilHeld(0);
    });
  });

  it('ends what a page was to be shown with, also what it would have asked for next', async () => {
    const ends: string[] = [];
    renderPage = async (gone) => {
      for (const part of ['first', 'second']) {
        await runForOutput(ledgerEntries, org.callAs('admin', { gone }), {}).then(
          () => ends.push(`${part} read`),
          (error: { code?: string }) => ends.push(`${part} ${error.code}`),
        );
      }
    };
    await whileLocked(LEDGER, async () => {
      const socket = await ask(org, '/books');
      await untilAtWork(1);
      socket.destroy();
      await expect.poll(() => ends).toEqual(['first CALLER_GONE', 'second CALLER_GONE']);
      await untilAtWork(0);
    });
    ends.length = 0;
    expect(await (await fetchAs(org, '/books', { headers: { [PAGE_CALLER_HEADER]: '1' } })).text()).toBe(
      'a page',
    );
    expect(ends).toEqual(['first read', 'second read']);
  });

  it('ends a download before its first row', async () => {
    await whileLocked(LEDGER, async () => {
      const socket = await ask(org, `/api/downloads/journal?organization=${org.organizationId}`);
      await untilAtWork(1);
      socket.destroy();
      await untilAtWork(0);
      await expect.poll(() => connections(DIRECTORY).shares.export.state.held).toBe(0);
    });
  });

  it.each([
    [
      'while it is read no further',
      'select n::text, repeat($1, 2000) as words from generate_series(1, 10000000) n',
    ],
    [
      'while the next rows are fetched',
      `select n::text, repeat($1, 2000) as words from generate_series(1, 300) n
       where n < 250 or pg_sleep(100000) is not null`,
    ],
  ])('ends a stream that has begun, %s', async (_when, text) => {
    const rows = defineStream({
      name: 'tests.stream',
      permission: null,
      input: z.object({}),
      open: (claim) =>
        streamReport<{ n: string; words: string }>(claim, async () => ({ text, values: ['x'] })),
    });
    const send = async (request: IncomingMessage, response: ServerResponse) => {
      const call = org.callAs('admin', { gone: goneOf(request, response) });
      await sendAnswer(
        request,
        response,
        jsonStream(await stream(rows, call, {}), (row) => row),
      );
    };
    const sending = createServer((request, response) => {
      send(request, response).catch(() => response.destroy());
    });
    sending.listen(0, '127.0.0.1');
    await once(sending, 'listening');
    const socket = connect((sending.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: daybook\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    await untilAtWork(1);
    socket.destroy();
    await untilAtWork(0);
    await expect.poll(() => connections(DIRECTORY).shares.export.state.held).toBe(0);
    sending.close();
  });

  it('is noticed by the handlers of any host too', async () => {
    const doors = [
      [TRIAL_BALANCE, answerRestRequest],
      [ENTRIES, answerTrpcRequest],
      [`/api/downloads/journal?organization=${org.organizationId}`, answerDownloadRequest],
    ] as const;
    for (const [path, answer] of doors) {
      await whileLocked(LEDGER, async () => {
        const gone = new AbortController();
        const request = new Request(`http://daybook.test${path}`, {
          headers: headersOf(org),
          signal: gone.signal,
        });
        const answering = answer(request).catch(() => null);
        await untilAtWork(path === ENTRIES ? 2 : 1);
        gone.abort();
        await answering;
        await untilAtWork(0);
      });
    }
  });
});

describe('a caller who leaves while the server writes for it', () => {
  const invoice = (memo: string) => ({
    transaction: {
      transactionTypeId: org.ids.types.INVOICE,
      subsidiaryId: org.ids.rootSubsidiary,
      entityId: org.ids.customer,
      entityType: 'CUSTOMER',
      transactionDate: '2026-11-02',
      dueDate: '2026-12-01',
      currencyCode: 'USD',
      status: 'APPROVED',
      memo,
    },
    lines: [{ lineNumber: 1, lineType: 'ITEM', description: 'Seats', quantity: '1', unitPrice: '100.00' }],
  });
  const write = (path: string, body: unknown, key: string, signal?: AbortSignal) =>
    fetchAs(org, path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'idempotency-key': key },
      ...(signal === undefined ? {} : { signal }),
    });
  const countOf = (text: string, value: string) =>
    withTenantReport(
      { organizationId: org.principals.admin.organizationId, userId: null },
      async (tenant) => {
        const [row] = await sql<{ count: number }>(tenant, text, [value]);
        return row?.count;
      },
    );
  const documents = (memo: string) =>
    countOf('select count(*)::int as count from business_transactions where memo = $1', memo);
  const entries = (id: string) =>
    countOf('select count(*)::int as count from ledger_entries where transaction_id = $1::uuid', id);

  it('has it written once, and its key answers with what was written', async () => {
    const gone = new AbortController();
    await whileLocked(
      'business_transactions',
      async (unlock) => {
        const left = write('/api/v1/gl/transactions', invoice('left'), 'left', gone.signal).catch(() => null);
        await untilAtWork(1);
        const before = closed;
        gone.abort();
        await left;
        await expect.poll(() => closed).toBeGreaterThan(before);
        expect(await atWork(org)).toBe(1);
        await unlock();
      },
      'share',
    );
    await expect.poll(() => documents('left')).toBe(1);
    const again = await write('/api/v1/gl/transactions', invoice('left'), 'left');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await documents('left')).toBe(1);
  });

  it('does not disturb those who are posted together with it, and is posted with them', async () => {
    const made = await Promise.all(
      ['one', 'two', 'three'].map((memo) =>
        runForOutput(createTransaction, org.callAs('admin'), invoice(memo)),
      ),
    );
    const gone = new AbortController();
    const [first, second, third] = made.map(({ id }) => id) as [string, string, string];
    const posts = await whileLocked(
      'ledger_entries',
      async (unlock) => {
        const asked = [
          write(`/api/v1/gl/transactions/${first}/post`, {}, 'first'),
          write(`/api/v1/gl/transactions/${second}/post`, {}, 'second', gone.signal).catch(() => null),
          write(`/api/v1/gl/transactions/${third}/post`, {}, 'third'),
        ];
        await expect.poll(() => atWork(org)).toBeGreaterThan(0);
        gone.abort();
        await asked[1];
        await unlock();
        return Promise.all(asked);
      },
      'share',
    );
    expect([posts[0]?.status, posts[2]?.status]).toEqual([200, 200]);
    await expect.poll(() => entries(second)).toBe(1);
    expect([await entries(first), await entries(third)]).toEqual([1, 1]);
    const again = await write(`/api/v1/gl/transactions/${second}/post`, {}, 'second');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });
});
