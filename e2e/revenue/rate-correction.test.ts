import { afterAll, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { createCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { POLICY_ROLES } from '@/usecases/revenue/setup/policy-rules';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { type Books, openBooks } from './books';
import { deliver, on, pays, point } from './facts/judged';

afterAll(closeConnections);

const set = (books: Books, rateDate: string, rate: string) =>
  runForOutput(setExchangeRates, books.org.callAs('controller'), {
    rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate }],
    confirmation: 'Rates of the example',
  });
const correct = async ({ org }: Books) =>
  (
    await runForOutput(correctRates, org.callAs('controller'), {
      subsidiaryId: org.ids.rootSubsidiary,
      currencyCode: 'EUR',
      from: '2026-01-05',
    })
  ).items.map(({ kind, originOn, beforeBase, afterBase }) => [kind, originOn, beforeBase, afterBase]);

/** Receivable, bank, contract liability, contract asset, realized gain and loss, and all revenue, in base currency. */
async function at({ org }: Books, day: string): Promise<string[]> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ code: string; base: string }>(
      tenant,
      `select case when a.account_type = 'REVENUE' then 'REVENUE' else a.code end as code,
         sum(l.base_debit - l.base_credit)::numeric(20,2)::text as base
       from ledger_lines l join accounts a on a.id = l.account_id where l.posting_date <= $1::date group by 1`,
      [day],
    ),
  );
  return ['1210', '1110', '2310', '1310', '7200', '8200', 'REVENUE'].map(
    (code) => rows.find((row) => row.code === code)?.base ?? '0.00',
  );
}
const contractOf = (books: Books) =>
  books.contract({
    contractDate: '2026-01-01',
    currencyCode: 'EUR',
    price: { fixed: '1000' },
    obligations: [point('a', '600'), point('b', '400')],
  });

// At 1.10: 1,100.00 billed, 660.00 of it earned; paid at 1.30, 200.00 gained. At 1.20: 1,200.00, 720.00 and 100.00.
it('movements of contracts are recomputed at the corrected rate, month by month, and continue from there', async () => {
  const books = await openBooks();
  await set(books, '2026-01-05', '1.10');
  await set(books, '2026-02-10', '1.30');
  const { contract } = await contractOf(books);
  await books.tell(
    contract.id,
    { kind: 'invoice', ...on('2026-01-05'), amount: '1000' },
    deliver('2026-01-05', 'a'),
  );
  await books.run('2026-01');
  await books.tell(contract.id, pays('2026-02-10', '1000'));
  expect(await at(books, '2026-02-28')).toEqual([
    '0.00',
    '1300.00',
    '-440.00',
    '0.00',
    '-200.00',
    '0.00',
    '-660.00',
  ]);
  expect(await correct(books)).toEqual([]);
  await set(books, '2026-01-05', '1.20');
  expect(await correct(books)).toEqual([
    ['CONTRACT', '2026-01-31', '660.00', '720.00'],
    ['CONTRACT', '2026-02-10', '200.00', '100.00'],
  ]);
  expect(await at(books, '2026-01-31')).toEqual([
    '1200.00',
    '0.00',
    '-480.00',
    '0.00',
    '0.00',
    '0.00',
    '-720.00',
  ]);
  expect(await at(books, '2026-02-28')).toEqual([
    '0.00',
    '1300.00',
    '-480.00',
    '0.00',
    '-100.00',
    '0.00',
    '-720.00',
  ]);
  await books.tiesOut();
  expect(await correct(books)).toEqual([]);
  await books.tell(contract.id, deliver('2026-02-20', 'b'));
  await books.run('2026-02');
  expect(await at(books, '2026-02-28')).toEqual([
    '0.00',
    '1300.00',
    '0.00',
    '0.00',
    '-100.00',
    '0.00',
    '-1200.00',
  ]);
  await books.tiesOut();
  await set(books, '2026-01-05', '1.10');
  await correct(books);
  expect(await at(books, '2026-02-28')).toEqual([
    '0.00',
    '1300.00',
    '0.00',
    '0.00',
    '-200.00',
    '0.00',
    '-1100.00',
  ]);
  await books.tiesOut();
});

