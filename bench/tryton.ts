import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { importOnce } from './import';
import { fillBooks } from './support/books';
import { drive, wire } from './support/load';
import { sealAll, settle } from './support/posting';
import { Meter, type Work } from './support/processor-time';
import { type Bar, inTurn } from './support/ratio';
import { type BenchServer, freePort, startServer, tokenFor } from './support/server';
import { startTryton, type Tryton } from './support/tryton';

/** Seconds per round of ours and of Tryton's, which ends with the current batch; rounds of each in turn. Fewer for a quick look. */
const SECONDS = Number(process.env.DAYBOOK_BENCH_SECONDS ?? '4');
const THEIR_SECONDS = 3 * SECONDS;
const ROUNDS = Number(process.env.DAYBOOK_BENCH_ROUNDS ?? '3');
const CONNECTIONS = 64;
/** Entries per batch, the same as for Tryton, and the connections that send them. */
const BATCH = 200;
const BULK_CONNECTIONS = 4;
/** Entries of the file that is imported in each round. */
const IMPORTED = Number(process.env.DAYBOOK_BENCH_ENTRIES ?? '5000');
const WARM_UP_ROUNDS = 4;
/** As many processes as this machine has cores: one Python process uses one. */
const PROCESSES = 2;
const PATH = '/api/v1/gl/transactions';
const DAY = '2026-11-05';

/**
 * B4: create, approve and post a journal of four lines with Daybook, over HTTP one by one and in bulk from a file, against Tryton creating
 * and posting moves of four lines in batches of 200 (a transaction and a commit for each batch), on the same server with the same settings.
 *
 * To get Tryton on Debian: `apt-get install tryton-server tryton-modules-account python3-psycopg2` (DAYBOOK_BENCH_PYTHON names another Python).
 *
 * Choices in Tryton's favor: its models are called in its own process (bench/support/tryton.py), without its server, its sessions, access
 * rules or JSON; two processes write in parallel, one for each core; nothing is approved, since it has no such step; its journal's and
 * its posting numbers come from its ordinary sequences, which may leave gaps; its chart has six accounts and it holds nothing else.
 * Daybook is a server that handles each request over HTTP, with its token, permissions, audit and events. Tryton's single process is in the
 * note.
 */
export async function benchTryton(): Promise<Bar[]> {
  const theirs = await startTryton(PROCESSES);
  try {
    const organization = await foundTestOrganization({ name: 'Bench' });
    await fillBooks(organization, 10_000);
    await settle();
    process.env.DAYBOOK_PAGES = '0';
    const server = await startServer('.daybook/server.mjs', await freePort(), '/healthz');
    try {
      const bars = await measure(organization, server, theirs);
      console.log(`         B4 verified: Tryton ${theirs.version} ${await theirs.verify()}`);
      return bars;
    } finally {
      await server.stop();
    }
  } finally {
    await theirs.remove();
  }
}

