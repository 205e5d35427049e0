import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { appendRows } from '../imports/append-rows';
import { checkImport } from '../imports/check-import';
import { createImport } from '../imports/create-import';
import { getImport } from '../imports/get-import';
import { listRowsOfImport } from '../imports/list-import-rows';
import { runImport } from '../imports/run-import';
import { undoImport } from '../imports/undo-import';
import { listAllJobs } from '../jobs/list-jobs';
import { startJob } from '../jobs/start-job';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { openItems } from '../reports/list-open-items';
import { createRun } from '../revenue/runs/create-run';
import { listRuns } from '../revenue/runs/list-runs';
import { postRun } from '../revenue/runs/post-run';
import { listTransactions } from '../transactions/list-transactions';
import { applyPayment } from '../transactions/payments/apply-payment';
import { createCutOver } from './create-cut-over';
import { openCutOver, reverseOpening } from './open-cut-over';
import { showProof } from './show-proof';

// The first period of these books is January 2025, so its last day is a cut-over with nothing open before it.
const DAY = '2025-01-31';

let books: TestOrganization;
let stranger: TestOrganization;
let cutOverId: string;
beforeAll(async () => {
  stranger = await foundTestOrganization({ today: '2026-02-10' });
});
beforeEach(async () => {
  books = await foundTestOrganization({ today: '2026-02-10' });
  cutOverId = (await ask(createCutOver, { cutOverDate: DAY })).id;
});
afterAll(closeConnections);

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown, of = books) =>
  runForOutput(useCase, of.callAs('admin'), input);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
  );

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  openReceivables: ['Number', 'Customer', 'Date', 'Due date', 'Amount', 'Open amount'],
  openingBalances: ['Account', 'Debit', 'Credit'],
  openContracts: [
    ...['Contract', 'Customer', 'Contract date', 'Billed to date', 'Taken over by', 'Obligation', 'Price'],
    ...['Recognized to date', 'Start', 'End'],
  ],
};

async function upload(noun: string, rows: readonly (readonly string[])[]): Promise<string> {
  const columns = COLUMNS[noun];
  return (await ask(createImport, { noun, fileName: `${noun}.csv`, columns, rows, cutOverId })).id;
}

async function imported(noun: string, rows: readonly (readonly string[])[]): Promise<string> {
  const id = await upload(noun, rows);
  await ask(runImport, { id });
  const failed = await ask(listRowsOfImport, { id, state: 'FAILED', limit: 100 });
  expect(failed.rows.map(({ errorMessage }) => errorMessage)).toEqual([]);
  return id;
}

const INVOICE = ['R-1', 'Northwind', '2024-11-20', '2024-12-20', '120.00', '80.00'];
const receivables = async (asOf = DAY) =>
  (await ask(openItems, { side: 'RECEIVABLE', asOf })) as unknown as {
    items: { id: string; openAmount: string; dueDate: string; bucket: string; kind: string }[];
  };
const documents = async () => (await ask(listTransactions, {})).total;
const controlOf = async (control: string) =>
  (await ask(showProof, { id: cutOverId })).controls.find((one) => one.control === control);

