import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { rowsOfCsvStream } from '@/usecases/imports/read-stream';
import { runImport } from '@/usecases/imports/run-import';
import { storeUpload } from '@/usecases/imports/store-upload';
import { runForOutput } from '@/usecases/kit/run';
import { fillBooks } from './support/books';
import { processorTime } from './support/processor-time';
import { type Bar, median } from './support/ratio';

/** Entries of one import, four lines each; fewer for a first look. */
const ENTRIES = Number(process.env.DAYBOOK_BENCH_ENTRIES ?? '100000');
const LINES = 4;
/** Rounds of ours and of the peer, alternating. */
const ROUNDS = Number(process.env.DAYBOOK_BENCH_ROUNDS ?? '3');

/**
 * B2: a file of journal entries uploaded as a stream, imported and posted, against COPY of the ledger lines it made into a table with the
 * same columns and indexes. Ours includes reading the file, every check, the documents, their numbers, entries, balances, audit and events.
 */
export async function benchImport(): Promise<Bar[]> {
  const organization = await foundTestOrganization({ name: 'Bench' });
  // Books in use, so that the planner's statistics are those of a ledger with entries.
  await fillBooks(organization, 5_000);
  await withOwner((client) => client.query('vacuum analyze'));
  const ours: Measured[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await importOnce(organization, round));
    await settle();
    theirs.push(await copyOnce(organization));
    await settle();
  }
  const [last] = ours.slice(-1);
  const figures =
    last === undefined
      ? ''
      : `upload ${last.uploadSeconds.toFixed(1)} s, run ${last.runSeconds.toFixed(1)} s, processor time per entry ` +
        `${last.nodeMicros.toFixed(0)} µs of Node and ${last.databaseMicros.toFixed(0)} µs of the database`;
  for (const [at, one] of ours.entries()) {
    console.log(
      `         B2 round ${at + 1}: ${Math.round(one.perSecond)} lines/s; resident memory ${drawn(one.memory)}`,
    );
  }
  return [
    {
      name: `B2 import of ${ENTRIES.toLocaleString('en-US')} entries of ${LINES} lines, posted`,
      unit: 'lines/s',
      ours: median(ours.map(({ perSecond }) => perSecond)),
      theirs: median(theirs),
      peer: 'COPY of the same lines into the same indexes',
      atLeast: 0.35,
      note: figures,
    },
  ];
}

interface Measured {
  readonly perSecond: number;
  readonly uploadSeconds: number;
  readonly runSeconds: number;
  readonly nodeMicros: number;
  readonly databaseMicros: number;
  /** Megabytes, every quarter of a second. */
  readonly memory: readonly number[];
}

async function importOnce(organization: TestOrganization, round: number): Promise<Measured> {
  const call = organization.callAs('admin');
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(process.memoryUsage().rss / 1024 / 1024), 250);
  const accounts = await accountsOf(organization);
  const before = await processorTime();
  const started = performance.now();
  const upload = { noun: 'journals', fileName: `journals-${round}.csv`, posts: true } as const;
  const { id } = await storeUpload(call, upload, rowsOfCsvStream(fileOf(round, accounts)));
  const arrived = performance.now();
  const { counts } = await runForOutput(runImport, call, { id });
  const ended = performance.now();
  clearInterval(watch);
  const after = await processorTime();
  if (counts.imported !== ENTRIES * LINES) throw new Error(`${counts.failed} rows were refused`);
  return {
    perSecond: (ENTRIES * LINES) / ((ended - started) / 1000),
    uploadSeconds: (arrived - started) / 1000,
    runSeconds: (ended - arrived) / 1000,
    nodeMicros: ((after.node - before.node) * 1000) / ENTRIES,
    databaseMicros: ((after.database - before.database) * 1000) / ENTRIES,
    memory,
  };
}

/** Codes of accounts that take postings by hand. */
async function accountsOf({ organizationId }: TestOrganization): Promise<string[]> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const { rows } = await client.query<{ code: string }>(
      `select code from accounts where organization_id = daybook_organization() and not is_summary and not is_control
         and control_for is null and record_status = 'active' and required_dimensions = '{}' order by code`,
    );
    return rows.map(({ code }) => code);
  });
}

/** The file, made while it is sent: entries spread over the days of ten months and all accounts. */
async function* fileOf(round: number, accounts: readonly string[]): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let text = 'Document,Date,Memo,Account,Debit,Credit,Text\r\n';
  for (let at = 0; at < ENTRIES; at += 1) {
    const document = `B${round}-${at}`;
    const date = `2026-${String(1 + (at % 10)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`;
    const cents = String(at % 100).padStart(2, '0');
    const account = (by: number) => accounts[(at * 31 + by * 17) % accounts.length] ?? '';
    text += `${document},${date},Payroll ${at},${account(0)},${100 + (at % 900)}.${cents},,Gross pay\r\n`;
    text += `${document},,,${account(1)},50.00,,Employer's share\r\n`;
    text += `${document},,,${account(2)},,20.00,"Withheld, to be paid"\r\n`;
    text += `${document},,,${account(3)},,${130 + (at % 900)}.${cents},Paid\r\n`;
    if (text.length >= 65_536) {
      yield encoder.encode(text);
      text = '';
    }
  }
  yield encoder.encode(text);
}

/** Lines a second of COPY into a table like the ledger's, with its indexes. */
async function copyOnce({ organizationId }: TestOrganization): Promise<number> {
  return withOwner(async (client) => {
    await client.query('drop table if exists bench_lines, bench_source');
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    await client.query(
      `create temporary table bench_source as select l.* from ledger_lines l
       where l.organization_id = daybook_organization() order by l.entry_id desc, l.line_number limit ${ENTRIES * LINES}`,
    );
    const pieces: Buffer[] = [];
    for await (const piece of client.query(copyTo('copy bench_source to stdout')))
      pieces.push(piece as Buffer);
    await client.query('create table bench_lines (like ledger_lines including defaults including indexes)');
    const started = performance.now();
    await pipeline(pieces, client.query(copyFrom('copy bench_lines from stdin')));
    const seconds = (performance.now() - started) / 1000;
    await client.query('drop table bench_lines');
    return (ENTRIES * LINES) / seconds;
  });
}

/** Ends the database's work of a round, so that neither side pays for what the other left behind. */
async function settle(): Promise<void> {
  await withOwner((client) => client.query('vacuum analyze'));
  await withOwner((client) => client.query('checkpoint'));
}

const BARS = '▁▂▃▄▅▆▇█';

/** Memory over the time of a round, in forty steps, from zero to the most. */
function drawn(memory: readonly number[]): string {
  if (memory.length === 0) return '';
  const most = Math.max(...memory);
  const steps = Math.min(40, memory.length);
  const line = Array.from({ length: steps }, (_, step) => {
    const part = memory.slice(
      Math.floor((step * memory.length) / steps),
      Math.floor(((step + 1) * memory.length) / steps),
    );
    const value = Math.max(...part);
    return BARS[Math.min(BARS.length - 1, Math.floor((value / most) * BARS.length))];
  }).join('');
  return `${Math.round(memory[0] ?? 0)} to ${Math.round(most)} MB ${line}`;
}
