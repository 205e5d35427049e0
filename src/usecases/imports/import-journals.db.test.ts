import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { updateOrganization } from '../organizations/organization-records';
import { createSubsidiary } from '../subsidiaries/create-subsidiary';
import { getTransaction } from '../transactions/get-transaction';
import { listTransactions } from '../transactions/list-transactions';
import { checkImport } from './check-import';
import { createImport } from './create-import';
import { listRowsOfImport } from './list-import-rows';
import { runImport } from './run-import';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  await runForOutput(createSubsidiary, org.callAs('admin'), {
    code: 'DE',
    name: 'Berlin GmbH',
    parentId: org.ids.rootSubsidiary,
    baseCurrency: 'EUR',
  });
});
afterAll(closeConnections);

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
  runForOutput(useCase, org.callAs('accountant'), input);

async function upload(table: readonly (readonly string[])[]) {
  const [columns, ...rows] = table;
  return (await ask(createImport, { noun: 'journals', fileName: 'journals.csv', columns, rows })).id;
}
const rowsOf = async (id: string) => (await ask(listRowsOfImport, { id, limit: 5_000 })).rows;
const documents = async () => (await ask(listTransactions, { kind: 'JOURNAL' })).total;

const HEADERS = ['Document', 'Date', 'Memo', 'Account', 'Debit', 'Credit', 'Text'];

describe('journal entries from a table', () => {
  test('become one draft per document number, lines in the order of the rows, never posted', async () => {
    const id = await upload([
      HEADERS,
      ['JE-1', '2026-11-05', 'November rent', '6210', '1,200.00', '', 'Office'],
      ['JE-2', '2026-11-06', '', '6210', '10', '', ''],
      ['JE-1', '', '', '1110', '', '1,200.00', ''],
      ['JE-2', '', '', '1110', '', '10', ''],
    ]);
    const before = await documents();
    expect((await ask(checkImport, { id })).counts).toMatchObject({ ready: 4, failed: 0 });
    expect(await documents()).toBe(before);
    expect((await ask(runImport, { id })).counts).toMatchObject({ imported: 4 });
    expect(await documents()).toBe(before + 2);
    const [first, second, third] = await rowsOf(id);
    expect(third?.recordId).toBe(first?.recordId);
    expect(second?.recordId).not.toBe(first?.recordId);
    const entry = await ask(getTransaction, { id: first?.recordId });
    expect(entry).toMatchObject({
      kind: 'JOURNAL',
      status: 'DRAFT',
      transactionDate: '2026-11-05',
      memo: 'November rent',
      referenceNumber: 'JE-1',
      currencyCode: 'USD',
    });
    expect(entry.lines.map((line) => [line.accountId, line.lineAmount, line.description])).toEqual([
      [org.account('6210'), '1200.00', 'Office'],
      [org.account('1110'), '-1200.00', 'November rent'],
    ]);
  });

  test('are refused as a whole document, at the row that names an unknown account; other documents are unaffected', async () => {
    const id = await upload([
      HEADERS,
      ['JE-3', '2026-11-05', '', '6210', '5', '', ''],
      ['JE-3', '', '', '9999', '', '5', ''],
      ['JE-4', '2026-11-05', '', '6210', '7', '', ''],
      ['JE-4', '', '', '1110', '', '7', ''],
    ]);
    const before = await documents();
    await ask(runImport, { id });
    expect((await rowsOf(id)).map((row) => [row.rowState, row.errorField, row.errorMessage])).toEqual([
      ['FAILED', null, 'Document JE-3 cannot be imported because row 2 was refused.'],
      ['FAILED', 'accountId', 'Account: no account has the code or name 9999.'],
      ['IMPORTED', null, null],
      ['IMPORTED', null, null],
    ]);
    expect(await documents()).toBe(before + 1);
  });

  test("use the subsidiary's own currency unless the rows name another", async () => {
    const id = await upload([
      ['Document', 'Date', 'Subsidiary', 'Account', 'Amount'],
      ['JE-5', '2026-11-05', 'DE', '6210', '9'],
      ['JE-5', '', '', '1110', '-9'],
    ]);
    await ask(runImport, { id });
    const [row] = await rowsOf(id);
    expect(row?.errorMessage).toBeNull();
    expect(await ask(getTransaction, { id: row?.recordId })).toMatchObject({ currencyCode: 'EUR' });
  });
});