describe('an open item of the earlier system', () => {
  it('becomes a document over what is open, which ages by its own due date and is paid like any other', async () => {
    await imported('openReceivables', [INVOICE]);
    const [item] = (await receivables()).items;
    expect(item).toMatchObject({
      openAmount: '80.00',
      dueDate: '2024-12-20',
      bucket: 'DAYS_31_60',
      kind: 'INVOICE',
    });
    // That it is what is left of more is said where a reader looks.
    const [document] = (await ask(listTransactions, {})).rows;
    expect(document).toMatchObject({ memo: `Open on ${DAY}, out of 120.00 USD` });
    const payment = await postedDocument(books, {
      kind: 'CUSTOMER_PAYMENT',
      transactionDate: '2025-02-03',
      lines: [{ unitPrice: '80.00' }],
    });
    await ask(applyPayment, {
      paymentId: payment.id,
      applications: [{ documentId: item?.id, amount: '80.00' }],
      appliedOn: '2025-02-03',
    });
    expect((await receivables('2025-02-28')).items).toEqual([]);
  });

  it('below zero is a credit of the customer', async () => {
    await imported('openReceivables', [['R-2', 'Northwind', '2024-11-20', '', '', '-25.00']]);
    const { items } = await receivables();
    expect(items).toMatchObject([{ openAmount: '-25.00', kind: 'CREDIT_MEMO' }]);
    expect(await controlOf('RECEIVABLE')).toMatchObject({ ledger: '-25.00', difference: '0.00' });
  });

  it('is refused next to its cell when it is wrong, and the other rows are imported', async () => {
    const id = await upload('openReceivables', [
      INVOICE,
      ['R-2', 'No one', '2024-11-20', '', '', '10.00'],
      ['R-3', 'Northwind', '2025-02-01', '', '', '10.00'],
      ['R-4', 'Northwind', '2024-11-20', '', '5.00', '10.00'],
      ['r-1 ', 'Northwind', '2024-11-20', '', '', '10.00'],
    ]);
    await ask(runImport, { id });
    const { rows } = await ask(listRowsOfImport, { id, limit: 10 });
    expect(rows.map(({ rowState, errorField }) => [rowState, errorField])).toEqual([
      ['IMPORTED', null],
      ['FAILED', 'entityId'],
      ['FAILED', 'transactionDate'],
      ['FAILED', 'openAmount'],
      ['FAILED', 'referenceNumber'],
    ]);
    expect((await receivables()).items).toHaveLength(1);
  });

  it('is only tried by a check, which stores nothing', async () => {
    const id = await upload('openReceivables', [INVOICE]);
    expect((await ask(checkImport, { id })).counts).toMatchObject({ ready: 1, imported: 0 });
    expect(await documents()).toBe(0);
    expect((await ask(showProof, { id: cutOverId })).stated).toEqual([]);
  });
});

describe('a file of a cut-over', () => {
  it('twice changes nothing, and in another file the same number is refused', async () => {
    await imported('openReceivables', [INVOICE]);
    const again = await upload('openReceivables', [INVOICE]);
    expect(await refusalOf(ask(checkImport, { id: again }))).toBe('DUPLICATE');
    expect(await refusalOf(ask(runImport, { id: again }))).toBe('DUPLICATE');
    const other = await upload('openReceivables', [
      INVOICE,
      ['R-9', 'Northwind', '2024-11-20', '', '', '1.00'],
    ]);
    expect((await ask(runImport, { id: other })).counts).toMatchObject({ imported: 1, failed: 1 });
    expect((await receivables()).items.map(({ openAmount }) => openAmount).sort()).toEqual(['1.00', '80.00']);
  });

  it('is sent in parts, each once, in their order', async () => {
    const id = await upload('openReceivables', [INVOICE]);
    const part = { id, from: 1, rows: [['R-2', 'Northwind', '2024-11-20', '', '', '7.00']] };
    await ask(appendRows, part);
    // The answer was lost and the part is sent again.
    expect((await ask(appendRows, part)).counts.total).toBe(2);
    expect(await refusalOf(ask(appendRows, { ...part, from: 5 }))).toBe('INVALID_INPUT');
    expect((await ask(runImport, { id })).counts).toMatchObject({ total: 2, imported: 2 });
    expect(await refusalOf(ask(appendRows, { ...part, from: 2 }))).toBe('INVALID_STATUS_TRANSITION');
  });

  it('is undone as a whole, and can be imported again', async () => {
    const id = await imported('openReceivables', [
      INVOICE,
      ['R-2', 'Northwind', '2024-11-20', '', '', '7.00'],
    ]);
    expect(await ask(undoImport, { id })).toEqual({ undone: 2 });
    expect((await receivables()).items).toEqual([]);
    expect((await controlOf('RECEIVABLE'))?.ledger ?? '0.00').toBe('0.00');
    expect((await ask(getImport, { id })).importStatus).toBe('UNDONE');
    expect(await refusalOf(ask(runImport, { id }))).toBe('INVALID_STATUS_TRANSITION');
    await imported('openReceivables', [INVOICE]);
    expect((await receivables()).items).toHaveLength(1);
  });

  it('is not undone once something was built on it: nothing changes, and the reason is given in words', async () => {
    const id = await imported('openReceivables', [
      INVOICE,
      ['R-2', 'Northwind', '2024-11-20', '', '', '7.00'],
    ]);
    const [item] = (await receivables()).items;
    const payment = await postedDocument(books, {
      kind: 'CUSTOMER_PAYMENT',
      transactionDate: '2025-02-03',
      lines: [{ unitPrice: '5.00' }],
    });
    await ask(applyPayment, {
      paymentId: payment.id,
      applications: [{ documentId: item?.id, amount: '5.00' }],
      appliedOn: '2025-02-03',
    });
    const before = await receivables('2025-02-28');
    await expect(ask(undoImport, { id })).rejects.toMatchObject({
      refusal: { code: 'IN_USE', message: expect.stringMatching(/was paid since.*nothing was undone/s) },
    });
    expect(await receivables('2025-02-28')).toEqual(before);
    expect((await ask(getImport, { id })).importStatus).toBe('DONE');
  });

  it('of opening figures belongs to a cut-over, and another organization reaches neither', async () => {
    const bare = { noun: 'openReceivables', columns: COLUMNS.openReceivables, rows: [INVOICE] };
    expect(await refusalOf(ask(createImport, bare))).toBe('INVALID_INPUT');
    expect(await refusalOf(ask(createImport, { ...bare, cutOverId }, stranger))).toBe('NOT_FOUND');
    for (const useCase of [showProof, openCutOver] as const) {
      expect(await refusalOf(ask(useCase as UseCase<unknown, unknown>, { id: cutOverId }, stranger))).toBe(
        'NOT_FOUND',
      );
    }
  });
});

