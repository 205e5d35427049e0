import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { surfaceA } from '@/surfaces/a/surface';
import { surfaceB } from '@/surfaces/b/surface';
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
const inSql = (text: string, values: unknown[]) =>
  withTenantSql({ organizationId: organization.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Body>(tenant, text, values),
  );

describe('2.3 and 4.3 customers', () => {
  const FULL = {
    companyName: 'Harbour Robotics',
    customerId: 'C-1',
    contactEmail: 'ap@harbour.example',
    contactPhone: '+1 555',
    billingAddress: { street: '1 Pier', city: 'Oakland', state: 'CA', postalCode: '94607', country: 'US' },
    shippingAddress: { street: '2 Pier', city: 'Oakland', state: 'CA', postalCode: '94607', country: 'US' },
    taxId: '12-3',
    paymentTerms: 'NET30',
    creditLimit: 50000.25,
    status: 'archived',
  };

  test('create keeps every field of 2.3 as sent; the rest is null', async () => {
    const parent = await create('customers', { companyName: 'Parent' });
    const made = await create('customers', { ...FULL, parentCustomerId: parent.id });
    expect(made).toMatchObject({ ...FULL, parentCustomerId: parent.id });
    const { id: _i, organizationId: _o, createdAt: _c, updatedAt: _u, ...rest } = parent;
    const nothing = Object.fromEntries(Object.keys(FULL).map((field) => [field, null]));
    expect(rest).toEqual({ ...nothing, companyName: 'Parent', parentCustomerId: null, status: 'active' });
  });

  test.each<[string, Body, string]>([
    ['no companyName', {}, 'companyName'],
    ['a blank companyName', { companyName: '  ' }, 'companyName'],
    ['an e-mail address that is none', { companyName: 'A', contactEmail: 'nobody' }, 'contactEmail'],
    ['a credit limit in words', { companyName: 'A', creditLimit: 'high' }, 'creditLimit'],
    ['a credit limit with five decimals', { companyName: 'A', creditLimit: 1.00001 }, 'creditLimit'],
    ['an address that is text', { companyName: 'A', billingAddress: 'Oakland' }, 'billingAddress'],
  ])('%s is 400 and names the field', async (_title, body, field) => {
    const { details } = rejects(await door.send('POST', '/api/customers', { body }), 400, 'Bad Request');
    expect(details).toEqual([{ path: [field], message: expect.any(String) }]);
  });

  test('3.3: status inactive moves a customer from active to inactive; parts of an address may change alone', async () => {
    const made = await create('customers', { ...FULL, status: 'active' });
    const sent = await put('customers', made.id, {
      status: 'inactive',
      billingAddress: { city: 'Alameda' },
      taxId: null,
    });
    expect(sent.json).toEqual({
      ...made,
      status: 'inactive',
      taxId: null,
      billingAddress: { ...FULL.billingAddress, city: 'Alameda' },
      updatedAt: bodyOf(sent).updatedAt,
    });
  });

  test('children are the customers whose parent this one is; an unknown customer is 404', async () => {
    const parent = await create('customers', { companyName: 'Group' });
    const one = await create('customers', { companyName: 'One', parentCustomerId: parent.id });
    const two = await create('customers', {
      companyName: 'Two',
      parentCustomerId: parent.id,
      status: 'inactive',
    });
    const below = await create('customers', { companyName: 'Below', parentCustomerId: one.id });
    expect((await door.send('GET', `/api/customers/${parent.id}/children`)).json).toEqual([one, two]);
    expect((await door.send('GET', `/api/customers/${below.id}/children`)).json).toEqual([]);
    rejects(await door.send('GET', `/api/customers/${newId()}/children`), 404, 'Not Found');
    rejects(await door.send('GET', '/api/customers/none/children'), 404, 'Not Found');
  });

  test('warehouses are set as a list and read back with the warehouse in each (decisions, "customers/{id}/warehouses")', async () => {
    const customer = await create('customers', { companyName: 'Stocked' });
    const [west, east] = [
      await create('warehouses', { code: 'W1', name: 'West' }),
      await create('warehouses'),
    ];
    const path = `/api/customers/${customer.id}/warehouses`;
    expect((await door.send('GET', path)).json).toEqual([]);
    const set = await door.send('PUT', path, {
      body: [{ warehouseId: west.id, isDefault: true }, { warehouseId: east.id }],
    });
    expect(set.status, set.text).toBe(200);
    expect(rowsOf(set)[0]).toEqual({
      id: expect.any(String),
      customerId: customer.id,
      warehouseId: west.id,
      isDefault: true,
      warehouse: { id: west.id, code: 'W1', name: 'West', status: 'active' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await door.send('GET', path)).json).toEqual(set.json);
    const moved = await door.send('PUT', path, { body: [{ warehouseId: east.id, isDefault: true }] });
    expect(rowsOf(moved).map(({ id, isDefault }) => ({ id, isDefault }))).toEqual([
      { id: rowsOf(set)[1]?.id, isDefault: true },
    ]);
    const before = (await door.send('GET', path)).json;
    for (const body of [
      [{ warehouseId: newId() }],
      [{ warehouseId: east.id }, { warehouseId: east.id }],
      [
        { warehouseId: east.id, isDefault: true },
        { warehouseId: west.id, isDefault: true },
      ],
      [{ warehouseId: 'x' }],
      {},
    ]) {
      rejects(await door.send('PUT', path, { body }), 400, 'Bad Request');
    }
    expect((await door.send('GET', path)).json).toEqual(before);
    rejects(await door.send('PUT', `/api/customers/${newId()}/warehouses`, { body: [] }), 404, 'Not Found');
    rejects(await door.send('GET', `/api/customers/${newId()}/warehouses`), 404, 'Not Found');
    rejects(await door.send('DELETE', `/api/warehouses/${east.id}`), 409, 'Conflict');
  });

  test('DELETE of a customer with an invoice or with children is 409 and nothing changes', async () => {
    const customer = await create('customers', { companyName: 'Billed' });
    await create('invoices', { customerId: customer.id });
    rejects(await door.send('DELETE', `/api/customers/${customer.id}`), 409, 'Conflict');
    const parent = await create('customers', { companyName: 'Parent' });
    await create('customers', { companyName: 'Child', parentCustomerId: parent.id });
    rejects(await door.send('DELETE', `/api/customers/${parent.id}`), 409, 'Conflict');
    expect(await read('customers', customer.id)).toEqual(customer);
    expect(await read('customers', parent.id)).toEqual(parent);
  });
});

describe.each([
  ['departments', 'parentId'],
  ['locations', 'parentId'],
  ['classes', 'parentId'],
  ['accounts', 'parentId'],
  ['vendors', 'parentId'],
  ['subsidiaries', 'parentId'],
  ['units-of-measure', 'baseUnitId'],
  ['customers', 'parentCustomerId'],
])('decisions, surface B: %s are a tree by %s', (name, field) => {
  const make = (parent: unknown = null) =>
    create(name, { [field]: parent, ...(name === 'customers' ? { companyName: `C ${newId()}` } : {}) });

  test('a parent that does not exist, oneself, or a descendant is 400 and nothing changes', async () => {
    const top = await make();
    const middle = await make(top.id);
    const bottom = await make(middle.id);
    expect(bottom[field]).toBe(middle.id);
    for (const parent of [newId(), top.id, middle.id, bottom.id]) {
      rejects(await put(name, top.id, { [field]: parent }), 400, 'Bad Request');
    }
    expect(await read(name, top.id)).toEqual(top);
    const sent = await door.send('POST', `/api/${name}`, { body: { companyName: 'x', [field]: newId() } });
    rejects(sent, 400, 'Bad Request');
  });

  test('a record may move to another parent or to the top; with children below it cannot be deleted: 409', async () => {
    const [one, two] = [await make(), await make()];
    const child = await make(one.id);
    expect(bodyOf(await put(name, child.id, { [field]: two.id }))[field]).toBe(two.id);
    rejects(await door.send('DELETE', `/api/${name}/${two.id}`), 409, 'Conflict');
    expect(await read(name, two.id)).toEqual(two);
    expect(bodyOf(await put(name, child.id, { [field]: null }))[field]).toBeNull();
    expect((await door.send('DELETE', `/api/${name}/${two.id}`)).status).toBe(200);
  });

  test('two moves at once cannot close a circle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await make(), await make()];
      const sents = await Promise.all([
        put(name, one.id, { [field]: two.id }),
        put(name, two.id, { [field]: one.id }),
      ]);
      expect(sents.map((sent) => sent.status).sort()).toEqual([200, 400]);
    }
  });
});

