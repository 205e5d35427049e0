import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sampleFile } from '@/testing/order-files';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { checkImport } from '../imports/check-import';
import { getImport } from '../imports/get-import';
import { listRowsOfImport } from '../imports/list-import-rows';
import { runImport } from '../imports/run-import';
import { updateMapping } from '../imports/update-mapping';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { getContract } from '../revenue/contracts/get-contract';
import { voidFact } from '../revenue/events/void-fact';
import { answerOrder } from './answer-order';
import { listOrders, originOf } from './list-orders';
import { orderSourceVerbs } from './source-records';
import { takeUpOrders } from './take-up-orders';
import { uploadOrders } from './upload-orders';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-02-10' });
});
afterAll(closeConnections);

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown, of = org) =>
  runForOutput(useCase, of.callAs('admin'), input);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
  );

const PLANS = {
  name: 'Plans',
  when: [{ field: 'description', ask: 'CONTAINS', value: 'plan' }],
  outcome: { kind: 'OBLIGATION', pattern: 'OVER_PERIOD' },
};
const WORKSHOPS = {
  name: 'Workshops',
  when: [{ field: 'description', ask: 'CONTAINS', value: 'workshop' }],
  outcome: { kind: 'OBLIGATION', pattern: 'ON_DATE' },
};

let made = 0;
async function newSource(fields: object = {}, of = org) {
  made += 1;
  return ask(
    orderSourceVerbs.create,
    {
      code: `S${made}`,
      name: `Source ${made}`,
      kind: 'STRIPE_INVOICES',
      subsidiaryId: of.ids.rootSubsidiary,
      rules: [PLANS, WORKSHOPS],
      ...fields,
    },
    of,
  );
}

const COLUMNS = [
  ...['id', 'Number', 'Customer', 'Customer Name', 'Currency', 'Date (UTC)', 'Description', 'Total', 'Tax'],
  ...['Amount Paid', 'Paid At (UTC)', 'Status'],
  ...['Minimum Line Item Period Start (UTC)', 'Maximum Line Item Period End (UTC)'],
];
let invoices = 0;
/** An invoice of a monthly plan in January, as Stripe exports it, with other cells where they are told. */
function invoice(cells: Readonly<Record<string, string>> = {}): string[] {
  invoices += 1;
  const row: Readonly<Record<string, string>> = {
    id: `in_${invoices}`,
    Number: `N-${invoices}`,
    Customer: 'cus_1',
    'Customer Name': 'Acme',
    Currency: 'usd',
    'Date (UTC)': '2026-01-01 09:00',
    Description: 'Team plan',
    Total: '310.00',
    Tax: '0.00',
    'Amount Paid': '0.00',
    Status: 'open',
    'Minimum Line Item Period Start (UTC)': '2026-01-01 09:00',
    'Maximum Line Item Period End (UTC)': '2026-02-01 09:00',
    ...cells,
  };
  return COLUMNS.map((name) => row[name] ?? '');
}
const having = (row: readonly string[], cells: Readonly<Record<string, string>>) =>
  row.map((cell, at) => cells[COLUMNS[at] ?? ''] ?? cell);

const upload = async (sourceId: string, rows: readonly (readonly string[])[], columns = COLUMNS, of = org) =>
  (await ask(uploadOrders, { sourceId, fileName: 'invoices.csv', columns, rows }, of)).id;
async function taken(sourceId: string, rows: readonly (readonly string[])[], columns = COLUMNS) {
  const id = await upload(sourceId, rows, columns);
  await ask(runImport, { id });
  return (await ask(listRowsOfImport, { id, limit: 500 })).rows.map((row) => row.outcome ?? row.errorMessage);
}
const orders = async (sourceId: string, state?: string) =>
  (await ask(listOrders, { sourceId, ...(state === undefined ? {} : { state }) })).rows;
const contractOf = async (sourceId: string, orderKey: string) => {
  const found = (await orders(sourceId)).find((one) => one.orderKey === orderKey);
  return viewOf(found?.contractId ?? '');
};
const viewOf = async (id: string) => {
  const { contract, events } = await ask(getContract, { id });
  return { ...contract, kinds: events.map(({ event }) => event.kind) };
};