// 600 earned at 1.10 is an asset of 660.00; the invoice of 1,000 at 1.30 gains 120.00. At 1.20: 720.00 and 60.00.
it('a contract billed by a document follows the document, and its contract asset is settled at the corrected rate', async () => {
  const books = await openBooks();
  await set(books, '2026-01-05', '1.10');
  await set(books, '2026-02-10', '1.30');
  const { contract } = await contractOf(books);
  await books.tell(contract.id, deliver('2026-01-05', 'a'));
  await books.run('2026-01');
  await postedDocument(books.org, {
    currencyCode: 'EUR',
    transactionDate: '2026-02-10',
    revenueContractId: contract.id,
    lines: [{ unitPrice: '1000.00' }],
  });
  expect(await at(books, '2026-02-28')).toEqual([
    '1300.00',
    '0.00',
    '-520.00',
    '0.00',
    '-120.00',
    '0.00',
    '-660.00',
  ]);
  await set(books, '2026-01-05', '1.20');
  await correct(books);
  expect(await at(books, '2026-02-28')).toEqual([
    '1300.00',
    '0.00',
    '-520.00',
    '0.00',
    '-60.00',
    '0.00',
    '-720.00',
  ]);
  await set(books, '2026-02-10', '1.25');
  await correct(books);
  // 1,250.00 owed, 400 × 1.25 = 500.00 deferred, 600 × (1.25 − 1.20) = 30.00 gained.
  expect(await at(books, '2026-02-28')).toEqual([
    '1250.00',
    '0.00',
    '-500.00',
    '0.00',
    '-30.00',
    '0.00',
    '-720.00',
  ]);
  expect(await correct(books)).toEqual([]);
  await books.tell(contract.id, deliver('2026-02-20', 'b'));
  await books.run('2026-02');
  expect(await at(books, '2026-02-28')).toEqual([
    '1250.00',
    '0.00',
    '0.00',
    '0.00',
    '-30.00',
    '0.00',
    '-1220.00',
  ]);
  await books.tiesOut();
});

/** Every account in base currency. */
async function everything({ org }: Books): Promise<string[]> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ line: string }>(
      tenant,
      `select a.code || ' ' || sum(l.base_debit - l.base_credit)::numeric(20,2) as line from ledger_lines l
       join accounts a on a.id = l.account_id group by a.code having sum(l.base_debit - l.base_credit) <> 0 order by 1`,
      [],
    ),
  );
  return rows.map(({ line }) => line);
}

it('refunds, credits and part payments follow a corrected rate, and setting it back leaves every account as it was', async () => {
  const books = await openBooks();
  await set(books, '2026-01-05', '1.1037');
  await set(books, '2026-02-10', '1.2981');
  const { contract } = await contractOf(books);
  await books.tell(
    contract.id,
    { kind: 'invoice', ...on('2026-01-05'), amount: '333.33' },
    deliver('2026-01-05', 'a'),
    { kind: 'refundEstimate', ...on('2026-01-06'), key: 'a', liability: '50' },
  );
  await books.run('2026-01');
  await books.tell(
    contract.id,
    pays('2026-02-10', '200.07'),
    { kind: 'invoice', ...on('2026-02-11'), amount: '666.67' },
    { kind: 'creditNote', ...on('2026-02-12'), amount: '50', mode: 'REFUND_LIABILITY' },
    deliver('2026-02-12', 'b'),
  );
  await books.run('2026-02');
  const before = await everything(books);
  await set(books, '2026-01-05', '1.2037');
  expect((await correct(books)).length).toBeGreaterThan(0);
  expect(await everything(books)).not.toEqual(before);
  await books.tiesOut();
  expect(await correct(books)).toEqual([]);
  await set(books, '2026-01-05', '1.1037');
  await correct(books);
  expect(await everything(books)).toEqual(before);
  await books.tiesOut();
});

/** The base balances of accounts by role, each written as `role amount`. */
async function bases({ org }: Books, ...roles: (keyof typeof POLICY_ROLES)[]): Promise<string[]> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ code: string; base: string }>(
      tenant,
      `select a.code, sum(l.base_debit - l.base_credit)::numeric(20,2)::text as base
       from ledger_lines l join accounts a on a.id = l.account_id group by 1`,
    ),
  );
  return roles.map(
    (role) => `${role} ${rows.find(({ code }) => code === POLICY_ROLES[role].code)?.base ?? '0.00'}`,
  );
}

