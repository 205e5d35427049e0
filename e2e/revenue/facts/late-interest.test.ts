import { afterAll, describe, expect, it } from 'vitest';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { type Books, openBooks } from '../books';
import { close } from '../histories/reversed-books';

afterAll(closeConnections);

const [JANUARY, FEBRUARY, MARCH] = ['2026-01', '2026-02', '2026-03'];
const ACCRUED = '1340';
const ON_ADVANCES = '2370';
const UNEARNED = '2380';
const on = (effectiveDate: string) => ({ effectiveDate });
const claimOf = ({ org }: Books) => ({
  organizationId: org.principals.admin.organizationId,
  userId: org.users.admin.id,
});

/** Accounts at the end of a month, debits above zero; in the base currency if asked. */
async function at(books: Books, month: string, codes: readonly string[], inBase = false): Promise<string[]> {
  const rows = await withTenantReport(claimOf(books), (tenant) =>
    sql<{ code: string; amount: string; base: string }>(
      tenant,
      `select a.code, trim_scale(sum(l.debit - l.credit))::text as amount, trim_scale(sum(l.base_debit - l.base_credit))::text as base
       from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       where l.posting_date <= $1::date group by 1`,
      [lastDayOf(month)],
    ),
  );
  const found = new Map(rows.map(({ code, amount, base }) => [code, inBase ? base : amount]));
  return codes.map((code) => found.get(code) ?? '0');
}
const through = async (books: Books, codes: readonly string[]) => ({
  january: await at(books, JANUARY, codes),
  february: await at(books, FEBRUARY, codes),
  march: await at(books, MARCH, codes),
});

/**
 * Example 26: 121 due in two years for goods of 100 at 10% a year. 100 × (1.1^(1/12) − 1) = 0.80 of interest in January, 1.60 by the end of
 * February, 2.41 by the end of March.
 */
const sold = async (books: Books, currencyCode?: string) => {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    ...(currencyCode !== undefined && { currencyCode }),
    price: {
      fixed: '121',
      financing: {
        ...{ kind: 'ARREARS', monthsPerPeriod: 12, periods: 2, cashPrice: '100' },
        payments: [{ at: 2, amount: '121' }],
      },
    },
    obligations: [{ key: 'goods', ssp: '100', pattern: { kind: 'POINT' } }],
  });
  await books.record(contract.id, { kind: 'delivery', ...on('2026-01-01'), key: 'goods' });
  return contract.id;
};
const BILL = { kind: 'invoice' as const, ...on('2026-02-10'), amount: '121' };

/**
 * 4,000 in advance at 6% a year for goods delivered when asked for; the price is 4,240. 4,000 × (1.06^(1/12) − 1) = 19.47 of interest in
 * January, 39.04 by the end of February, 58.70 by the end of March.
 */
const paidAhead = async (books: Books) => {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: {
      fixed: '4000',
      financing: { kind: 'ADVANCE', monthsPerPeriod: 12, periods: 1, ratePerPeriod: '0.06' },
    },
    obligations: [{ key: 'goods', ssp: '4240', pattern: { kind: 'POINT' } }],
  });
  await books.record(contract.id, { kind: 'payment', ...on('2026-01-01'), amount: '4000' });
  return contract.id;
};

/** Books in which a euro is worth more and more. */
async function withRates(today?: string): Promise<Books> {
  const books = await openBooks(today);
  const rates = [
    ['2026-01-01', '1.10'],
    ['2026-01-12', '1.15'],
    ['2026-03-01', '1.20'],
    ['2027-12-01', '1.30'],
  ].map(([rateDate = '', rate = '']) => ({ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate }));
  await runForOutput(setExchangeRates, books.org.callAs('controller'), {
    rates,
    confirmation: 'Rates of the example',
  });
  return books;
}

async function takeBack(books: Books, contractId: string, reason: string): Promise<void> {
  const { events } = await books.read(contractId);
  await runForOutput(voidFact, books.org.callAs('revenue'), { id: events.at(-1)?.event.id, reason });
}

async function tied(books: Books): Promise<void> {
  await books.tiesOut();
  const { controls } = await runForOutput(tieOutControls, books.org.callAs('auditor'), {
    asOf: '2027-12-31',
  });
  expect(
    controls.filter(({ difference, differenceBase }) => /[1-9]/.test(difference + differenceBase)),
  ).toEqual([]);
}