/** The number of rows of each table of the books, not counting uploads, orders and audit. */
const books = () =>
  withOwner(async (client) => {
    const found: Record<string, number> = {};
    for (const table of [
      'customers',
      'revenue_contracts',
      'revenue_events',
      'ledger_entries',
      'business_transactions',
    ]) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${table} where organization_id = $1::uuid`,
        [org.organizationId],
      );
      found[table] = rows[0]?.n ?? 0;
    }
    return found;
  });

describe('a file of Stripe invoices', () => {
  const { columns, rows } = sampleFile('stripe-invoices');

  test('is checked without a trace in the books, and says of each line what it would become', async () => {
    const source = await newSource();
    const id = await upload(source.id, rows, columns);
    const before = await books();
    await ask(checkImport, { id });
    expect(await books()).toEqual(before);
    const told = (await ask(listRowsOfImport, { id })).rows.map(({ rowState, outcome }) => [
      rowState,
      outcome,
    ]);
    expect(told[0]).toEqual(['READY', expect.stringContaining('Contract NW-0001: 12000 USD')]);
    expect(told[3]).toEqual(['READY', 'Waits: No rule fits Gift voucher.']);
    expect(told[4]).toEqual(['READY', 'Not agreed yet: draft']);
    expect(await orders(source.id)).toEqual([]);
  });

  test('becomes contracts with their billing and payments; the same file again changes nothing', async () => {
    const source = await newSource();
    await taken(source.id, rows, columns);
    const contract = await contractOf(source.id, 'in_1QaA0001');
    expect(contract).toMatchObject({
      contractStatus: 'ACTIVE',
      contractNumber: 'NW-0001',
      transactionPrice: '12000.00',
    });
    const before = await books();
    expect(new Set(await taken(source.id, rows, columns))).toEqual(
      new Set(['Nothing changed', 'Waits: No rule fits Gift voucher.']),
    );
    expect(await books()).toEqual(before);
  });
});

describe('a file that comes again', () => {
  test('and is longer adds the difference only', async () => {
    const source = await newSource();
    const [one, two] = [invoice(), invoice()];
    await taken(source.id, [one]);
    const before = await books();
    expect(await taken(source.id, [one, two])).toEqual([
      'Nothing changed',
      expect.stringContaining('Contract'),
    ]);
    const after = await books();
    expect(after.revenue_contracts).toBe((before.revenue_contracts ?? 0) + 1);
    expect(after.customers).toBe(before.customers);
  });

  test('and tells that an invoice was paid adds the payment; another amount voids it and tells it anew', async () => {
    const source = await newSource();
    const open = invoice();
    await taken(source.id, [open]);
    const paid = having(open, {
      'Amount Paid': '310.00',
      'Paid At (UTC)': '2026-01-15 10:00',
      Status: 'paid',
    });
    expect(await taken(source.id, [paid])).toEqual(['paid 310 USD on 2026-01-15']);
    const less = having(paid, { 'Amount Paid': '300.00' });
    expect(await taken(source.id, [less])).toEqual(['corrected: paid 300 USD on 2026-01-15']);
    const { kinds } = await contractOf(source.id, open[0] ?? '');
    expect(kinds.filter((kind) => kind === 'payment')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'voided')).toHaveLength(1);
  });

  test('and tells that an invoice was voided takes all of it back: nothing stays billed or recognized', async () => {
    const source = await newSource();
    const open = invoice();
    await taken(source.id, [open]);
    expect(await taken(source.id, [having(open, { Status: 'void' })])).toEqual([
      'voided: invoice; ends on 2026-01-01',
    ]);
    expect(await contractOf(source.id, open[0] ?? '')).toMatchObject({
      contractStatus: 'TERMINATED',
      transactionPrice: '0.00',
    });
    expect(await taken(source.id, [having(open, { Status: 'void' })])).toEqual(['Nothing changed']);
  });

  test('and tells other terms waits for a person, and the contract stays as it is', async () => {
    const source = await newSource();
    const open = invoice();
    await taken(source.id, [open]);
    const before = await books();
    const dearer = having(open, { Total: '400.00' });
    expect(await taken(source.id, [dearer])).toEqual([expect.stringContaining('was 310, and is now 400')]);
    expect(await books()).toEqual(before);
    const [waiting] = await orders(source.id, 'WAITING');
    expect(waiting).toMatchObject({ waitCode: 'CHANGED' });
    const again = await ask(answerOrder, {
      id: waiting?.id,
      answer: { answer: 'MAKE_AGAIN', reason: 'The invoice was corrected in Stripe' },
    });
    expect(again.orderState).toBe('MADE');
    expect(await contractOf(source.id, open[0] ?? '')).toMatchObject({
      contractNumber: `${open[1]}-2`,
      transactionPrice: '400.00',
    });
    expect(await viewOf(waiting?.contractId ?? '')).toMatchObject({ contractStatus: 'TERMINATED' });
    expect(await taken(source.id, [dearer])).toEqual(['Nothing changed']);
  });

  test('leaves a fact alone that a person voided, and says so', async () => {
    const source = await newSource();
    const paid = invoice({ 'Amount Paid': '310.00', 'Paid At (UTC)': '2026-01-15 10:00', Status: 'paid' });
    await taken(source.id, [paid]);
    const [order] = await orders(source.id);
    await ask(voidFact, { id: order?.made.facts.payment?.eventId, reason: 'Not ours' });
    const before = await books();
    const [refused] = await taken(source.id, [having(paid, { 'Amount Paid': '10.00' })]);
    expect(refused).toContain('was voided by a person');
    expect(await books()).toEqual(before);
  });
});

describe('an order that no rule fits', () => {
  test('waits whole, and is taken in when a rule is added and waiting orders are taken up', async () => {
    const source = await newSource();
    const gift = invoice({ Description: 'Gift voucher' });
    await taken(source.id, [gift]);
    expect(await orders(source.id, 'WAITING')).toMatchObject([
      { waitCode: 'NO_RULE', waitRow: 'line 1', contractId: null },
    ]);
    const gifts = {
      ...WORKSHOPS,
      name: 'Gifts',
      when: [{ field: 'description', ask: 'IS', value: 'gift voucher' }],
    };
    await ask(orderSourceVerbs.update, { id: source.id, data: { rules: [PLANS, gifts] } });
    expect(await ask(takeUpOrders, { sourceId: source.id })).toEqual({ tried: 1 });
    expect(await orders(source.id, 'WAITING')).toEqual([]);
    expect(await contractOf(source.id, gift[0] ?? '')).toMatchObject({ transactionPrice: '310.00' });
  });

  test('is taken in by an answer for its line, which also holds for later files', async () => {
    const source = await newSource();
    const gift = invoice({ Description: 'Gift voucher' });
    await taken(source.id, [gift]);
    const [waiting] = await orders(source.id, 'WAITING');
    const answer = { answer: 'LINE', line: 'line 1', outcome: { kind: 'OBLIGATION', pattern: 'ON_DATE' } };
    expect(await ask(answerOrder, { id: waiting?.id, answer })).toMatchObject({ orderState: 'MADE' });
    expect(await refusalOf(ask(answerOrder, { id: waiting?.id, answer }))).toBe('INVALID_STATUS_TRANSITION');
    expect(await taken(source.id, [gift])).toEqual(['Nothing changed']);
    const paid = having(gift, {
      'Amount Paid': '310.00',
      'Paid At (UTC)': '2026-01-20 10:00',
      Status: 'paid',
    });
    expect(await taken(source.id, [paid])).toEqual(['paid 310 USD on 2026-01-20']);
  });

  test('can be answered with nothing, and then never enters the books', async () => {
    const source = await newSource();
    const gift = invoice({ Description: 'Gift voucher' });
    await taken(source.id, [gift]);
    const before = await books();
    const [waiting] = await orders(source.id, 'WAITING');
    const answer = { answer: 'NOTHING', reason: 'A test order' };
    expect(await ask(answerOrder, { id: waiting?.id, answer })).toMatchObject({ orderState: 'NOTHING' });
    expect(await taken(source.id, [gift])).toEqual(['Nothing changed']);
    expect(await books()).toEqual(before);
  });
});

describe('payments of another file', () => {
  const MOVEMENTS = [
    'balance_transaction_id',
    'created',
    'currency',
    'gross',
    'reporting_category',
    'invoice_id',
  ];

  test('told before their invoice wait for it, and are taken in with it; told twice they count once', async () => {
    const source = await newSource();
    const balance = await newSource({ kind: 'STRIPE_BALANCE', ordersOfId: source.id, rules: [] });
    const open = invoice();
    const movements = [
      ['txn_1', '2026-01-15 10:00:00', 'usd', '310.00', 'charge', open[0] ?? ''],
      ['txn_2', '2026-01-20 10:00:00', 'usd', '-10.00', 'refund', open[0] ?? ''],
      ['txn_3', '2026-01-21 10:00:00', 'usd', '-300.00', 'payout', ''],
    ];
    expect(await taken(balance.id, movements, MOVEMENTS)).toEqual([
      expect.stringContaining('is not known yet'),
      expect.stringContaining('is not known yet'),
      'Nothing to revenue',
    ]);
    const [first = ''] = await taken(source.id, [open]);
    expect(first).toContain('paid 310 USD on 2026-01-15');
    expect(first).toContain('refunded 10 USD on 2026-01-20');
    const before = await books();
    expect(new Set(await taken(balance.id, movements, MOVEMENTS))).toEqual(new Set(['Nothing changed']));
    expect(await books()).toEqual(before);
  });
});

describe('files of one source', () => {
  test('run by two at once take turns: every order is made once', async () => {
    const source = await newSource();
    const rows = Array.from({ length: 12 }, () => invoice());
    const before = await books();
    const ids = await Promise.all([upload(source.id, rows), upload(source.id, rows)]);
    await Promise.all(ids.map((id) => ask(runImport, { id })));
    const after = await books();
    expect((after.revenue_contracts ?? 0) - (before.revenue_contracts ?? 0)).toBe(12);
    for (const id of ids)
      expect((await ask(getImport, { id })).counts).toMatchObject({ imported: 12, failed: 0 });
  });

  test('show errors beside their cells, and take the other rows in', async () => {
    const source = await newSource();
    const id = await upload(source.id, [invoice({ Total: 'a lot' }), invoice()]);
    await ask(runImport, { id });
    const { rows } = await ask(listRowsOfImport, { id });
    expect(rows.map(({ rowState, errorField }) => [rowState, errorField])).toEqual([
      ['FAILED', 'total'],
      ['IMPORTED', null],
    ]);
  });

  test('are read by the columns that were chosen for an earlier file', async () => {
    const source = await newSource({ kind: 'TABLE' });
    const columns = ['No', 'Client', 'Cur', 'When', 'What', 'Sum', 'From', 'To'];
    const row = ['A-1', 'Acme', 'USD', '2026-01-05', 'plan', '100', '2026-01-05', '2026-02-04'];
    const id = await upload(source.id, [row], columns);
    const mapping = [
      'orderId',
      'customerName',
      'currencyCode',
      'date',
      'description',
      'amount',
      'start',
      'end',
    ];
    await ask(updateMapping, { id, mapping });
    const next = await upload(source.id, [row], columns);
    expect((await ask(getImport, { id: next })).mapping).toEqual(mapping);
    await ask(runImport, { id: next });
    expect(await contractOf(source.id, 'A-1')).toMatchObject({ transactionPrice: '100.00' });
  });

  test('stop at an order that the books refuse, which leaves nothing, and go on with the next', async () => {
    const source = await newSource();
    const before = await books();
    const [refused = '', done = ''] = await taken(source.id, [
      invoice({ Currency: 'eur', Customer: 'cus_eur', 'Customer Name': 'Nobody yet' }),
      invoice(),
    ]);
    expect(refused).toMatch(/rate/i);
    expect(done).toContain('Contract');
    expect((await books()).customers).toBe(before.customers);
  });
});

describe('every record that an order made', () => {
  test('says from which file and line it came, and the line says what it made', async () => {
    const source = await newSource();
    const open = invoice();
    const id = await upload(source.id, [invoice(), open]);
    await ask(runImport, { id });
    const { rows } = await ask(listRowsOfImport, { id });
    const order = (await orders(source.id)).find(({ orderKey }) => orderKey === open[0]);
    expect(rows[1]?.recordId).toBe(order?.id);
    const origin = await ask(originOf, { recordId: order?.contractId });
    expect(origin?.told['line 1']).toMatchObject({ importId: id, rowNumber: 2 });
    const contract = await contractOf(source.id, open[0] ?? '');
    expect(contract.notes).toBe(`${source.name}: order ${open[0]}.`);
  });

  test('is not seen by another organization, nor are the source and its orders', async () => {
    const theirs = await foundTestOrganization({ today: '2026-02-10' });
    const source = await newSource();
    await taken(source.id, [invoice()]);
    expect((await ask(listOrders, { sourceId: source.id }, theirs)).total).toBe(0);
    expect(await refusalOf(upload(source.id, [invoice()], COLUMNS, theirs))).toBe('NOT_FOUND');
    expect(await refusalOf(ask(takeUpOrders, { sourceId: source.id }, theirs))).toBe('NOT_FOUND');
  });
});