describe('decisions, surface B: codes and names', () => {
  test.each([
    ['departments', /^DEPT-\d{5}$/],
    ['locations', /^LOC-\d{5}$/],
    ['classes', /^CLS-\d{5}$/],
    ['warehouses', /^WH-\d{5}$/],
    ['units-of-measure', /^UOM-\d{5}$/],
    ['price-lists', /^PL-\d{5}$/],
    ['accounts', /^ACCT-\d{5}$/],
    ['vendors', /^VEND-\d{5}$/],
    ['employees', /^EMP-\d{5}$/],
    ['prospects', /^PROS-\d{5}$/],
    ['leads', /^LEAD-\d{5}$/],
  ])('a nameless one of %s gets a generated code that is its name too', async (name, pattern) => {
    const made = await create(name, { status: 'active' });
    expect(made.code).toMatch(pattern);
    expect(made.name).toBe(made.code);
  });

  test('a code in use is 409 on create and update, and nothing changes', async () => {
    const code = `X-${newId()}`;
    await create('departments', { code, name: 'First' });
    const other = await create('departments', { name: 'Other' });
    const { details } = rejects(
      await door.send('POST', '/api/departments', { body: { code } }),
      409,
      'Conflict',
    );
    expect(details).toEqual({ noun: 'department', field: 'code', value: code });
    rejects(await put('departments', other.id, { code }), 409, 'Conflict');
    expect(await read('departments', other.id)).toEqual(other);
    expect((await put('departments', other.id, { code: other.code })).status).toBe(200);
  });

  test('a generated code passes over one that somebody gave by hand', async () => {
    const { code } = await create('classes');
    const following = `CLS-${String(Number(String(code).slice(4)) + 1).padStart(5, '0')}`;
    await create('classes', { code: following });
    expect((await create('classes')).code).not.toBe(following);
  });

  test('a reference to nothing is 400 and names the field', async () => {
    for (const [name, body, field] of [
      ['warehouses', { locationId: newId() }, 'locationId'],
      ['vendors', { payableAccountId: newId() }, 'payableAccountId'],
      ['employees', { departmentId: newId() }, 'departmentId'],
      ['subscriptions', { customerId: newId() }, 'customerId'],
      ['revenue', { customerId: newId() }, 'customerId'],
    ] as const) {
      const { details } = rejects(await door.send('POST', `/api/${name}`, { body }), 400, 'Bad Request');
      expect(details, name).toMatchObject({ field });
    }
  });
});

