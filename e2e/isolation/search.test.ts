import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { createDocument, documentBody } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { searchEverything } from '@/usecases/directory/search-records';
import { runForOutput } from '@/usecases/kit/run';
import { createProspect } from '@/usecases/prospects/prospect-records';
import { listContracts } from '@/usecases/revenue/contracts/list-contracts';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import { fillObligations } from '../../bench/support/obligations';

// Proves the laws documents/search-documents, documents/documents-of-total and sales/search-parties of prisma/sql, which work with the owner's rights.

const WORD = 'Quicksilver';

let ours: TestOrganization;
let theirs: TestOrganization;
let branch: string;

beforeAll(async () => {
  ours = await foundTestOrganization();
  theirs = await foundTestOrganization();
  // In the days of this document those of others are looked for as well.
  await createDocument(theirs, { memo: 'Nothing' });
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
    ['a text across two others', 'order\nPO-778', 0],
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
    for (const law of [
      `daybook_search_documents('%order%', true, 1000, null, null, null, null, null, null)`,
      // Ids that are of the other organization alone, in all days and in those of its documents.
      ...[`null, null`, `'${theirs.clock.today()}', '${theirs.clock.today()}'`].flatMap((days) => [
        `daybook_search_documents('%order%', true, 1000, '${ours.ids.rootSubsidiary}', null, null, null, ${days})`,
        `daybook_search_documents('%order%', true, 1000, null, null, '${ours.ids.types.INVOICE}', null, ${days})`,
        `daybook_search_documents('%000001%', true, 1000, null, null, '${ours.ids.types.INVOICE}', null, ${days})`,
        `daybook_search_documents('%order%', true, 1000, null, null, null, '${ours.ids.customer}', ${days})`,
      ]),
      'daybook_documents_of_total(4321.09, 1000)',
    ])
      expect(await withTenantSql(claim, (tenant) => sql(tenant, `select * from ${law}`))).toEqual([]);
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

describe('a search of customers, vendors and prospects', () => {
  const palette = async (call: ReturnType<TestOrganization['callAs']>, query: string) =>
    (await runForOutput(searchEverything, call, { query })).map(({ kind, name }) => `${kind} ${name}`).sort();
  beforeAll(async () => {
    const create = (companyName: string, more: object = {}) =>
      runForOutput(customerVerbs.create, ours.callAs('admin'), { companyName, ...more });
    await create('Harvest Moon', { customerId: 'HM-100' });
    await create('Harvest of the branch', { subsidiaryId: branch });
    await runForOutput(createProspect, ours.callAs('admin'), { name: 'Ada', company: 'Harvest Fields' });
    await runForOutput(vendorVerbs.create, ours.callAs('admin'), { code: 'TOOL-7', name: 'Harvester Tools' });
    await runForOutput(vendorVerbs.create, ours.callAs('admin'), {
      code: 'SILO-1',
      name: 'Silo',
      email: 'harvest@silo.example',
    });
    await runForOutput(createProspect, ours.callAs('admin'), { name: 'Moonlight', company: null });
  });

  test.each([
    [
      'a word of the name or the company',
      'haRVest',
      ['customer Harvest Moon', 'customer Harvest of the branch', 'prospect Ada', 'vendor Harvester Tools'],
    ],
    ['a code', 'hm-10', ['customer Harvest Moon']],
    ['a name without a company', 'moon', ['customer Harvest Moon', 'prospect Moonlight']],
    ['two letters', 'HM', ['customer Harvest Moon']],
    ['a text across two fields, which no customer has', 'Moon\nHM', []],
    ['a text across two fields, which no prospect has', 'Ada\nHarvest', []],
    ['a text across two fields, which no vendor has', 'Tools\nTOOL', []],
    ['a code of a vendor', 'silo-1', ['vendor Silo']],
    ['wildcards, which match only themselves', 'Har%Moon', []],
  ])('finds %s', async (_, query, found) => {
    expect(await palette(ours.callAs('admin'), query)).toEqual(found);
  });

  test('finds nothing of another organization, and for a confined caller nothing of another subsidiary', async () => {
    expect(await palette(theirs.callAs('admin'), 'harvest')).toEqual([]);
    const claim = { organizationId: theirs.principals.admin.organizationId, userId: null };
    for (const noun of ['customer', 'vendor', 'prospect']) {
      const found = await withTenantSql(claim, (tenant) =>
        sql(tenant, `select * from daybook_search_parties($1, '%arvest%', 1000)`, [noun]),
      );
      expect(found, noun).toEqual([]);
    }
    const call = ours.callAs('admin');
    const elsewhere = {
      ...call,
      principal: { ...call.principal, subsidiaryScope: [ours.ids.rootSubsidiary] },
    };
    expect(await palette(elsewhere, 'harvest')).toEqual([
      'customer Harvest Moon',
      'prospect Ada',
      'vendor Harvester Tools',
    ]);
  });
});

describe('a search of revenue contracts', () => {
  const numbers = async (call: ReturnType<TestOrganization['callAs']>, search: string) =>
    (await runForOutput(listContracts, call, { search, limit: 100 })).rows
      .map(({ contractNumber }) => contractNumber)
      .sort();
  beforeAll(async () => {
    await fillObligations(ours, 12, 12);
    const claim = { organizationId: ours.principals.admin.organizationId, userId: null };
    await withTenantSql(claim, (tenant) =>
      sql(tenant, `update revenue_contracts set name = 'Harvest 100%' where contract_number = 'BENCH-7'`),
    );
  });

  test.each([
    ['a part of the number, ignoring case', 'bench-1', ['BENCH-1', 'BENCH-10', 'BENCH-11', 'BENCH-12']],
    ['a word of the name', 'harv', ['BENCH-7']],
    ['two letters', '-7', ['BENCH-7']],
    ['wildcards, which match only themselves', '100%', ['BENCH-7']],
    ['wildcards that no contract has', 'BENCH_1', []],
    ['a text across both fields, which no contract has', '7\nHarvest', []],
  ])('finds %s', async (_, search, found) => {
    expect(await numbers(ours.callAs('auditor'), search)).toEqual(found);
  });

  test('finds nothing of another organization, and for a confined caller nothing of another subsidiary', async () => {
    expect(await numbers(theirs.callAs('admin'), 'BENCH')).toEqual([]);
    const claim = { organizationId: theirs.principals.admin.organizationId, userId: null };
    const found = await withTenantSql(claim, (tenant) =>
      sql(tenant, `select * from daybook_search_parties('contract', '%BENCH%', 1000)`),
    );
    expect(found).toEqual([]);
    expect(await numbers(confinedTo([branch]), 'BENCH')).toEqual([]);
    expect(await numbers(confinedTo([ours.ids.rootSubsidiary]), 'BENCH-7')).toEqual(['BENCH-7']);
  });
});
