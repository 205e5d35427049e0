import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '@/core/permissions';
import type { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { createCutOver } from '../cut-over/create-cut-over';
import { openCutOver } from '../cut-over/open-cut-over';
import { startJob } from '../jobs/start-job';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { updateOrganization } from '../organizations/organization-records';
import { openItems } from '../reports/list-open-items';
import { listTransactions } from '../transactions/list-transactions';
import { stepOfApproval } from './approve-import';
import { createImport } from './create-import';
import { getImport } from './get-import';
import { runImport } from './run-import';
import { stepOfUndoing, undoImport } from './undo-import';

const DAY = '2025-01-31';

let books: TestOrganization;
let cutOverId: string;
beforeAll(async () => {
  books = await foundTestOrganization({ today: '2026-02-10' });
  cutOverId = (await ask(createCutOver, { cutOverDate: DAY })).id;
  await ask(updateOrganization, { id: books.organizationId, data: { segregationOfDuties: 'enforce' } });
});
afterAll(closeConnections);

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown, as: Role = 'admin') =>
  runForOutput(useCase, books.callAs(as), input);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => ['allowed'],
    (error: RefusalError) => [error.refusal?.code, error.refusal?.message],
  );
const receivables = async () =>
  (
    (await ask(openItems, { side: 'RECEIVABLE', asOf: DAY })) as unknown as {
      items: { openAmount: string }[];
    }
  ).items;

/** Open items of a customer, as many as are wanted. */
async function imported(count: number, mark: string): Promise<string> {
  const { id } = await ask(createImport, {
    noun: 'openReceivables',
    fileName: `${mark}.csv`,
    columns: ['Number', 'Customer', 'Date', 'Open amount'],
    rows: Array.from({ length: count }, (_, at) => [`${mark}-${at}`, 'Northwind', '2024-11-20', '10.00']),
    cutOverId,
  });
  await ask(runImport, { id });
  return id;
}
const approveAll = async (id: string, as: Role) => {
  await ask(startJob, { kind: 'imports.approve', recordId: id }, as);
  for (let steps = 0; steps < 50; steps += 1) {
    if ((await stepOfApproval(books.callAs(as), id)).isDone) return;
  }
};

describe('open items where the organization requires four eyes', () => {
  test('remain proposed: nothing is posted until a second person approves the whole import as one act', async () => {
    const id = await imported(250, 'P');
    expect(await ask(getImport, { id })).toMatchObject({
      importStatus: 'PROPOSED',
      counts: { imported: 250, waiting: 250 },
    });
    expect(await receivables()).toEqual([]);
    // Not by the person who made the import, nor by someone who may not post.
    expect((await refusalOf(approveAll(id, 'admin')))[0]).toBe('FORBIDDEN');
    expect((await refusalOf(approveAll(id, 'sales')))[0]).toBe('FORBIDDEN');
    expect(await receivables()).toEqual([]);
    expect((await refusalOf(ask(openCutOver, { id: cutOverId })))[0]).toBe('IN_USE');

    await approveAll(id, 'controller');
    expect(await ask(getImport, { id })).toMatchObject({
      importStatus: 'DONE',
      counts: { waiting: 0, left: 0 },
    });
    expect(await receivables()).toHaveLength(250);
    expect((await refusalOf(approveAll(id, 'controller')))[0]).toBe('INVALID_STATUS_TRANSITION');
  });

  test('are canceled, not reversed, when the import is undone before anyone approved it', async () => {
    const before = (await receivables()).length;
    const id = await imported(3, 'U');
    expect(await ask(undoImport, { id })).toEqual({ undone: 3 });
    expect(await ask(getImport, { id })).toMatchObject({
      importStatus: 'UNDONE',
      counts: { imported: 0, waiting: 0 },
    });
    expect(await receivables()).toHaveLength(before);
    const { total } = await ask(listTransactions, { status: 'CANCELLED' });
    expect(total).toBe(3);
  });
});

describe('a large import', () => {
  test('is undone in portions, goes on after an interruption, and leaves none of its documents', async () => {
    const before = await ask(listTransactions, { kind: 'JOURNAL' });
    const count = 600;
    const { id } = await ask(createImport, {
      noun: 'journals',
      fileName: 'large.csv',
      columns: ['Document', 'Date', 'Account', 'Debit', 'Credit'],
      rows: Array.from({ length: count }, (_, at) => [
        [`L-${at}`, '2026-01-05', '6210', '7.00', ''],
        [`L-${at}`, '', '1110', '', '7.00'],
      ]).flat(),
    });
    expect((await ask(runImport, { id })).counts).toMatchObject({ imported: 2 * count });
    await ask(startJob, { kind: 'imports.undo', recordId: id });
    expect(await stepOfUndoing(books.callAs('admin'), id)).toMatchObject({ isDone: false, done: 200 });
    expect(await ask(getImport, { id })).toMatchObject({
      importStatus: 'UNDOING',
      counts: { imported: 2 * count - 200, left: 2 * count - 200 },
    });
    // The verb goes on where the job was stopped.
    await ask(undoImport, { id });
    expect(await ask(getImport, { id })).toMatchObject({
      importStatus: 'UNDONE',
      counts: { imported: 0, left: 0 },
    });
    expect((await ask(listTransactions, { kind: 'JOURNAL' })).total).toBe(before.total);
  });
});