describe('decisions, surface B: accounts', () => {
  test('the type gives the normal side unless the caller says otherwise', async () => {
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

  test('an account with postings is not deleted, and keeps its type, side and nature: 409 and nothing changes', async () => {
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
  const { postTransaction } = await import('@/usecases/transactions/post-transaction');
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

describe('decisions, surface B: documents', () => {
  test('a document made with only status is an empty draft: root subsidiary, base currency, today, nobody', async () => {
    const draft = {
      subsidiaryId: organization.ids.rootSubsidiary,
      currencyCode: 'USD',
      exchangeRate: '1',
      memo: null,
      status: 'active',
    };
    const today = organization.clock.today();
    expect(await create('business-transactions', { status: 'active' })).toMatchObject({
      ...draft,
      kind: 'JOURNAL',
      transactionDate: today,
      entityId: null,
      totalAmount: '0.00',
      transactionStatus: 'DRAFT',
      glTransactionId: null,
    });
    expect(await create('invoices', { status: 'active' })).toMatchObject({
      ...draft,
      invoiceNumber: expect.stringMatching(/^INV-2026-\d{6}$/),
      invoiceDate: today,
      customerId: null,
      openAmount: '0.00',
      invoiceStatus: 'DRAFT',
    });
    expect(await create('payments', { status: 'active' })).toMatchObject({
      ...draft,
      paymentDate: today,
      amount: '0.00',
      paymentStatus: 'DRAFT',
    });
    expect(await create('subscriptions', {})).toMatchObject({
      subsidiaryId: draft.subsidiaryId,
      currencyCode: 'USD',
      startDate: today,
      customerId: null,
      subscriptionStatus: 'DRAFT',
    });
    expect(await create('revenue', {})).toMatchObject({
      subsidiaryId: draft.subsidiaryId,
      currencyCode: 'USD',
      contractDate: today,
      contractStatus: 'DRAFT',
      transactionPrice: '0.00',
    });
  });

  test('an invoice and a payment are business transactions of their kind; neither is the other', async () => {
    const invoice = await create('invoices', { memo: 'November' });
    const same = await read('business-transactions', invoice.id);
    expect(same).toMatchObject({
      kind: 'INVOICE',
      memo: 'November',
      transactionNumber: invoice.invoiceNumber,
    });
    rejects(await door.send('GET', `/api/payments/${invoice.id}`), 404, 'Not Found');
    rejects(await put('payments', invoice.id, { memo: 'no' }), 404, 'Not Found');
    rejects(await door.send('DELETE', `/api/payments/${invoice.id}`), 404, 'Not Found');
    expect(await read('invoices', invoice.id)).toEqual(invoice);
    const payments = rowsOf(await door.send('GET', '/api/payments'));
    expect(payments.map((row) => row.id)).not.toContain(invoice.id);
  });

  test('a PUT never moves a lifecycle: transactionStatus, invoiceStatus, paymentStatus, prospectStatus, leadStatus …', async () => {
    for (const [name, field, value] of [
      ['business-transactions', 'transactionStatus', 'POSTED'],
      ['invoices', 'invoiceStatus', 'PAID'],
      ['payments', 'paymentStatus', 'APPROVED'],
      ['subscriptions', 'subscriptionStatus', 'ACTIVE'],
      ['revenue', 'contractStatus', 'ACTIVE'],
      ['prospects', 'prospectStatus', 'qualified'],
      ['leads', 'leadStatus', 'qualified'],
    ] as const) {
      const made = await create(name);
      const sent = await put(name, made.id, { [field]: value, status: 'inactive' });
      expect(sent.json, name).toEqual({ ...made, status: 'inactive', updatedAt: bodyOf(sent).updatedAt });
    }
  });

  test('customer, dates, terms and a payment’s amount can be filled in while it is a draft', async () => {
    const { customer } = organization.ids;
    const invoice = await create('invoices');
    const sent = await put('invoices', invoice.id, {
      customerId: customer,
      invoiceDate: '2026-11-02',
      dueDate: '2026-12-02',
      paymentTerms: 'NET30',
    });
    expect(sent.json).toMatchObject({
      customerId: customer,
      invoiceDate: '2026-11-02',
      dueDate: '2026-12-02',
    });
    const payment = await create('payments', {
      customerId: customer,
      amount: '1200.50',
      paymentMethod: 'WIRE',
    });
    expect(payment).toMatchObject({ amount: '1200.50', openAmount: '1200.50', paymentMethod: 'WIRE' });
    expect(bodyOf(await put('payments', payment.id, { amount: 99 })).amount).toBe('99.00');
    for (const body of [{ customerId: newId() }, { dueDate: 'soon' }, { currencyCode: 'ZZZ' }]) {
      rejects(await put('invoices', invoice.id, body), 400, 'Bad Request');
    }
  });

  test('what is no draft any more is neither changed nor deleted here: 409 and nothing changes', async () => {
    const made = await create('business-transactions', { memo: 'kept' });
    await inSql(
      `update business_transactions set transaction_status = 'CANCELLED' where organization_id = $1::uuid and id = $2::uuid returning id`,
      [organization.organizationId, made.id],
    );
    const before = await read('business-transactions', made.id);
    expect(before.transactionStatus).toBe('CANCELLED');
    rejects(await put('business-transactions', made.id, { memo: 'changed' }), 409, 'Conflict');
    rejects(await door.send('DELETE', `/api/business-transactions/${made.id}`), 409, 'Conflict');
    expect(await read('business-transactions', made.id)).toEqual(before);
    expect((await put('business-transactions', made.id, before)).status).toBe(200);
  });
});

describe('decisions, surface B: organizations', () => {
  test('POST founds one of which the caller is admin; the list is the own and the created ones', async () => {
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

  test('a member who did not create it does not see it', async () => {
    const made = await create('organizations', { name: 'Mine' });
    const controller = doorFor(surfaceB, organization.principals.controller);
    rejects(await controller.send('GET', `/api/organizations/${made.id}`), 404, 'Not Found');
    const listed = rowsOf(await controller.send('GET', '/api/organizations')).map((row) => row.id);
    expect(listed).toEqual([organization.organizationId]);
  });
});

describe('decisions, "Where the four surfaces meet": one store', () => {
  test('a prospect and an employee made on A are the same records on B, and the other way round', async () => {
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
  test('a list longer than many fetches of the cursor arrives whole, in order, chunk by chunk', async () => {
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

  test('a caller confined to a subsidiary sees its documents only', async () => {
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
    expect((await confined.send('GET', `/api/invoices/${here.id}`)).status).toBe(403);
    expect((await confined.send('DELETE', `/api/invoices/${here.id}`)).status).toBe(403);
    expect(await read('invoices', here.id)).toEqual(here);
  });
});