describe('the figures of a cut-over', () => {
  it('are imported by who may post and set up the ledger, and by no one else', async () => {
    const as = (role: 'accountant' | 'viewer' | 'sales', noun: string) =>
      refusalOf(
        runForOutput(createImport, books.callAs(role), {
          noun,
          columns: COLUMNS[noun],
          rows: [['x']],
          cutOverId,
        }),
      );
    for (const noun of ['openReceivables', 'openingBalances', 'openContracts']) {
      expect([noun, await as('viewer', noun), await as('sales', noun)]).toEqual([
        noun,
        'FORBIDDEN',
        'FORBIDDEN',
      ]);
    }
    const id = await upload('openReceivables', [INVOICE]);
    expect(await refusalOf(runForOutput(runImport, books.callAs('viewer'), { id }))).toBe('FORBIDDEN');
    expect(await documents()).toBe(0);
  });
});

describe('opening the books', () => {
  const BALANCES = [
    ['1110', '1000.00', ''],
    ['1210', '80.00', ''],
    ['3300', '', '1080.00'],
  ];

  it('brings every account to the trial balance, and the proof says so', async () => {
    await imported('openReceivables', [INVOICE]);
    await imported('openingBalances', BALANCES);
    await ask(openCutOver, { id: cutOverId });
    const proof = await ask(showProof, { id: cutOverId });
    expect(proof.accounts.map(({ code, stated, balance }) => [code, stated, balance])).toEqual([
      ['1110', '1000.00', '1000.00'],
      ['1210', '80.00', '80.00'],
      ['3300', '-1080.00', '-1080.00'],
      ['3900', '0.00', '0.00'],
    ]);
    expect(proof).toMatchObject({ isProved: true, missing: [] });
  });

  it('is refused for a trial balance that does not balance, and posts nothing', async () => {
    await imported('openingBalances', [...BALANCES, ['6900', '0.01', '']]);
    const before = await documents();
    expect(await refusalOf(ask(openCutOver, { id: cutOverId }))).toBe('NOT_BALANCED');
    expect(await documents()).toBe(before);
  });

  it('is refused without a trial balance: no job begins, and what contracts earned is not recognized either', async () => {
    await imported('openContracts', [
      ['K-9', 'Northwind', '2024-12-01', '1200.00', 'carry over', 'Plan', '1200.00', '0.00'].concat(
        '2024-12-01',
        '2025-11-30',
      ),
    ]);
    const before = await documents();
    const asked = { kind: 'cutOver.open', recordId: cutOverId };
    expect(await refusalOf(ask(startJob, asked))).toBe('INCOMPLETE_DOCUMENT');
    expect(await refusalOf(ask(openCutOver, { id: cutOverId }))).toBe('INCOMPLETE_DOCUMENT');
    expect(await documents()).toBe(before);
    expect((await ask(listRuns, {})).total).toBe(0);
    expect((await ask(listAllJobs, {})).total).toBe(0);
  });

  it('happens once; afterward figures can be imported or undone only when the entry is reversed', async () => {
    const items = await imported('openReceivables', [INVOICE]);
    await imported('openingBalances', BALANCES);
    await ask(openCutOver, { id: cutOverId });
    const before = await documents();
    expect(await refusalOf(ask(openCutOver, { id: cutOverId }))).toBe('IN_USE');
    expect(await refusalOf(ask(undoImport, { id: items }))).toBe('IN_USE');
    const late = await upload('openReceivables', [['R-8', 'Northwind', '2024-11-20', '', '', '9.00']]);
    expect(await refusalOf(ask(runImport, { id: late }))).toBe('IN_USE');
    expect(await documents()).toBe(before);
    await ask(reverseOpening, { id: cutOverId, reason: 'A file was wrong.' });
    await ask(undoImport, { id: items });
    await imported('openReceivables', [[...INVOICE.slice(0, 5), '90.00']]);
    await ask(openCutOver, { id: cutOverId });
    const proof = await ask(showProof, { id: cutOverId });
    // Ten more are open than the trial balance says.
    expect(proof.accounts.find(({ code }) => code === '1210')).toMatchObject({
      balance: '90.00',
      difference: '-10.00',
    });
    expect(proof.missing).toEqual(['Differences are not assigned: 1210.']);
  });
});

