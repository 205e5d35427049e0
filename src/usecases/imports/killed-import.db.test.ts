import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { contractsFile } from '@/testing/files/contracts-file';
import { journalsFile } from '@/testing/files/journals-file';
import type { Asked } from '@/testing/importing-program';
import { IS_LONG } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { bundledProgram } from '@/testing/server';
import { createCutOver } from '../cut-over/create-cut-over';
import { runForOutput } from '../kit/run';
import { verifyBooks } from '../verify/verify-books';
import { listAllImports } from './list-imports';
import { rowsOfCsvStream } from './reading/read-stream';
import { storeUpload } from './reading/store-upload';
import { runImport } from './run-import';

/** Entries of the file; its four lines each make several parts of an upload and several portions of an import. */
const DOCUMENTS = IS_LONG ? 8_000 : 1_600;
const ROWS = DOCUMENTS * 4;

let program: string;
let org: TestOrganization;
let child: ChildProcess | undefined;

beforeAll(async () => {
  program = await bundledProgram('src/testing/importing-program.ts');
});
beforeEach(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
});
afterEach(() => child?.kill('SIGKILL'));
afterAll(async () => {
  await closeConnections();
});

const asked = <Row extends object>(text: string): Promise<Row[]> =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    return (await client.query<Row>(text, [org.organizationId])).rows;
  });
const counted = async (text: string): Promise<number> => (await asked<{ n: number }>(text))[0]?.n ?? 0;
const arrived = () =>
  counted('select coalesce(max(row_count), 0)::int as n from imports where organization_id = $1');
const judged = () =>
  counted('select coalesce(max(imported_count), 0)::int as n from imports where organization_id = $1');

/** Starts the program and kills it, as `kill -9` does, once it has come that far. */
async function killedWhen(importId: string | null, isFar: () => Promise<boolean>): Promise<void> {
  const answered: Asked = {
    organizationId: org.organizationId,
    actorId: org.users.admin.id,
    documents: DOCUMENTS,
    importId,
  };
  const process_ = spawn(process.execPath, [program], {
    env: { ...process.env, ASKED: JSON.stringify(answered) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child = process_;
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    process_.once('exit', (_code, signal) => resolve(signal));
  });
  while (process_.exitCode === null && !(await isFar())) await new Promise((resume) => setTimeout(resume, 5));
  process_.kill('SIGKILL');
  expect(await ended, 'it ended before it was killed').toBe('SIGKILL');
}

describe('a server killed', () => {
  test('in the middle of an upload and twice in the middle of its import omits nothing and creates nothing twice once both continue', async () => {
    await killedWhen(null, async () => (await arrived()) >= ROWS / 2);
    const [left] = (await runForOutput(listAllImports, org.callAs('admin'), {})).rows;
    const id = left?.id ?? '';
    expect(left).toMatchObject({ importStatus: 'ARRIVING' });
    expect(left?.counts.total).toBeGreaterThanOrEqual(ROWS / 2);
    expect(left?.counts.total).toBeLessThan(ROWS);
    const upload = { noun: 'journals', fileName: 'journals.csv', posts: true, continues: id } as const;
    const whole = await storeUpload(org.callAs('admin'), upload, rowsOfCsvStream(journalsFile(DOCUMENTS)));
    expect(whole).toMatchObject({ importStatus: 'UPLOADED', counts: { total: ROWS, pending: ROWS } });

    for (const far of [1, ROWS / 2]) await killedWhen(id, async () => (await judged()) >= far);
    expect(await judged()).toBeLessThan(ROWS);
    const done = await runForOutput(runImport, org.callAs('admin'), { id });
    expect(done).toMatchObject({ importStatus: 'DONE', counts: { imported: ROWS, failed: 0, left: 0 } });

    const rows = await asked(
      `select count(*)::int as documents, count(distinct t.reference_number)::int as "references",
           count(distinct t.ledger_entry_id)::int as entries, max(right(t.transaction_number, 6)::int) as last,
           (select max(right(e.entry_number, 6)::int) from ledger_entries e where e.organization_id = $1) as "lastEntry",
           (select count(*)::int from ledger_lines l where l.organization_id = $1) as lines,
           (select count(distinct r.record_id)::int from import_rows r where r.organization_id = $1 and r.row_state = 'IMPORTED') as reported
         from business_transactions t where t.organization_id = $1 and t.transaction_status = 'POSTED'`,
    );
    expect(rows).toEqual([
      {
        documents: DOCUMENTS,
        references: DOCUMENTS,
        entries: DOCUMENTS,
        last: DOCUMENTS,
        lastEntry: DOCUMENTS,
        lines: ROWS,
        reported: DOCUMENTS,
      },
    ]);
    expect((await runForOutput(verifyBooks, org.callAs('auditor'), {})).isSound).toBe(true);
  });

  test('twice in the middle of a file of contracts omits none and takes none over twice once it continues', async () => {
    const contracts = IS_LONG ? 1_500 : 450;
    const call = org.callAs('admin');
    const { id: cutOverId } = await runForOutput(createCutOver, call, { cutOverDate: '2026-10-31' });
    const upload = { noun: 'openContracts', fileName: 'contracts.csv', cutOverId } as const;
    const { id } = await storeUpload(call, upload, rowsOfCsvStream(contractsFile(contracts)));
    for (const far of [1, contracts / 2]) await killedWhen(id, async () => (await judged()) >= far);
    expect(await judged()).toBeLessThan(contracts);
    const done = await runForOutput(runImport, call, { id });
    expect(done).toMatchObject({ importStatus: 'DONE', counts: { imported: contracts, failed: 0, left: 0 } });

    const rows = await asked(
      `select count(*)::int as contracts, count(distinct c.contract_number)::int as numbers,
         (select count(distinct r.record_id)::int from import_rows r where r.organization_id = $1 and r.row_state = 'IMPORTED') as reported,
         (select count(*)::int from cut_over_items i where i.organization_id = $1) as items,
         (select count(*)::int from revenue_movements m where m.organization_id = $1) as movements,
         (select max(right(e.entry_number, 6)::int) from ledger_entries e where e.organization_id = $1) as "lastEntry",
         (select count(*)::int from audit_log a where a.organization_id = $1 and a.noun = 'revenue contract') as audited
       from revenue_contracts c where c.organization_id = $1 and c.contract_status = 'ACTIVE'`,
    );
    expect(rows).toEqual([
      {
        contracts,
        numbers: contracts,
        reported: contracts,
        items: contracts,
        movements: contracts * 2,
        lastEntry: contracts * 2,
        audited: contracts * 2,
      },
    ]);
    expect((await runForOutput(verifyBooks, org.callAs('auditor'), {})).isSound).toBe(true);
  });
});
