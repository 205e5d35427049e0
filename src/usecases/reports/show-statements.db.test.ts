import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '../kit/run';
import { ledgerEntries, ledgerEntry } from './list-entries';
import { openItems } from './list-open-items';
import { aging } from './show-aging';
import { generalLedger } from './show-general-ledger';
import { glOverview } from './show-overview';
import { balanceSheet, incomeStatement } from './show-statements';
import { trialBalanceReport } from './show-trial-balance';

let books: TestOrganization;
let entryIds: string[];
const claim = () => ({ organizationId: books.principals.admin.organizationId, userId: null });

beforeAll(async () => {
  books = await foundTestOrganization({ today: '2026-11-21' });
  const pair = (date: string, debit: string, credit: string, amount: string) => ({
    date,
    lines: [
      { code: debit, debit: amount },
      { code: credit, credit: amount },
    ],
  });
  entryIds = await appendTestEntries(books, [
    pair('2025-03-10', '1110', '3100', '1000'),
    pair('2025-06-30', '1110', '4100', '500'),
    pair('2026-02-05', '1110', '4100', '300'),
    pair('2026-03-05', '5800', '1110', '40'),
    pair('2026-11-05', '6210', '1110', '25'),
  ]);
});
afterAll(closeConnections);

describe('statements', () => {
  it("the balance sheet balances, with the current year's earnings as a row of equity", async () => {
    const sheet = await runForOutput(balanceSheet, books.callAs('viewer'), { asOf: '2026-11-21' });
    expect(sheet.difference).toBe('0.00');
    expect(sheet.sections.map(({ type, total }) => [type, total])).toEqual([
      ['ASSET', '1735.00'],
      ['LIABILITY', '0.00'],
      ['EQUITY', '1735.00'],
    ]);
    const equity = sheet.sections[2]?.rows.map((row) => [row.code, row.amount]);
    expect(equity).toEqual([
      ['3100', '1000.00'],
      ['3300', '500.00'],
      ['', '235.00'],
    ]);
  });

  it('the income statement runs from revenue to net income, even across a year end', async () => {
    const year = await runForOutput(incomeStatement, books.callAs('viewer'), {
      dateFrom: '2026-01-01',
      dateTo: '2026-11-21',
    });
    expect(year).toMatchObject({ grossProfit: '260.00', operatingIncome: '235.00', netIncome: '235.00' });
    const both = await runForOutput(incomeStatement, books.callAs('viewer'), {
      dateFrom: '2025-06-01',
      dateTo: '2026-02-28',
    });
    expect(both.netIncome).toBe('800.00');
  });

  it('the general ledger shows opening, debits, credits and closing of every account', async () => {
    const report = await runForOutput(generalLedger, books.callAs('viewer'), {
      dateFrom: '2026-01-01',
      dateTo: '2026-11-30',
    });
    const bank = report.rows.find((row) => row.code === '1110');
    expect(bank).toMatchObject({
      opening: '1500.00',
      debits: '300.00',
      credits: '65.00',
      closing: '1735.00',
    });
    expect(report.totals.debits).toBe(report.totals.credits);
    const across = await runForOutput(generalLedger, books.callAs('viewer'), {
      dateFrom: '2025-06-01',
      dateTo: '2026-02-28',
    });
    expect(across.rows.find((row) => row.code === '4100')).toMatchObject({
      opening: '0.00',
      credits: '800.00',
      yearEnd: '-500.00',
      closing: '300.00',
    });
  });

  it('subsidiaries with different base currencies are translated at the closing rate, or refused without a rate', async () => {
    const other = await foundTestOrganization({ today: '2026-11-21' });
    const own = { organizationId: other.principals.admin.organizationId, userId: null };
    const berlin = newId();
    await withTenantSql(own, async (tenant) => {
      await sql(
        tenant,
        `insert into subsidiaries (organization_id, id, name, code, base_currency) values ($1, $2, 'Berlin', 'DE', 'EUR')`,
        [other.organizationId, berlin],
      );
      await sql(
        tenant,
        `insert into fiscal_periods (organization_id, id, subsidiary_id, fiscal_year, period_number, label, start_date, end_date)
         select organization_id, gen_random_uuid(), $1, fiscal_year, period_number, label, start_date, end_date from fiscal_periods`,
        [berlin],
      );
    });
    const lines = [
      { code: '1110', debit: '100' },
      { code: '3100', credit: '100' },
    ];
    await appendTestEntries(other, [
      { date: '2026-11-02', lines },
      { date: '2026-11-02', lines, subsidiaryId: berlin },
    ]);
    const all = () => runForOutput(trialBalanceReport, other.callAs('viewer'), { asOf: '2026-11-21' });
    await expect(all()).rejects.toMatchObject({ refusal: { code: 'RATE_MISSING', data: { from: 'EUR' } } });
    await withTenantSql(own, (tenant) =>
      sql(
        tenant,
        `insert into exchange_rates (organization_id, id, from_currency, to_currency, rate_date, rate)
         values ($1, gen_random_uuid(), 'EUR', 'USD', '2026-11-20', 1.25)`,
        [other.organizationId],
      ),
    );
    const report = await all();
    expect(report).toMatchObject({ currencyCode: 'USD', isTranslated: true, totals: { difference: '0.00' } });
    expect(report.rows.find((row) => row.code === '1110')?.netBalance).toBe('225.00');
    const one = await runForOutput(trialBalanceReport, other.callAs('viewer'), {
      asOf: '2026-11-21',
      subsidiaryId: berlin,
    });
    expect(one).toMatchObject({ currencyCode: 'EUR', isTranslated: false });
  });
});

