import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { sampleFile } from '@/testing/files/order-files';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { COLUMNS, having, invoice, orderDesk, refusalOf } from '@/testing/outside/order-desk';
import { checkImport } from '../imports/check-import';
import { getImport } from '../imports/get-import';
import { listRowsOfImport } from '../imports/list-import-rows';
import { removeStoredImport } from '../imports/remove-import';
import { runImport } from '../imports/run-import';
import { updateMapping } from '../imports/update-mapping';
import { voidFact } from '../revenue/events/void-fact';
import { answerOrder } from './answer-order';
import { listOrders, originOf } from './list-orders';
import { takeUpOrders } from './take-up-orders';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-02-10' });
});
afterAll(closeConnections);

const { ask, newSource, upload, taken, orders, viewOf, contractOf, books } = orderDesk(() => org);

describe('a file of Stripe invoices', () => {
  const { columns, rows } = sampleFile('stripe-invoices');

  test('is checked without a trace in the books, and says of each line what it would become', async () => {
    const source = await newSource();
    const id = await upload(source.id, rows, columns);
    const before = await books();
    await ask(checkImport, { id });
    expect(await books()).toEqual(before);
    const reported = (await ask(listRowsOfImport, { id })).rows.map(({ rowState, outcome }) => [
      rowState,
      outcome,
    ]);
    expect(reported[0]).toEqual(['READY', expect.stringContaining('Contract NW-0001: 12000.00 USD')]);
    expect(reported[3]).toEqual(['WAITING', 'Waits: No rule matches Gift voucher.']);
    expect(reported[4]).toEqual(['READY', 'Not agreed yet: draft']);
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
      new Set(['Nothing changed', 'Waits: No rule matches Gift voucher.']),
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

  test('and reports an invoice paid adds the payment; another amount voids it and records it again', async () => {
    const source = await newSource();
    const open = invoice();
    await taken(source.id, [open]);
    const paid = having(open, {
      'Amount Paid': '310.00',
      'Paid At (UTC)': '2026-01-15 10:00',
      Status: 'paid',
    });
    expect(await taken(source.id, [paid])).toEqual(['paid 310.00 USD on 2026-01-15']);
    const less = having(paid, { 'Amount Paid': '300.00' });
    expect(await taken(source.id, [less])).toEqual(['corrected: paid 300.00 USD on 2026-01-15']);
    const { kinds } = await contractOf(source.id, open[0] ?? '');
    expect(kinds.filter((kind) => kind === 'payment')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'voided')).toHaveLength(1);
  });

  test('and reports an invoice voided takes all of it back: nothing stays billed or recognized', async () => {
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

  test('and reports other terms waits for a person, and the contract stays as it is', async () => {
    const source = await newSource();
    const open = invoice();
    await taken(source.id, [open]);
    const before = await books();
    const dearer = having(open, { Total: '400.00' });
    expect(await taken(source.id, [dearer])).toEqual([
      expect.stringContaining('was 310.00, and is now 400.00'),
    ]);
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

describe('files of one source', () => {
  test('run by two at once take turns: every order is made once', async () => {
    const source = await newSource();
    const rows = Array.from({ length: 12 }, () => invoice());
    const before = await books();
    const ids = await Promise.all([upload(source.id, rows), upload(source.id, rows)]);
    valuesOf(
      await contend(
        holdWrites(org.organizationId),
        ids.map((id) => () => ask(runImport, { id })),
      ),
    );
    const after = await books();
    expect((after.revenue_contracts ?? 0) - (before.revenue_contracts ?? 0)).toBe(12);
    for (const id of ids)
      expect((await ask(getImport, { id })).counts).toMatchObject({ imported: 12, failed: 0 });
  });

  test('show errors next to their cells, and take the other rows in', async () => {
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

  test('skip an order that the books refuse, which stores nothing, and continue with the next', async () => {
    const source = await newSource();
    const before = await books();
    const [refused = '', done = ''] = await taken(source.id, [
      invoice({ Currency: 'eur', Customer: 'cus_eur', 'Customer Name': 'No one yet' }),
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
    // What tells where records come from is kept.
    expect(await refusalOf(ask(removeStoredImport, { id }))).toBe('IN_USE');
    expect((await ask(getImport, { id })).counts.imported).toBe(2);
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
