import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sampleFile } from '@/testing/files/order-files';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { having, invoice, orderDesk, PLANS, refusalOf, WORKSHOPS } from '@/testing/outside/order-desk';
import { checkImport } from '../imports/check-import';
import { getImport } from '../imports/get-import';
import { listRowsOfImport } from '../imports/list-import-rows';
import { listAllImports } from '../imports/list-imports';
import { runImport } from '../imports/run-import';
import { startJob } from '../jobs/start-job';
import { getTransaction } from '../transactions/get-transaction';
import { answerOrder } from './answer-order';
import { listOrderFiles } from './list-orders';
import { orderSourceVerbs } from './source-records';
import { stepOfTakingUp, takeUpOrders } from './take-up-orders';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-02-10' });
});
afterAll(closeConnections);

const { ask, newSource, upload, taken, orders, contractOf, books } = orderDesk(() => org);

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

  test('is counted with its file, after a check and after it was taken in, until it is taken up', async () => {
    const source = await newSource();
    const balance = await newSource({ kind: 'STRIPE_BALANCE', ordersOfId: source.id, rules: [] });
    const gift = invoice({ Description: 'Gift voucher' });
    const id = await upload(source.id, [gift, invoice()]);
    const waiting = async (of: string) => (await ask(getImport, { id: of })).orders;
    expect(await waiting(id)).toBeNull();
    expect(await ask(checkImport, { id })).toMatchObject({
      orders: { sourceId: source.id, waiting: 1, waitingRows: { imported: 0, ready: 1 } },
    });
    expect(await ask(runImport, { id })).toMatchObject({
      counts: { imported: 2, failed: 0 },
      orders: { sourceId: source.id, waiting: 1, waitingRows: { imported: 1, ready: 0 } },
    });
    // A payment of another file waits for the same order, whose source is the one that decides.
    const columns = [
      'balance_transaction_id',
      'created',
      'currency',
      'gross',
      'reporting_category',
      'invoice_id',
    ];
    const paid = ['txn_gift', '2026-01-15 10:00:00', 'usd', '310.00', 'charge', gift[0] ?? ''];
    const payments = await upload(balance.id, [paid], columns);
    await ask(runImport, { id: payments });
    const one = { sourceId: source.id, waiting: 1, waitingRows: { imported: 1, ready: 0 } };
    expect(await waiting(payments)).toEqual(one);
    const listed = async (of: string) => {
      const { rows } = await ask(listOrderFiles, { sourceId: of });
      return rows.map(({ orders }) => orders);
    };
    expect([await listed(source.id), await listed(balance.id)]).toEqual([[one], [one]]);
    const all = await ask(listAllImports, { limit: 200 });
    expect(all.rows.find((file) => file.id === id)?.orders).toEqual(one);
    const anything = { ...WORKSHOPS, name: 'Anything', when: [] };
    await ask(orderSourceVerbs.update, { id: source.id, data: { rules: [PLANS, anything] } });
    await ask(takeUpOrders, { sourceId: source.id });
    const none = { sourceId: source.id, waiting: 0, waitingRows: { imported: 0, ready: 0 } };
    expect([await waiting(id), await waiting(payments)]).toEqual([none, none]);
  });

  test('is waiting in the rows of every file that names it, with the reason of now, until it is decided', async () => {
    const source = await newSource();
    const [gift, plan, trial] = [
      invoice({ Description: 'Gift voucher' }),
      invoice(),
      invoice({ Description: 'Trial' }),
    ];
    const broken = invoice({ Total: 'ten' });
    const rowsOf = async (of: string, state?: string) => {
      const { rows, total } = await ask(listRowsOfImport, {
        id: of,
        ...(state === undefined ? {} : { state }),
      });
      expect(total).toBe(rows.length);
      return rows.map(({ rowNumber, rowState, outcome }) => [rowNumber, rowState, outcome]);
    };
    const NO_GIFT = [1, 'WAITING', 'Waits: No rule matches Gift voucher.'];
    const NO_TRIAL = [3, 'WAITING', 'Waits: No rule matches Trial.'];
    const id = await upload(source.id, [gift, plan, trial, broken]);
    await ask(checkImport, { id });
    expect(await rowsOf(id, 'WAITING')).toEqual([NO_GIFT, NO_TRIAL]);
    expect((await rowsOf(id, 'READY')).map(([row]) => row)).toEqual([2]);
    const pages = [1, 2, 3].map((page) => ask(listRowsOfImport, { id, state: 'WAITING', page, limit: 1 }));
    expect(
      (await Promise.all(pages)).map(({ rows, total }) => [rows.map((row) => row.rowNumber), total]),
    ).toEqual([
      [[1], 2],
      [[3], 2],
      [[], 2],
    ]);
    await ask(runImport, { id });
    expect((await rowsOf(id)).map(([, state]) => state)).toEqual([
      'WAITING',
      'IMPORTED',
      'WAITING',
      'FAILED',
    ]);
    expect(await rowsOf(id, 'WAITING')).toEqual([NO_GIFT, NO_TRIAL]);
    expect((await rowsOf(id, 'IMPORTED')).map(([row]) => row)).toEqual([2]);
    expect((await rowsOf(id, 'FAILED')).map(([row]) => row)).toEqual([4]);
    // The same invoice in a later file waits there too.
    const again = await upload(source.id, [gift]);
    await ask(runImport, { id: again });
    expect(await rowsOf(again)).toEqual([NO_GIFT]);

    const gifts = {
      ...WORKSHOPS,
      name: 'Gifts',
      when: [{ field: 'description', ask: 'CONTAINS', value: 'gift' }],
    };
    await ask(orderSourceVerbs.update, { id: source.id, data: { rules: [PLANS, gifts] } });
    await ask(takeUpOrders, { sourceId: source.id });
    const made = 'Waited at first; was taken in later';
    expect(await rowsOf(again)).toEqual([[1, 'IMPORTED', made]]);
    expect(await rowsOf(id, 'WAITING')).toEqual([NO_TRIAL]);
    const [waiting] = await orders(source.id, 'WAITING');
    await ask(answerOrder, { id: waiting?.id, answer: { answer: 'NOTHING', reason: 'A trial' } });
    expect(await rowsOf(id, 'WAITING')).toEqual([]);
    expect((await rowsOf(id, 'IMPORTED')).map(([row, , outcome]) => [row, outcome])).toEqual([
      [1, made],
      [2, expect.stringContaining('Contract')],
      [3, 'Waited at first; was then found not to be revenue'],
    ]);
  });

  test('is taken in by an answer for its line, which also applies to later files', async () => {
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
    expect(await taken(source.id, [paid])).toEqual(['paid 310.00 USD on 2026-01-20']);
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

  test('reported before their invoice wait for it, and are taken in with it; reported twice they count once', async () => {
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
    expect(first).toContain('paid 310.00 USD on 2026-01-15');
    expect(first).toContain('refunded 10.00 USD on 2026-01-20');
    const before = await books();
    expect(new Set(await taken(balance.id, movements, MOVEMENTS))).toEqual(new Set(['Nothing changed']));
    expect(await books()).toEqual(before);
  });
});

