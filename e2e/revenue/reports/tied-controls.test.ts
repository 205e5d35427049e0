import { afterAll, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { CONTROL_SIDES } from '@/core/transactions/subledgers';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { createCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

const RATES = [
  ['2026-01-01', '1.10', 'SPOT'],
  ['2026-01-31', '1.20', 'CLOSING'],
  ['2026-02-10', '1.15', 'SPOT'],
  ['2026-02-28', '1.12', 'CLOSING'],
] as const;

/** The control accounts at the end of a day by their lines, in both currencies, on their normal side. */
async function ledgerOn({ org }: Books, asOf: string): Promise<Record<string, string>> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ control: keyof typeof CONTROL_SIDES; currency: string; amount: string; base: string }>(
      tenant,
      `select a.control_for as control, l.currency_code as currency, sum(l.debit - l.credit)::numeric(20,2)::text as amount,
         sum(l.base_debit - l.base_credit)::numeric(20,2)::text as base
       from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       where l.organization_id = $1 and a.control_for is not null and l.posting_date <= $2::date
       group by 1, 2 having sum(l.debit - l.credit) <> 0 or sum(l.base_debit - l.base_credit) <> 0`,
      [org.organizationId, asOf],
    ),
  );
  const signed = (control: keyof typeof CONTROL_SIDES, amount: string) =>
    CONTROL_SIDES[control] === 'DEBIT' || /^-?0\.00$/.test(amount)
      ? amount
      : amount.startsWith('-')
        ? amount.slice(1)
        : `-${amount}`;
  return Object.fromEntries(
    rows.map(({ control, currency, amount, base }) => [
      `${control} ${currency}`,
      `${signed(control, amount)} = ${signed(control, base)}`,
    ]),
  );
}

/** Three months of a contract in dollars and one in euro: billed, earned ahead of the bill, refunds expected, a cost, what vendors are owed. */
async function lived(): Promise<Books> {
  const books = await openBooks('2026-04-30');
  const { org } = books;
  const controller = org.callAs('controller');
  await runForOutput(setExchangeRates, controller, {
    rates: RATES.map(([rateDate, rate, rateType]) => ({
      fromCurrency: 'EUR',
      toCurrency: 'USD',
      rateDate,
      rate,
      rateType,
    })),
    confirmation: 'Rates of the example',
  });
  const revenue = org.callAs('revenue');
  const begun: { contractId: string; costId: string }[] = [];
  for (const currencyCode of ['USD', 'EUR']) {
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      currencyCode,
      price: { fixed: '4200' },
      obligations: [
        {
          key: 'service',
          ssp: '3600',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' },
        },
        { key: 'goods', ssp: '600', pattern: { kind: 'POINT' } },
      ],
    });
    const { cost } = await runForOutput(createCost, revenue, {
      contractId: contract.id,
      kind: 'OBTAIN',
      amount: '240',
      incurredOn: '2026-01-05',
      contractMonths: 12,
    });
    await books.record(contract.id, { kind: 'delivery', effectiveDate: '2026-01-12', key: 'goods' });
    begun.push({ contractId: contract.id, costId: cost.id });
  }
  // January is earned ahead of the bill.
  await books.run('2026-01');
  for (const { contractId, costId } of begun) {
    await books.record(
      contractId,
      { kind: 'invoice', effectiveDate: '2026-02-10', amount: '1500' },
      {
        kind: 'refundEstimate',
        effectiveDate: '2026-02-12',
        key: 'goods',
        liability: '100',
        evidence: 'Two of ten come back',
      },
      { kind: 'payment', effectiveDate: '2026-03-03', amount: '700' },
    );
    await runForOutput(impairCost, revenue, {
      id: costId,
      date: '2026-02-20',
      expectedConsideration: '150',
      remainingCosts: '50',
    });
  }
  await postedDocument(org, { kind: 'VENDOR_BILL', transactionDate: '2026-01-20' });
  await books.runThrough('2026-02', '2026-03');
  const periods = await runForOutput(listPeriods, org.callAs('viewer'), {});
  for (const label of ['2026-01', '2026-02']) {
    await runForOutput(revaluePeriod, controller, {
      periodId: periods.find((one) => one.label === label)?.id,
    });
  }
  return books;
}

it('every control account, of documents, contracts and their costs, equals its subledger at the end of any day, in each currency and in base', async () => {
  const books = await lived();
  const seen = new Set<string>();
  for (let asOf = '2025-12-31'; asOf <= '2026-04-02'; asOf = addDays(asOf, 1)) {
    const { controls, holds } = await runForOutput(tieOutControls, books.org.callAs('auditor'), { asOf });
    const differing = controls.filter(
      ({ difference, differenceBase }) => difference !== '0.00' || differenceBase !== '0.00',
    );
    expect([asOf, holds, differing]).toEqual([asOf, true, []]);
    const standing = controls.filter((row) => row.ledger !== '0.00' || row.ledgerBase !== '0.00');
    expect(
      Object.fromEntries(
        standing.map((row) => [`${row.control} ${row.currencyCode}`, `${row.ledger} = ${row.ledgerBase}`]),
      ),
      asOf,
    ).toEqual(await ledgerOn(books, asOf));
    for (const { control, currencyCode } of standing) seen.add(`${control} ${currencyCode}`);
  }
  const contracts = ['CONTRACT_ASSET', 'CONTRACT_COST', 'DEFERRED_REVENUE', 'RECEIVABLE', 'REFUND_LIABILITY'];
  expect([...seen].sort()).toEqual(
    [...contracts.flatMap((control) => [`${control} EUR`, `${control} USD`]), 'PAYABLE USD'].sort(),
  );
});