describe('journal entries that are posted by their import', () => {
  const posting = async (table: readonly (readonly string[])[], as: 'admin' | 'accountant' = 'admin') => {
    const [columns, ...rows] = table;
    const asked = { noun: 'journals', fileName: 'journals.csv', columns, rows, posts: true };
    return (await runForOutput(createImport, org.callAs(as), asked)).id;
  };
  const run = (id: string) => runForOutput(runImport, org.callAs('admin'), { id });
  const statuses = async (id: string) =>
    Promise.all(
      (await rowsOf(id)).map(async ({ rowState, errorField, errorMessage, recordId }) =>
        recordId === null
          ? [rowState, errorField, errorMessage]
          : [rowState, (await ask(getTransaction, { id: recordId })).status],
      ),
    );
  const TABLE = [
    HEADERS,
    ['PJ-1', '2026-11-05', '', '6210', '11', '', ''],
    ['PJ-1', '', '', '1110', '', '11', ''],
    // No period of these books is that early.
    ['PJ-2', '1999-11-05', '', '6210', '12', '', ''],
    ['PJ-2', '', '', '1110', '', '12', ''],
  ];

  test('are posted on their own dates; one that cannot be posted is refused by the check already, and nothing of it is stored', async () => {
    const id = await posting(TABLE);
    const before = await documents();
    const checked = await runForOutput(checkImport, org.callAs('admin'), { id });
    expect(checked.counts).toMatchObject({ ready: 2, failed: 2 });
    expect(await documents()).toBe(before);
    expect(await run(id)).toMatchObject({
      importStatus: 'DONE',
      counts: { imported: 2, failed: 2, waiting: 0 },
    });
    const reason = 'No fiscal period covers 1999-11-05. Generate the fiscal year first or use another date.';
    expect(await statuses(id)).toEqual([
      ['IMPORTED', 'POSTED'],
      ['IMPORTED', 'POSTED'],
      ['FAILED', null, reason],
      ['FAILED', null, 'Document PJ-2 cannot be imported because row 3 was refused.'],
    ]);
    expect(await documents()).toBe(before + 1);
    const [row] = await rowsOf(id);
    expect(await ask(getTransaction, { id: row?.recordId })).toMatchObject({ postingDate: '2026-11-05' });
  });

  test('wait for a second person where the organization requires one', async () => {
    await runForOutput(updateOrganization, org.callAs('admin'), {
      id: org.organizationId,
      data: { segregationOfDuties: 'enforce' },
    });
    try {
      const id = await posting(TABLE.slice(0, 3));
      expect(await run(id)).toMatchObject({ importStatus: 'PROPOSED', counts: { imported: 2, waiting: 1 } });
      expect((await statuses(id)).map(([, status]) => status)).toEqual([
        'PENDING_APPROVAL',
        'PENDING_APPROVAL',
      ]);
    } finally {
      await runForOutput(updateOrganization, org.callAs('admin'), {
        id: org.organizationId,
        data: { segregationOfDuties: 'off' },
      });
    }
  });

  test('need the rights to approve and post, before any row is tried', async () => {
    const id = await posting(TABLE);
    const { principal, ...call } = org.callAs('admin');
    const permissions = new Set([...principal.permissions].filter((name) => name !== 'gl.transaction.post'));
    const work = runForOutput(runImport, { ...call, principal: { ...principal, permissions } }, { id });
    await expect(work).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    expect((await rowsOf(id)).map(({ rowState }) => rowState)).toEqual([
      'PENDING',
      'PENDING',
      'PENDING',
      'PENDING',
    ]);
  });
});