describe('interest in accounts of its own while its months are open (606-10-32-20)', () => {
  it('a bill recorded late has its interest in the month of the bill, and voided it leaves every month as it was', async () => {
    const books = await openBooks();
    const id = await sold(books);
    await books.runThrough(JANUARY, MARCH);
    const unbilled = { january: ['0.8', '0'], february: ['1.6', '0'], march: ['2.41', '0'] };
    expect(await through(books, [ACCRUED, UNEARNED])).toEqual(unbilled);
    await books.record(id, BILL);
    // Of 21.00 in the bill, 1.60 had accrued by the end of February and 2.41 by the end of March.
    expect(await through(books, [ACCRUED, UNEARNED])).toEqual({
      january: ['0.8', '0'],
      february: ['0', '-19.4'],
      march: ['0', '-18.59'],
    });
    await takeBack(books, id, 'Recorded of another contract');
    expect(await through(books, [ACCRUED, UNEARNED])).toEqual(unbilled);
    await tied(books);
  });

  it('a delivery recorded late takes the interest on the advance into revenue in its month, and the run reversed puts it back there', async () => {
    const books = await openBooks();
    const id = await paidAhead(books);
    await books.runThrough(JANUARY, MARCH);
    const undelivered = { january: ['-19.47', '0'], february: ['-39.04', '0'], march: ['-58.7', '0'] };
    expect(await through(books, [ON_ADVANCES, '4100'])).toEqual(undelivered);
    await books.record(id, { kind: 'delivery', ...on('2026-02-10'), key: 'goods' });
    const again = await books.run(FEBRUARY);
    // All that had accrued is earned with the price; what accrues on it after that is earned at once.
    expect(await through(books, [ON_ADVANCES, '4100'])).toEqual({
      january: ['-19.47', '0'],
      february: ['0', '-4240'],
      march: ['0', '-4240'],
    });
    await tied(books);
    await runForOutput(reverseRun, books.org.callAs('revenue'), {
      id: again.id,
      reason: 'Not delivered yet',
    });
    expect(await through(books, [ON_ADVANCES, '4100'])).toEqual(undelivered);
    await tied(books);
  });

  it('what a late bill changes of a closed month is moved on the first open day, and the closed month keeps its figures', async () => {
    const books = await openBooks();
    const id = await sold(books);
    await books.runThrough(JANUARY, MARCH);
    await close(books, JANUARY);
    await books.record(id, { ...BILL, ...on('2026-01-10') });
    expect(await through(books, [ACCRUED, UNEARNED])).toEqual({
      january: ['0.8', '0'],
      february: ['0', '-19.4'],
      march: ['0', '-18.59'],
    });
    // 21.00 less 0.80 of January is unearned from 1 February on.
    expect((await books.journal()).filter((entry) => entry.includes('UNEARNED_INTEREST'))).toContain(
      '2026-02-01: Dr DEFERRED_REVENUE 20.2, Cr UNEARNED_INTEREST 20.2',
    );
    await tied(books);
  });

  it('accounts that are named late take what belongs to each open month', async () => {
    const books = await openBooks();
    const setStatus = (status: string) =>
      withTenantSql(claimOf(books), (tenant) =>
        sql(tenant, `update accounts set record_status = $1 where code in ('1340', '2370', '2380')`, [
          status,
        ]),
      );
    await setStatus('inactive');
    await sold(books);
    await books.runThrough(JANUARY, FEBRUARY);
    expect(await at(books, FEBRUARY, ['1310', ACCRUED])).toEqual(['101.6', '0']);
    await setStatus('active');
    await books.run(MARCH);
    expect(await through(books, ['1310', ACCRUED])).toEqual({
      january: ['100', '0.8'],
      february: ['100', '1.6'],
      march: ['100', '2.41'],
    });
    await tied(books);
  });

  it('in a foreign currency a bill voided late leaves nothing carried where nothing stands, in any month', async () => {
    const books = await withRates('2027-12-31');
    const id = await sold(books, 'EUR');
    await books.runThrough(JANUARY, MARCH);
    await books.record(id, BILL);
    // 20.20 at 1.15 on 10 February, of which 0.80 and then 0.81 leave at what they are carried at.
    expect(await at(books, FEBRUARY, [UNEARNED], true)).toEqual(['-22.31']);
    await takeBack(books, id, 'Recorded of another contract');
    for (const month of [JANUARY, FEBRUARY, MARCH]) {
      expect([
        ...(await at(books, month, [UNEARNED])),
        ...(await at(books, month, [UNEARNED], true)),
      ]).toEqual(['0', '0']);
    }
    await books.runThrough('2026-04', '2027-12');
    await books.record(id, { kind: 'payment', ...on('2027-12-31'), amount: '121' });
    expect(await at(books, '2027-12', [ACCRUED, UNEARNED], true)).toEqual(['0', '0']);
    await tied(books);
  });

  it('in a foreign currency money that came and went in between, recorded late, leaves nothing carried where nothing stands', async () => {
    const books = await withRates();
    const id = await sold(books, 'EUR');
    const money = (kind: 'payment' | 'payout', day: string, amount: string) => ({
      ...{ kind, amount },
      ...on(day),
    });
    // Half of what is due is paid at 1.10, with 10.50 of interest, 11.55 in dollars, and goes back before any of it accrued.
    await books.record(id, money('payment', '2026-01-10', '60.5'), money('payout', '2026-01-25', '60.5'));
    expect(await at(books, JANUARY, [UNEARNED], true)).toEqual(['0']);
    // 5.25 more at 1.15 are 6.04; 5.25 of 15.75 leave at a third of 17.59, so that 11.73 are left, 0.18 too much on 25 January.
    await books.record(id, money('payment', '2026-01-15', '30.25'));
    expect(await at(books, JANUARY, [UNEARNED], true)).toEqual(['-6.04']);
    await books.record(id, money('payout', '2026-01-18', '30.25'));
    expect(await at(books, JANUARY, [UNEARNED])).toEqual(['0']);
    expect(await at(books, JANUARY, [UNEARNED], true)).toEqual(['0']);
    await books.run(JANUARY);
    expect(await at(books, JANUARY, [ACCRUED, UNEARNED])).toEqual(['0.8', '0']);
    await tied(books);
  });
});