describe('entries', () => {
  it('are listed newest first, paged by cursor, and opened with their lines', async () => {
    const first = await runForOutput(ledgerEntries, books.callAs('viewer'), { limit: 2 });
    expect(first.rows.map((row) => row.postingDate)).toEqual(['2026-11-05', '2026-03-05']);
    const rest = await runForOutput(ledgerEntries, books.callAs('viewer'), {
      limit: 10,
      after: first.nextCursor ?? '',
    });
    expect(rest.rows.map((row) => row.postingDate)).toEqual(['2026-02-05', '2025-06-30', '2025-03-10']);
    expect(rest.nextCursor).toBeNull();
    const entry = await runForOutput(ledgerEntry, books.callAs('viewer'), { id: entryIds[3] });
    expect(entry.baseTotal).toBe('40.00');
    expect(entry.lines.map((line) => [line.accountCode, line.debit, line.credit])).toEqual([
      ['5800', '40.00', '0.00'],
      ['1110', '0.00', '40.00'],
    ]);
    await expect(runForOutput(ledgerEntry, books.callAs('viewer'), { id: newId() })).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
  });

  it('are counted and found by number, account and day', async () => {
    const found = await runForOutput(ledgerEntries, books.callAs('viewer'), {
      accountId: books.account('4100'),
      dateFrom: '2026-01-01',
      search: 'gl-2026',
      page: 1,
    });
    expect(found).toMatchObject({ total: 1, rows: [{ postingDate: '2026-02-05' }] });
  });
});

describe('the overview', () => {
  it('shows the latest periods with their postings, and that the ledger balances', async () => {
    const overview = await runForOutput(glOverview, books.callAs('viewer'), {});
    expect(overview.health).toMatchObject({ isBalanced: true, openPeriods: 6 });
    expect(overview.totals).toMatchObject({ entries: 5, lines: '10' });
    expect(overview.periods[0]).toMatchObject({
      label: '2026-11',
      isCurrent: true,
      entries: 1,
      debits: '25.00',
    });
  });
});

describe('open items', () => {
  it('are the amounts open on the day, by aging bucket; an unapplied payment reduces them', async () => {
    const document = (
      kind: 'INVOICE' | 'CUSTOMER_PAYMENT',
      number: string,
      total: string,
      due: string | null,
    ) => ({
      id: newId(),
      type: books.ids.types[kind],
      kind,
      number,
      total,
      due,
    });
    const invoice = document('INVOICE', 'INV-1', '100', '2026-09-30');
    const payment = document('CUSTOMER_PAYMENT', 'PMT-1', '130', null);
    await withTenantSql(claim(), async (tenant) => {
      await sql(
        tenant,
        `insert into business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id,
           entity_type, entity_id, transaction_date, due_date, currency_code, base_currency_code, exchange_rate, subtotal_amount,
           tax_amount, discount_amount, total_amount, base_total_amount, applied_amount, transaction_status, ledger_entry_id, posting_date)
         select $1, d.id, d.number, d.type, d.kind, $2, 'CUSTOMER', $3, '2026-09-01', d.due, 'USD', 'USD', 1, d.total, 0, 0, d.total,
           d.total, 60, 'POSTED', $4, '2026-09-01'
         from jsonb_to_recordset($5::jsonb) as d(id uuid, type uuid, kind text, number text, total numeric, due date)`,
        [
          books.organizationId,
          books.ids.rootSubsidiary,
          books.ids.customer,
          entryIds[0],
          JSON.stringify([invoice, payment]),
        ],
      );
      await sql(
        tenant,
        `insert into payment_applications (organization_id, id, payment_id, document_id, amount, applied_on)
         values ($1, gen_random_uuid(), $2, $3, 60, '2026-10-15')`,
        [books.organizationId, payment.id, invoice.id],
      );
    });
    const ask = (asOf: string) => runForOutput(aging, books.callAs('viewer'), { side: 'RECEIVABLE', asOf });
    expect((await ask('2026-11-21')).rows).toMatchObject([
      { entityName: 'Northwind', DAYS_31_60: '40.00', CURRENT: '-70.00', total: '-30.00' },
    ]);
    expect((await ask('2026-10-14')).rows).toMatchObject([{ DAYS_1_30: '100.00', CURRENT: '-130.00' }]);
    expect((await ask('2026-08-31')).rows).toEqual([]);
    const { items } = await runForOutput(openItems, books.callAs('viewer'), { side: 'RECEIVABLE' });
    expect(items.map((item) => [item.transactionNumber, item.openAmount, item.bucket])).toEqual([
      ['PMT-1', '-70.00', 'CURRENT'],
      ['INV-1', '40.00', 'DAYS_31_60'],
    ]);
  });
});
