import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { createDocument, documentBody } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { searchEverything } from '@/usecases/directory/search-records';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { listTransactions } from '@/usecases/transactions/list-transactions';

// Proves the law documents/search-documents of prisma/sql, which works with the owner's rights.

const WORD = 'Quicksilver';

let ours: TestOrganization;
let theirs: TestOrganization;
let branch: string;

beforeAll(async () => {
  ours = await foundTestOrganization();
  theirs = await foundTestOrganization();
  branch = (await runForOutput(createSubsidiary, ours.callAs('admin'), { name: 'Branch', code: 'B' })).id;
  await createDocument(ours, { memo: `${WORD} order`, referenceNumber: 'PO-778' });
  await createDocument(ours, { memo: `Nothing of note`, lines: [{ unitPrice: '4321.09' }] });
  const body = documentBody(ours, { subsidiaryId: branch, memo: `${WORD} of the branch` });
  await runForOutput(createTransaction, ours.callAs('accountant'), body);
});
afterAll(closeConnections);

const confinedTo = (subsidiaryIds: readonly string[]) => {
  const call = ours.callAs('accountant');
  return { ...call, principal: { ...call.principal, subsidiaryScope: subsidiaryIds } };
};
const memos = async (call: ReturnType<TestOrganization['callAs']>, search: string) =>
  (await runForOutput(listTransactions, call, { search })).rows.map(({ memo }) => memo).sort();

describe('a search of documents', () => {
  test.each([
    ['a word of the memo, ignoring case', 'quickSILVER', 2],
    ['a part of the number', 'INV-', 3],
    ['a reference number', 'PO-778', 1],
    ['two letters', 'PO', 1],
    ['a text across two fields, which no document has', '000001\nQuick', 0],
    ['wildcards, which match only themselves', '%%%', 0],
  ])('finds %s', async (_, search, found) => {
    const { total, rows, isCounted } = await runForOutput(listTransactions, ours.callAs('auditor'), {
      search,
    });
    expect({ total, rows: rows.length, isCounted }).toEqual({ total: found, rows: found, isCounted: true });
  });

  test('finds nothing of another organization, in lists, in the palette and by the function itself', async () => {
    expect(await memos(theirs.callAs('admin'), WORD)).toEqual([]);
    for (const query of [WORD, 'PO-778', '4321.09'])
      expect(await runForOutput(searchEverything, theirs.callAs('admin'), { query })).toEqual([]);
    const claim = { organizationId: theirs.principals.admin.organizationId, userId: null };
    const found = await withTenantSql(claim, (tenant) =>
      sql(tenant, `select * from daybook_search_documents('%%', 4321.09, 1000)`),
    );
    expect(found).toEqual([]);
  });

  test('finds for a confined caller only what belongs to their subsidiaries', async () => {
    expect(await memos(ours.callAs('admin'), WORD)).toEqual([`${WORD} of the branch`, `${WORD} order`]);
    expect(await memos(confinedTo([branch]), WORD)).toEqual([`${WORD} of the branch`]);
    const seen = await runForOutput(searchEverything, confinedTo([branch]), { query: WORD });
    expect(seen.map(({ name }) => name)).toEqual([`${WORD} of the branch`]);
  });

  test('finds a document by its total', async () => {
    const found = await runForOutput(searchEverything, ours.callAs('admin'), { query: '4321.09' });
    expect(found.map(({ name }) => name)).toEqual(['Nothing of note']);
  });
});