describe('a revenue contract of the earlier system', () => {
  const contract = (way: string, recognized: string) => [
    ...['K-1', 'Northwind', '2024-12-01', '1200.00', way, 'Plan', '1200.00', recognized],
    ...['2024-12-01', '2025-11-30'],
  ];
  const BALANCES = [
    ['1110', '1000.00', ''],
    ['2310', '', '1000.00'],
  ];

  it('carried over keeps what was recognized and deferred to the cent, and its future follows our rules', async () => {
    await imported('openContracts', [contract('carry over', '200.00')]);
    await imported('openingBalances', BALANCES);
    await ask(openCutOver, { id: cutOverId });
    const proof = await ask(showProof, { id: cutOverId });
    expect(proof.contracts).toMatchObject([
      { contractNumber: 'K-1', recognized: '200.00', deferred: '1000.00', explanation: null },
    ]);
    expect(proof.isProved).toBe(true);
    const run = await ask(createRun, { period: '2025-02' });
    await ask(postRun, { id: run.id });
    // 28 of the 303 days that remain.
    expect(run.proposal.totals).toMatchObject([{ currencyCode: 'USD', amount: '92.41' }]);
  });

  it('recomputed from its signature shows what its terms say differently, in words', async () => {
    await imported('openContracts', [contract('recompute', '200.00')]);
    await imported('openingBalances', BALANCES);
    await ask(openCutOver, { id: cutOverId });
    const proof = await ask(showProof, { id: cutOverId });
    // 62 of 365 days of 1,200.00.
    const [one] = proof.contracts;
    expect(one).toMatchObject({
      statedRecognized: '200.00',
      recognized: '203.84',
      deferred: '996.16',
      difference: '-3.84',
    });
    expect(one?.explanation).toBe(
      'By its terms 3.84 more is earned by the cut-over than the earlier system recognized.',
    );
    expect(proof.accounts.find(({ code }) => code === '2310')).toMatchObject({
      difference: '-3.84',
      assigned: '0.00',
    });
  });

  it('is held back as a whole by one wrong obligation, and taken over once', async () => {
    const wrong = [...contract('carry over', '1300.00')];
    const id = await upload('openContracts', [contract('carry over', '200.00'), wrong]);
    await ask(runImport, { id });
    const { rows } = await ask(listRowsOfImport, { id, limit: 10 });
    expect(rows.map(({ rowState }) => rowState)).toEqual(['FAILED', 'FAILED']);
    expect((await ask(showProof, { id: cutOverId })).contracts).toEqual([]);
  });
});