async function measure(organization: TestOrganization, server: BenchServer, theirs: Tryton): Promise<Bar[]> {
  const send = await requestsOf(organization);
  const meters = {
    overHttp: new Meter([server.pid]),
    inBulk: new Meter([server.pid]),
    fromFile: new Meter(),
    theirs: new Meter(theirs.pids),
  };
  const ours = async (meter: Meter, round: () => Promise<Work>) => {
    const rate = await meter.around(round);
    // So that Tryton does not pay for what our last seconds left behind.
    await sealAll(organization);
    await settle();
    return rate;
  };
  let imports = 0;
  const importAnother = async () => {
    imports += 1;
    const { perSecond } = await importOnce(organization, `t${imports}`, IMPORTED);
    return { perSecond: perSecond / 4, done: IMPORTED };
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await oneByOne(server.port, send);
  await byBatch(server.port, send);
  await importAnother();
  await theirs.work(PROCESSES, 1);
  const found = await inTurn(ROUNDS, {
    overHttp: () => ours(meters.overHttp, () => oneByOne(server.port, send)),
    inBulk: () => ours(meters.inBulk, () => byBatch(server.port, send)),
    fromFile: () => ours(meters.fromFile, importAnother),
    theirs: () => meters.theirs.around(() => theirs.work(PROCESSES, THEIR_SECONDS)),
    alone: async () => (await theirs.work(1, THEIR_SECONDS)).perSecond,
  });
  const peer = `Tryton ${theirs.version}, create and post in batches of 200, ${PROCESSES} processes`;
  const their = meters.theirs.micros;
  const bar = (name: string, what: 'overHttp' | 'inBulk' | 'fromFile', atLeast: number): Bar => {
    const our = meters[what].micros;
    return {
      name: `B4 ${name}`,
      unit: 'entries/s',
      ours: found[what],
      theirs: Math.max(found.theirs, found.alone),
      peer,
      atLeast,
      note:
        `Tryton in one process ${found.alone.toFixed(1)} entries/s; processor time of an entry ${ms(our.programs)} ms of Node and ` +
        `${ms(our.database)} of the database, ${ms(their.programs)} of Python and ${ms(their.database)} of the database ` +
        `(${((their.programs + their.database) / (our.programs + our.database)).toFixed(1)})`,
    };
  };
  return [
    bar(`create, approve and post over HTTP, ${CONNECTIONS} connections`, 'overHttp', 20),
    bar(`create and post over HTTP in batches of ${BATCH}`, 'inBulk', 100),
    bar(`import of ${IMPORTED.toLocaleString('en-US')} entries, posted`, 'fromFile', 100),
  ];
}

const ms = (micros: number) => (micros / 1000).toFixed(2);

type Requests = Awaited<ReturnType<typeof requestsOf>>;

/** The requests of an admin as bytes on the wire. */
async function requestsOf(organization: TestOrganization) {
  const headers = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  const post = (path: string, body: object) => wire('POST', `${PATH}${path}`, headers, JSON.stringify(body));
  const lines = [
    ['6210', '100.00'],
    ['6300', '50.00'],
    ['6220', '-120.00'],
    ['1110', '-30.00'],
  ].map(([code = '', unitPrice], at) => ({
    lineNumber: at + 1,
    lineType: 'ITEM',
    description: 'Payroll',
    quantity: '1',
    unitPrice,
    accountId: organization.account(code),
  }));
  const journal = (status: string) => ({
    transaction: {
      transactionTypeId: organization.ids.types.JOURNAL,
      subsidiaryId: organization.ids.rootSubsidiary,
      transactionDate: DAY,
      currencyCode: 'USD',
      status,
    },
    lines,
  });
  return {
    create: post('', journal('DRAFT')),
    createMany: post('/batch', { items: Array.from({ length: BATCH }, () => journal('APPROVED')) }),
    approve: (id: string) => post(`/${id}/approve`, {}),
    post: (id: string) => post(`/${id}/post`, { postingDate: DAY }),
    postMany: (ids: readonly string[]) => post('/batch/post', { ids, postingDate: DAY }),
  };
}

/** Journals per second, each created, approved and posted by three requests in a row; every connection has its own journals. */
async function oneByOne(port: number, send: Requests): Promise<Work> {
  let posted = 0;
  const sample = await drive({
    port,
    connections: CONNECTIONS,
    seconds: SECONDS,
    next: (answer) => {
      const id = /"id":"([^"]+)"/.exec(answer ?? '')?.[1];
      const status = /"status":"([A-Z]+)"/.exec(answer ?? '')?.[1];
      if (id !== undefined && status === 'DRAFT') return send.approve(id);
      if (id !== undefined && status === 'APPROVED') return send.post(id);
      if (answer !== null && status !== 'POSTED') throw new Error(`Daybook refused: ${answer}`);
      posted += answer === null ? 0 : 1;
      return send.create;
    },
  });
  if (sample.failures > 0) throw new Error(`${sample.failures} of ${sample.requests} requests were refused`);
  return { perSecond: posted * (sample.perSecond / sample.requests), done: posted };
}

/** Journals per second, created as approved and then posted, with two requests per 200. */
async function byBatch(port: number, send: Requests): Promise<Work> {
  let posted = 0;
  const sample = await drive({
    port,
    connections: BULK_CONNECTIONS,
    seconds: SECONDS,
    next: (answer) => {
      if (answer === null) return send.createMany;
      const done = [...answer.matchAll(/"success":true/g)].length;
      if (done !== BATCH)
        throw new Error(`Daybook refused ${BATCH - done} of a batch: ${answer.slice(0, 2000)}`);
      if (answer.includes('"glTransactionId":"')) {
        posted += BATCH;
        return send.createMany;
      }
      return send.postMany([...answer.matchAll(/"transaction":\{"id":"([^"]+)"/g)].map(([, id]) => id ?? ''));
    },
  });
  if (sample.failures > 0) throw new Error(`${sample.failures} of ${sample.requests} batches were refused`);
  return { perSecond: posted * (sample.perSecond / sample.requests), done: posted };
}