describe('lines of a plain table', () => {
  const COLUMNS = [
    'Order ID',
    'Line ID',
    'Customer',
    'Currency',
    'Date',
    'Product',
    'Net amount',
    'Service from',
    'Service to',
  ];
  const line = (order: string, id: string, amount: string, product = 'plan') => [
    ...[order, id, 'Acme', 'USD', '2026-01-01', product, amount, '2026-01-01', '2026-12-31'],
  ];
  const ANY = { name: 'Any', when: [], outcome: { kind: 'OBLIGATION', pattern: 'OVER_PERIOD' } };

  test('that join an order later are a modification of its contract; one that is dearer or gone is not guessed', async () => {
    const source = await newSource({ kind: 'TABLE', rules: [ANY] });
    await taken(source.id, [line('A', '1', '1200')], COLUMNS);
    const [words] = await taken(source.id, [line('A', '1', '1200'), line('A', '2', '600')], COLUMNS);
    expect(words).toContain('modification on 2026-01-01');
    const contract = await contractOf(source.id, 'A');
    expect(contract).toMatchObject({ transactionPrice: '1800.00' });
    expect(contract.obligations.map(({ key }) => key)).toEqual(['1', '2']);
    expect(contract.kinds.filter((kind) => kind === 'modification')).toHaveLength(1);
    expect(await taken(source.id, [line('A', '2', '600')], COLUMNS)).toEqual(['Nothing changed']);
    const before = await books();
    expect(await taken(source.id, [line('A', '2', '700')], COLUMNS)).toEqual([
      expect.stringContaining('is now 700'),
    ]);
    expect(await books()).toEqual(before);
  });

  test('report usage, payments and credits as they happened; every one of them once', async () => {
    const calls = {
      ...ANY,
      when: [{ field: 'product', ask: 'IS', value: 'CALLS' }],
      outcome: { kind: 'OBLIGATION', pattern: 'AS_USED' },
    };
    const source = await newSource({ kind: 'TABLE', rules: [calls, ANY] });
    const { columns, rows } = sampleFile('table');
    await taken(source.id, rows, columns);
    const contract = await contractOf(source.id, 'SO-1');
    expect(contract.kinds).toEqual(expect.arrayContaining(['usage', 'payment', 'creditNote', 'invoice']));
    const before = await books();
    expect(new Set(await taken(source.id, rows, columns))).toEqual(new Set(['Nothing changed']));
    expect(await books()).toEqual(before);
  });

  test('that are ordinary sales become a posted invoice, which is reversed when the order is called off', async () => {
    const sale = {
      name: 'Sales',
      when: [],
      outcome: { kind: 'INVOICE_LINE', accountId: org.account('4300') },
    };
    const source = await newSource({ kind: 'TABLE', rules: [sale] });
    const columns = [...COLUMNS, 'Status'];
    const reported = (status: string) => [[...line('INV-77', '1', '250'), status]];
    expect(await taken(source.id, reported('open'), columns)).toEqual(['invoice INV-77: 250.00 USD']);
    const [order] = await orders(source.id);
    const id = order?.transactionId ?? '';
    expect(await ask(getTransaction, { id })).toMatchObject({ status: 'POSTED' });
    expect(await taken(source.id, reported('void'), columns)).toEqual(['invoice reversed']);
    expect(await ask(getTransaction, { id })).toMatchObject({ status: 'REVERSED' });
  });
});

describe('taking waiting orders up as a job', () => {
  test('continues in portions where it stopped, and counts what it has tried', async () => {
    const source = await newSource({ rules: [WORKSHOPS] });
    await taken(
      source.id,
      Array.from({ length: 60 }, () => invoice({ Total: '310.00' })),
    );
    await ask(orderSourceVerbs.update, { id: source.id, data: { rules: [PLANS] } });
    await ask(startJob, { kind: 'orderSources.takeUp', recordId: source.id });
    const call = org.callAs('admin', { surface: 'job' });
    expect(await stepOfTakingUp(call, source.id)).toEqual({ isDone: false, done: 50, total: 60 });
    expect(await orders(source.id, 'WAITING')).toHaveLength(10);
    expect(await stepOfTakingUp(call, source.id)).toEqual({ isDone: true, done: 60, total: 60 });
    expect(await orders(source.id, 'WAITING')).toEqual([]);
  });
});