// 1,200 at 1.10 are 1,320.00, of which 110.00 a month; the impairment test of February takes 600 of the carrying amount of 1,100.
it('contract costs and provisions are carried at the corrected rate, including their amortization and impairment', async () => {
  const books = await openBooks();
  await set(books, '2026-01-05', '1.10');
  const { contract } = await books.contract({
    contractDate: '2026-01-05',
    currencyCode: 'EUR',
    price: { fixed: '1000' },
    obligations: [{ key: 'plant', ssp: '1000', pattern: { kind: 'PROGRESS' } }],
  });
  const { cost } = await runForOutput(createCost, books.org.callAs('revenue'), {
    contractId: contract.id,
    kind: 'OBTAIN',
    amount: '1200',
    incurredOn: '2026-01-05',
    amortiseFrom: '2026-01-01',
    contractMonths: 12,
  });
  await books.tell(contract.id, {
    kind: 'costs',
    scope: 'CONSTRUCTION',
    ...on('2026-01-31'),
    key: 'plant',
    costToDate: '260',
    totalCost: '1300',
  });
  await books.run('2026-01');
  await runForOutput(impairCost, books.org.callAs('revenue'), {
    id: cost.id,
    date: '2026-02-10',
    expectedConsideration: '500',
  });
  const shown = () =>
    bases(
      books,
      'CONTRACT_COST_ASSET',
      'CONTRACT_COST_EXPENSE',
      'CONTRACT_COST_IMPAIRMENT',
      'CONTRACT_COST_OFFSET',
      'COST_OF_SALES',
      'LOSS_PROVISION',
    );
  const before = await shown();
  expect(before).toEqual([
    'CONTRACT_COST_ASSET 550.00',
    'CONTRACT_COST_EXPENSE 110.00',
    'CONTRACT_COST_IMPAIRMENT 660.00',
    'CONTRACT_COST_OFFSET -1320.00',
    'COST_OF_SALES 264.00',
    'LOSS_PROVISION -264.00',
  ]);
  await set(books, '2026-01-05', '1.20');
  expect((await correct(books)).filter(([kind]) => kind === 'COST')).toEqual([
    ['COST', '2026-01-05', '1320.00', '1440.00'],
    ['COST', '2026-01-31', '110.00', '120.00'],
    ['COST', '2026-02-10', '660.00', '720.00'],
    ['COST', '2026-01-31', '264.00', '288.00'],
  ]);
  expect(await shown()).toEqual([
    'CONTRACT_COST_ASSET 600.00',
    'CONTRACT_COST_EXPENSE 120.00',
    'CONTRACT_COST_IMPAIRMENT 720.00',
    'CONTRACT_COST_OFFSET -1440.00',
    'COST_OF_SALES 288.00',
    'LOSS_PROVISION -288.00',
  ]);
  await books.tiesOut();
  expect((await runForOutput(verifyBooks, books.org.callAs('auditor'), {})).breaches).toEqual([]);
  expect(await correct(books)).toEqual([]);
  await books.runThrough('2026-02', '2026-12');
  expect((await shown()).slice(0, 2)).toEqual(['CONTRACT_COST_ASSET 0.00', 'CONTRACT_COST_EXPENSE 720.00']);
  await set(books, '2026-01-05', '1.10');
  await correct(books);
  expect((await shown()).slice(0, 2)).toEqual(['CONTRACT_COST_ASSET 0.00', 'CONTRACT_COST_EXPENSE 660.00']);
  await books.tiesOut();
});

// An agent's 1,000, of which 700 is the supplier's share, and goods that cost 300, all at 1.10; at 1.20 both follow.
it('journals of contracts follow a corrected rate: the cost of what was sold, and what an agent owes its supplier', async () => {
  const books = await openBooks();
  await set(books, '2026-01-05', '1.10');
  const { contract } = await books.contract({
    contractDate: '2026-01-05',
    currencyCode: 'EUR',
    price: { fixed: '1000' },
    obligations: [
      { key: 'ticket', ssp: '1000', pattern: { kind: 'POINT' }, capacity: 'AGENT', supplierShare: '700' },
    ],
  });
  await books.tell(
    contract.id,
    { kind: 'invoice', ...on('2026-01-05'), amount: '1000' },
    deliver('2026-01-05', 'ticket'),
    {
      kind: 'journal',
      ...on('2026-01-05'),
      memo: 'Cost of the envelope',
      lines: [
        { account: 'COST_OF_SALES', debit: '300' },
        { account: 'INVENTORY', credit: '300' },
      ],
    },
  );
  await books.run('2026-01');
  const shown = () =>
    bases(
      books,
      'COST_OF_SALES',
      'INVENTORY',
      'SUPPLIER_PAYABLE',
      'RECEIVABLE',
      'DEFERRED_REVENUE',
      'REVENUE',
    );
  const before = await shown();
  expect(before).toEqual([
    'COST_OF_SALES 330.00',
    'INVENTORY -330.00',
    'SUPPLIER_PAYABLE -770.00',
    'RECEIVABLE 1100.00',
    'DEFERRED_REVENUE 0.00',
    'REVENUE -330.00',
  ]);
  await set(books, '2026-01-05', '1.20');
  expect((await correct(books)).filter(([kind]) => kind === 'JOURNAL')).toEqual([
    ['JOURNAL', '2026-01-05', '770.00', '840.00'],
    ['JOURNAL', '2026-01-05', '330.00', '360.00'],
  ]);
  expect(await shown()).toEqual([
    'COST_OF_SALES 360.00',
    'INVENTORY -360.00',
    'SUPPLIER_PAYABLE -840.00',
    'RECEIVABLE 1200.00',
    'DEFERRED_REVENUE 0.00',
    'REVENUE -360.00',
  ]);
  await books.tiesOut();
  expect(await correct(books)).toEqual([]);
  await set(books, '2026-01-05', '1.10');
  await correct(books);
  expect(await shown()).toEqual(before);
  await books.tiesOut();
});
