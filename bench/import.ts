import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { rowsOfCsvStream } from '@/usecases/imports/reading/read-stream';
import { storeUpload } from '@/usecases/imports/reading/store-upload';
import { runImport } from '@/usecases/imports/run-import';
import { runForOutput } from '@/usecases/kit/run';
import { fillBooks } from './support/books';
import { processorTime } from './support/processor-time';
import { type Bar, median } from './support/ratio';

/** Entries of one import, four lines each; fewer for a quick look. */
const ENTRIES = Number(process.env.DAYBOOK_BENCH_ENTRIES ?? '100000');
const LINES = 4;
/** Rounds of ours and of the peer, alternating. */
const ROUNDS = Number(process.env.DAYBOOK_BENCH_ROUNDS ?? '3');
/** Entries of the import with which the memory of the large one is compared. */
const FEW = Math.max(1, Math.floor(ENTRIES / 10));
/** Memory may differ by this much for other reasons, in megabytes. */
const FLAT_WITHIN = 64;

/**
 * B2: a file of journal entries uploaded as a stream, imported and posted, against COPY of the ledger lines it made into a table with the
 * same columns and indexes. Ours includes reading the file, every check, the documents, their numbers, entries, balances, audit and events.
 * It is shown next to what COPY of all these rows would cost (no rule checked, no balance kept), which no import can beat, and the memory
 * of a tenth of the file.
 */
export async function benchImport(): Promise<Bar[]> {
  const organization = await foundTestOrganization({ name: 'Bench' });
  // Books in use, so that the planner's statistics are those of a ledger with entries.
  await fillBooks(organization, 5_000);
  await settle();
  // A server compiles its code in its first half minute.
  await importOnce(organization, 'warm', FEW);
  const few = await importOnce(organization, 'few', FEW);
  await settle();
  const ours: Measured[] = [];
  const theirs: Copied[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await importOnce(organization, String(round), ENTRIES));
    await settle();
    theirs.push(await copyOnce(organization));
    await settle();
  }
  const every = await copyEverything(organization);
  const middle = (of: (one: Measured) => number) => median(ours.map(of));
  const peer = median(theirs.map(({ perSecond }) => perSecond));
  const ownMicros = middle(({ nodeMicros, databaseMicros }) => nodeMicros + databaseMicros);
  const peerMicros = median(theirs.map(({ micros }) => micros)) * LINES;
  for (const [at, one] of [few, ...ours].entries()) {
    const what = at === 0 ? `${FEW} entries` : `${ENTRIES} entries, round ${at}`;
    console.log(
      `         B2 ${what}: ${Math.round(one.perSecond)} lines/s; resident memory ${drawn(one.memory)}`,
    );
  }
  return [
    {
      name: `B2 import of ${ENTRIES.toLocaleString('en-US')} entries of ${LINES} lines, posted`,
      unit: 'lines/s',
      ours: middle(({ perSecond }) => perSecond),
      theirs: peer,
      peer: 'COPY of the same lines into the same indexes',
      atLeast: 0.35,
      note:
        `upload ${middle(({ uploadSeconds }) => uploadSeconds).toFixed(1)} s, run ${middle(({ runSeconds }) => runSeconds).toFixed(1)} s; ` +
        `processor time per entry ${middle(({ nodeMicros }) => nodeMicros).toFixed(0)} µs of Node and ` +
        `${middle(({ databaseMicros }) => databaseMicros).toFixed(0)} µs of the database against ${peerMicros.toFixed(0)} µs of COPY ` +
        `(${(peerMicros / ownMicros).toFixed(3)}); COPY of all ${every.rowsPerEntry.toFixed(0)} rows an entry leaves: ` +
        `${every.micros.toFixed(0)} µs of the database, ${(peerMicros / every.micros).toFixed(2)} of COPY of its lines`,
    },
    {
      name: `B2 memory of the import against that of ${FEW.toLocaleString('en-US')} entries`,
      unit: 'MB',
      ours: Math.max(...ours.map(({ memory }) => mostOf(memory))),
      theirs: mostOf(few.memory) + FLAT_WITHIN,
      peer: `that of the smaller and ${FLAT_WITHIN} MB`,
      atLeast: 1,
      lowerIsBetter: true,
    },
  ];
}

const mostOf = (memory: readonly number[]) => Math.max(0, ...memory);

interface Measured {
  readonly perSecond: number;
  readonly uploadSeconds: number;
  readonly runSeconds: number;
  readonly nodeMicros: number;
  readonly databaseMicros: number;
  /** Megabytes, sampled every quarter of a second. */
  readonly memory: readonly number[];
}

