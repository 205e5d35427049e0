import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { surfaceA } from '@/surfaces/a/surface';
import { surfaceB } from '@/surfaces/b/surface';
import { postedDocument } from '@/testing/documents';
import { type Door, doorFor, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

type Body = Record<string, unknown>;
let organization: TestOrganization;
let door: Door;

beforeAll(async () => {
  organization = await foundTestOrganization();
  door = doorFor(surfaceB, organization.principals.admin);
});
afterAll(closeConnections);

const bodyOf = (sent: Sent) => sent.json as Body;
const rowsOf = (sent: Sent) => sent.json as Body[];
const create = async (name: string, body: Body = {}) => {
  const sent = await door.send('POST', `/api/${name}`, { body });
  expect(sent.status, sent.text).toBe(201);
  return bodyOf(sent);
};
const put = (name: string, id: unknown, body: unknown) => door.send('PUT', `/api/${name}/${id}`, { body });
const read = async (name: string, id: unknown) => bodyOf(await door.send('GET', `/api/${name}/${id}`));
const rejects = (sent: Sent, status: number, error: string) => {
  expect({ status: sent.status, error: bodyOf(sent).error }, sent.text).toEqual({ status, error });
  return bodyOf(sent);
};
const _inSql = (text: string, values: unknown[]) =>
  withTenantSql({ organizationId: organization.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Body>(tenant, text, values),
  );

describe('decisions, surface B: accounts', () => {
  test('the type determines the normal side unless the caller states it', async () => {
    expect(await create('accounts', { type: 'LIABILITY' })).toMatchObject({
      type: 'LIABILITY',
      normalSide: 'CREDIT',
    });
    expect(await create('accounts', { type: 'ASSET', normalSide: 'CREDIT' })).toMatchObject({
      normalSide: 'CREDIT',
    });
    expect(await create('accounts')).toMatchObject({
      type: 'EXPENSE',
      normalSide: 'DEBIT',
      isSummary: false,
      isControl: false,
      parentId: null,
      currencyCode: null,
    });
    rejects(await door.send('POST', '/api/accounts', { body: { type: 'WISHES' } }), 400, 'Bad Request');
    rejects(await door.send('POST', '/api/accounts', { body: { currencyCode: 'XXX' } }), 400, 'Bad Request');
    const made = await create('accounts', { type: 'ASSET' });
    expect(bodyOf(await put('accounts', made.id, { type: 'REVENUE' }))).toMatchObject({
      normalSide: 'CREDIT',
    });
  });

  test('an account with postings cannot be deleted, and keeps its type, side and nature: 409 and nothing changes', async () => {
    const account = await create('accounts', { name: 'Posted to', type: 'EXPENSE' });
    const cash = organization.account('1110');
    expect(await postJournal(account.id as string, cash)).toBe('POSTED');
    const before = await read('accounts', account.id);
    rejects(await door.send('DELETE', `/api/accounts/${account.id}`), 409, 'Conflict');
    for (const body of [
      { type: 'ASSET' },
      { normalSide: 'CREDIT' },
      { isSummary: true },
      { currencyCode: 'EUR' },
    ]) {
      rejects(await put('accounts', account.id, body), 409, 'Conflict');
    }
    expect(await read('accounts', account.id)).toEqual(before);
    expect((await put('accounts', account.id, { name: 'Renamed', type: 'EXPENSE' })).status).toBe(200);
  });
});

/** Posts 10.00 from one account to the other through the ledger's own verbs. */
async function postJournal(debit: string, credit: string): Promise<string> {
  const { createTransaction } = await import('@/usecases/transactions/create-transaction');
  const { postTransaction } = await import('@/usecases/transactions/posting/post-transaction');
  const { runForOutput } = await import('@/usecases/kit/run');
  const line = (lineNumber: number, accountId: string, quantity: string) => ({
    lineNumber,
    lineType: 'ITEM',
    description: 'Test',
    quantity,
    unitPrice: '10',
    accountId,
  });
  const call = organization.callAs('admin');
  const { id } = await runForOutput(createTransaction, call, {
    transaction: {
      transactionTypeId: organization.ids.types.JOURNAL,
      subsidiaryId: organization.ids.rootSubsidiary,
      transactionDate: organization.clock.today(),
      currencyCode: 'USD',
      status: 'APPROVED',
    },
    lines: [line(1, debit, '1'), line(2, credit, '-1')],
  });
  return (await runForOutput(postTransaction, call, { id })).status;
}

describe('decisions, surface B: organizations', () => {
  test('POST founds one with the caller as admin; the list has the caller’s own and the ones they created', async () => {
    const made = await create('organizations', {
      name: 'Second',
      baseCurrency: 'EUR',
      fiscalYearStartMonth: 4,
    });
    expect(made).toMatchObject({
      organizationId: made.id,
      name: 'Second',
      baseCurrency: 'EUR',
      fiscalYearStartMonth: 4,
      timeZone: 'UTC',
      segregationOfDuties: 'off',
    });
    const listed = rowsOf(await door.send('GET', '/api/organizations')).map((row) => row.id);
    expect(listed).toEqual(expect.arrayContaining([organization.organizationId, made.id]));
    const changed = await put('organizations', made.id, { name: 'Renamed', timeZone: 'Europe/Oslo' });
    expect(changed.json).toMatchObject({ name: 'Renamed', timeZone: 'Europe/Oslo', baseCurrency: 'EUR' });
    rejects(await put('organizations', made.id, { timeZone: 'Mars/Olympus' }), 400, 'Bad Request');
  });

  test('one that never posted is deleted; one that has posted keeps its books: 409, and nothing changes', async () => {
    const made = await create('organizations', { name: 'By mistake' });
    const gone = await door.send('DELETE', `/api/organizations/${made.id}`);
    expect([gone.status, gone.json]).toEqual([200, { success: true }]);
    rejects(await door.send('GET', `/api/organizations/${made.id}`), 404, 'Not Found');
    await postedDocument(organization);
    const path = `/api/organizations/${organization.organizationId}`;
    const before = (await door.send('GET', path)).json;
    rejects(await door.send('DELETE', path), 409, 'Conflict');
    expect((await door.send('GET', path)).json).toEqual(before);
  });

  test('a member who did not create it does not see it', async () => {
    const made = await create('organizations', { name: 'Mine' });
    const controller = doorFor(surfaceB, organization.principals.controller);
    rejects(await controller.send('GET', `/api/organizations/${made.id}`), 404, 'Not Found');
    const listed = rowsOf(await controller.send('GET', '/api/organizations')).map((row) => row.id);
    expect(listed).toEqual([organization.organizationId]);
  });
});

describe('decisions, "Where the four surfaces meet": one store', () => {
  test('a prospect and an employee created on A are the same records on B, and vice versa', async () => {
    const a = doorFor(surfaceA, organization.principals.admin);
    const prospect = bodyOf(
      await a.send('POST', '/prospects', {
        body: { name: 'Same', estimatedRevenue: 5.25, status: 'contacted' },
      }),
    );
    expect(await read('prospects', prospect.id)).toMatchObject({
      name: 'Same',
      estimatedRevenue: 5.25,
      prospectStatus: 'contacted',
      status: 'active',
    });
    await put('prospects', prospect.id, { status: 'inactive', industry: 'Retail' });
    expect((await a.send('GET', `/prospects/${prospect.id}`)).json).toMatchObject({
      isActive: false,
      industry: 'Retail',
      status: 'contacted',
    });
    const employee = await create('employees', { name: 'Ada', metadata: { title: 'Countess' } });
    expect((await a.send('GET', `/employees/${employee.id}`)).json).toMatchObject({
      name: 'Ada',
      entityTypes: ['Employee'],
      metadata: { title: 'Countess' },
    });
    const lead = bodyOf(await a.send('POST', `/prospects/${prospect.id}/convert-to-lead`));
    expect(await read('leads', lead.leadId)).toMatchObject({ prospectId: prospect.id, leadStatus: 'new' });
  });
});

describe('decisions, "Large lists"', () => {
  test('a list longer than many fetches of the cursor is returned in full, in order, chunk by chunk', async () => {
    const other = await foundTestOrganization();
    await withTenantSql({ organizationId: other.principals.admin.organizationId, userId: null }, (tenant) =>
      sql(
        tenant,
        `insert into vendors (organization_id, id, code, name, created_at)
         select $1::uuid, uuidv7(), 'V' || n, 'Vendor ' || n, now() + n * interval '1 second' from generate_series(1, 4500) n`,
        [other.organizationId],
      ),
    );
    const sent = await doorFor(surfaceB, other.principals.viewer).send('GET', '/api/vendors');
    expect(rowsOf(sent).map((row) => row.name)).toEqual([
      'Paper Mill',
      ...Array.from({ length: 4500 }, (_, n) => `Vendor ${n + 1}`),
    ]);
  });

  test('a caller confined to a subsidiary sees only its documents', async () => {
    const elsewhere = await create('subsidiaries', { name: 'Elsewhere' });
    const [here, there] = [
      await create('invoices'),
      await create('invoices', { subsidiaryId: elsewhere.id, currencyCode: 'USD' }),
    ];
    const confined = doorFor(surfaceB, {
      ...organization.principals.accountant,
      subsidiaryScope: [elsewhere.id as string],
    });
    expect(rowsOf(await confined.send('GET', '/api/invoices')).map((row) => row.id)).toEqual([there.id]);
    expect((await confined.send('GET', `/api/invoices/${here.id}`)).status).toBe(404);
    expect((await confined.send('DELETE', `/api/invoices/${here.id}`)).status).toBe(404);
    const misplaced = { subsidiaryId: organization.ids.rootSubsidiary };
    expect((await confined.send('POST', '/api/invoices', { body: misplaced })).status).toBe(403);
    expect(await read('invoices', here.id)).toEqual(here);
  });
});