/** Uploads a file of this many entries, imports and posts it. Throws when a row is refused. */
export async function importOnce(
  organization: TestOrganization,
  mark: string,
  entries: number,
): Promise<Measured> {
  const call = organization.callAs('admin');
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(process.memoryUsage().rss / 1024 / 1024), 250);
  const accounts = await accountsOf(organization);
  const before = await processorTime();
  const started = performance.now();
  const upload = { noun: 'journals', fileName: `journals-${mark}.csv`, posts: true } as const;
  const { id } = await storeUpload(call, upload, rowsOfCsvStream(fileOf(mark, entries, accounts)));
  const arrived = performance.now();
  const { counts } = await runForOutput(runImport, call, { id });
  const ended = performance.now();
  clearInterval(watch);
  const after = await processorTime();
  if (counts.imported !== entries * LINES) throw new Error(`${counts.failed} rows were refused`);
  return {
    perSecond: (entries * LINES) / ((ended - started) / 1000),
    uploadSeconds: (arrived - started) / 1000,
    runSeconds: (ended - arrived) / 1000,
    nodeMicros: ((after.node - before.node) * 1000) / entries,
    databaseMicros: ((after.database - before.database) * 1000) / entries,
    memory,
  };
}

/** Codes of accounts that accept manual postings. */
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
async function* fileOf(
  mark: string,
  entries: number,
  accounts: readonly string[],
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let text = 'Document,Date,Memo,Account,Debit,Credit,Text\r\n';
  for (let at = 0; at < entries; at += 1) {
    const document = `B${mark}-${at}`;
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

interface Copied {
  readonly perSecond: number;
  /** Microseconds of the database's processor time per row. */
  readonly micros: number;
}

/** COPY into a table like the ledger's, with its indexes, of the lines of the last import. */
function copyOnce(organization: TestOrganization): Promise<Copied> {
  return copyRows(
    organization,
    'ledger_lines',
    `x.entry_id in (select e.id from ledger_entries e where e.organization_id = daybook_organization() order by e.id desc limit ${ENTRIES})`,
  );
}

/** Where an entry that is imported and posted leaves rows, and which of a table's are the last import's. */
const LAST = `select i.id from imports i where i.organization_id = daybook_organization() order by i.created_at desc limit 1`;
const OF_DOCUMENTS = `in (select r.record_id from import_rows r where r.organization_id = daybook_organization() and r.import_id = (${LAST}))`;
const EVERYWHERE: Readonly<Record<string, string>> = {
  import_rows: `x.import_id = (${LAST})`,
  business_transactions: `x.id ${OF_DOCUMENTS}`,
  business_transaction_lines: `x.transaction_id ${OF_DOCUMENTS}`,
  transaction_impact_lines: `x.transaction_id ${OF_DOCUMENTS}`,
  unposted_documents: `x.transaction_id ${OF_DOCUMENTS}`,
  ledger_entries: `x.transaction_id ${OF_DOCUMENTS}`,
  ledger_lines: `x.entry_id in (select e.id from ledger_entries e where e.organization_id = daybook_organization() and e.transaction_id ${OF_DOCUMENTS})`,
  audit_log: `x.record_id ${OF_DOCUMENTS}`,
  outbox_events: `x.record_id ${OF_DOCUMENTS}`,
};

/** COPY of every row the last import left, each into a table with the same indexes: what no import can beat. */
async function copyEverything(
  organization: TestOrganization,
): Promise<{ readonly micros: number; readonly rowsPerEntry: number }> {
  let micros = 0;
  let rows = 0;
  for (const [table, where] of Object.entries(EVERYWHERE)) {
    const copied = await copyRows(organization, table, where);
    micros += copied.micros * copied.rows;
    rows += copied.rows;
  }
  return { micros: micros / ENTRIES, rowsPerEntry: rows / ENTRIES };
}

/** COPY of some rows of a table into one like it, with its indexes and without its rules. */
async function copyRows(
  { organizationId }: TestOrganization,
  table: string,
  where: string,
): Promise<Copied & { readonly rows: number }> {
  return withOwner(async (client) => {
    await client.query('drop table if exists bench_copied');
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    await client.query(
      `create temporary table bench_source as select x.* from ${table} x where x.organization_id = daybook_organization() and ${where}`,
    );
    const counted = await client.query<{ n: number }>('select count(*)::int as n from bench_source');
    const rows = counted.rows[0]?.n ?? 0;
    // What an import leaves no rows of, such as events that no one subscribes to, costs nothing.
    if (rows === 0) {
      await client.query('drop table bench_source');
      return { rows, perSecond: 0, micros: 0 };
    }
    const pieces: Buffer[] = [];
    for await (const piece of client.query(copyTo('copy bench_source to stdout')))
      pieces.push(piece as Buffer);
    await client.query(`create table bench_copied (like ${table} including defaults including indexes)`);
    const before = await processorTime();
    const started = performance.now();
    await pipeline(pieces, client.query(copyFrom('copy bench_copied from stdin')));
    const seconds = (performance.now() - started) / 1000;
    const after = await processorTime();
    await client.query('drop table bench_copied, bench_source');
    return { rows, perSecond: rows / seconds, micros: ((after.database - before.database) * 1000) / rows };
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
