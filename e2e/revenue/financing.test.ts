import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { accountVerbs } from '@/usecases/accounts/account-records';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { type Books, openBooks } from './books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const delivery = (date: string) => ({ kind: 'delivery' as const, ...on(date), key: 'goods' });
const goods = (ssp: string) => [{ key: 'goods', ssp, pattern: { kind: 'POINT' as const } }];

/** Example 26: 121 due in two years for a cash price of 100; interest of 10.00 and 11.00, 0.80 of it in each of January and February. */
const ARREARS = {
  kind: 'ARREARS' as const,
  monthsPerPeriod: 12,
  periods: 2,
  cashPrice: '100',
  payments: [{ at: 2, amount: '121' }],
};
const sold = (books: Books, currencyCode?: string) =>
  books.contract({
    contractDate: '2026-01-01',
    ...(currencyCode === undefined ? {} : { currencyCode }),
    price: { fixed: '121', financing: ARREARS },
    obligations: goods('100'),
  });
/** Contract assets, accrued interest, deferred revenue, interest on advances, unearned interest; debits above zero. */
const CODES = ['1310', '1340', '2310', '2370', '2380'];
const stands = (books: Books) => Promise.all(CODES.map((code) => books.balance(code)));
const apart = async (books: Books, id: string) => {
  const { accruedInterest, unearnedInterest, advanceInterest } = (await books.read(id)).balances;
  return [accruedInterest, unearnedInterest, advanceInterest];
};
const claimOf = ({ org }: Books) => ({
  organizationId: org.principals.admin.organizationId,
  userId: org.users.admin.id,
});

async function bothTied(books: Books): Promise<void> {
  await books.tiesOut();
  const tied = await runForOutput(tieOutControls, books.org.callAs('auditor'), { asOf: '2027-12-31' });
  expect(
    tied.controls.filter(({ difference, differenceBase }) => /[1-9]/.test(difference + differenceBase)),
  ).toEqual([]);
}

describe('interest on a significant financing component in separate accounts (606-10-32-20)', () => {
  it('a bill of all payments at once is the price and unearned interest, which becomes income as it accrues (606-10-32-20)', async () => {
    const books = await openBooks();
    const { contract } = await sold(books);
    await books.tell(contract.id, delivery('2026-01-01'), {
      kind: 'invoice',
      ...on('2026-01-01'),
      amount: '121',
    });
    expect(await apart(books, contract.id)).toEqual(['0.00', '21.00', '0.00']);
    await books.runThrough('2026-01', '2026-12');
    // Of 21, 10 accrued in the first year.
    expect(await stands(books)).toEqual(['0', '0', '0', '0', '-11']);
    expect(await apart(books, contract.id)).toEqual(['0.00', '11.00', '0.00']);
    expect((await books.journal()).slice(0, 4)).toEqual([
      '2026-01-01: Dr RECEIVABLE 121, Cr DEFERRED_REVENUE 121',
      '2026-01-01: Dr DEFERRED_REVENUE 21, Cr UNEARNED_INTEREST 21',
      '2026-01-31: Dr DEFERRED_REVENUE 100, Cr REVENUE 100',
      '2026-01-31: Dr UNEARNED_INTEREST 0.8, Cr INTEREST_INCOME 0.8',
    ]);
    await bothTied(books);
  });

  it('a yearly installment takes the interest of its year out of accrued interest, and leaves what has accrued since (606-10-32-20)', async () => {
    // 60 a year for two years at 10%: 60 / 1.1 + 60 / 1.21 = 104.13; interest 10.41 and 5.46.
    const books = await openBooks('2027-12-31');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '120',
        financing: { kind: 'ARREARS', monthsPerPeriod: 12, periods: 2, ratePerPeriod: '0.1', payment: '60' },
      },
      obligations: goods('104.13'),
    });
    expect(contract.transactionPrice).toBe('104.13');
    await books.tell(contract.id, delivery('2026-01-01'));
    await books.runThrough('2026-01', '2026-12');
    expect(await apart(books, contract.id)).toEqual(['10.41', '0.00', '0.00']);
    await books.tell(contract.id, { kind: 'payment', ...on('2026-12-31'), amount: '60' });
    expect(await stands(books)).toEqual(['54.54', '0', '0', '0', '0']);
    await books.run('2027-01');
    // 54.54 × (1.1^(1/12) − 1) = 0.43.
    expect(await apart(books, contract.id)).toEqual(['0.43', '0.00', '0.00']);
    await books.runThrough('2027-02', '2027-12');
    await books.tell(contract.id, { kind: 'payment', ...on('2027-12-31'), amount: '60' });
    expect(await stands(books)).toEqual(['0', '0', '0', '0', '0']);
    expect(await books.balance('7100')).toBe('-15.87');
    await bothTied(books);
  });

  it('interest on an advance is earned with the price, in the proportion in which the runs recognize it (606-10-32-20)', async () => {
    // 4,000 in advance at 6% for a year, then a service over the next year: interest of 240 by the end of the first.
    const books = await openBooks('2027-12-31');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '4000',
        financing: { kind: 'ADVANCE', monthsPerPeriod: 12, periods: 1, ratePerPeriod: '0.06' },
      },
      obligations: [
        {
          key: 'service',
          ssp: '4240',
          pattern: { kind: 'RATABLE', start: '2027-01-01', end: '2027-12-31', method: 'EVEN_PERIODS' },
        },
      ],
    });
    expect(contract.transactionPrice).toBe('4240.00');
    await books.tell(contract.id, { kind: 'payment', ...on('2026-01-01'), amount: '4000' });
    await books.runThrough('2026-01', '2026-12');
    expect(await stands(books)).toEqual(['0', '0', '-4000', '-240', '0']);
    await books.runThrough('2027-01', '2027-06');
    // Six months of 353.33 are earned, half of the price: half of the advance and half of its interest remain.
    expect(await stands(books)).toEqual(['0', '0', '-2000.02', '-120', '0']);
    await books.runThrough('2027-07', '2027-12');
    expect(await stands(books)).toEqual(['0', '0', '0', '0', '0']);
    expect(await books.balance('8100')).toBe('240');
    await bothTied(books);
  });

  it('for an advance and for goods added in arrears, expense and income are kept separate, and the advance pays for none of those goods (606-10-32-20)', async () => {
    // 4,000 × (1.06^(1/12) − 1) = 19.47 of expense in January, and 100 × (1.1^(1/12) − 1) = 0.80 of income.
    const books = await openBooks('2027-12-31');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '4000',
        financing: { kind: 'ADVANCE', monthsPerPeriod: 12, periods: 1, ratePerPeriod: '0.06' },
      },
      obligations: [
        { key: 'service', ssp: '4240', pattern: { kind: 'RATABLE', start: '2027-01-01', end: '2027-12-31' } },
      ],
    });
    await books.tell(contract.id, { kind: 'payment', ...on('2026-01-01'), amount: '4000' });
    await books.modify(contract.id, {
      date: '2026-01-15',
      additions: [{ key: 'goods', price: '121', ssp: '100', distinct: true, pattern: { kind: 'POINT' } }],
      financing: { ...ARREARS, start: '2026-01-01' },
      ownContract: false,
      reason: 'Goods added, payable in two years',
    });
    await books.tell(contract.id, delivery('2026-01-15'));
    await books.run('2026-01');
    expect(await Promise.all(['8100', '7100', '1340', '2380'].map((code) => books.balance(code)))).toEqual([
      '19.47',
      '-0.8',
      '0.8',
      '0',
    ]);
    await bothTied(books);
  });

  it('a bill recorded late, recorded twice and voided, and a run reversed, end with the same balances as when recorded in order', async () => {
    const [plain, lived] = [await openBooks(), await openBooks()];
    const invoice = { kind: 'invoice' as const, ...on('2026-02-01'), amount: '121' };
    const { contract: first } = await sold(plain);
    await plain.tell(first.id, delivery('2026-01-01'), invoice);
    await plain.runThrough('2026-01', '2026-03');

    const { contract } = await sold(lived);
    await lived.tell(contract.id, delivery('2026-01-01'));
    await lived.run('2026-01');
    const february = await lived.run('2026-02');
    await lived.tell(contract.id, invoice);
    const recorded = await lived.tell(contract.id, { ...invoice, ...on('2026-02-10') });
    expect(await apart(lived, contract.id)).not.toEqual(await apart(plain, first.id));
    await runForOutput(voidFact, lived.org.callAs('revenue'), {
      id: recorded.events.at(-1)?.event.id,
      reason: 'Recorded twice',
    });
    await runForOutput(reverseRun, lived.org.callAs('revenue'), { id: february.id, reason: 'Try again' });
    await lived.runThrough('2026-02', '2026-03');
    expect(await apart(lived, contract.id)).toEqual(await apart(plain, first.id));
    expect(await stands(lived)).toEqual(await stands(plain));
    await bothTied(lived);
  });

  it('an ended contract has no separate interest left: what was billed ahead is earned, what accrued is settled', async () => {
    const books = await openBooks();
    const { contract } = await sold(books);
    await books.tell(contract.id, delivery('2026-01-01'), {
      kind: 'invoice',
      ...on('2026-01-01'),
      amount: '121',
    });
    await books.run('2026-01');
    await runForOutput(terminateContract, books.org.callAs('revenue'), {
      id: contract.id,
      effectiveDate: '2026-02-01',
      refund: '0',
      reason: 'Paid early',
    });
    await books.run('2026-02');
    expect(await stands(books)).toEqual(['0', '0', '0', '0', '0']);
    // 121 less the interest for January.
    expect([await books.balance('7100'), await books.balance('4100')]).toEqual(['-0.8', '-120.2']);
    await bothTied(books);
  });

  it('in a foreign currency accrued interest is derecognized at its carrying amount, so that nothing is left when it is paid', async () => {
    const books = await openBooks('2027-12-31');
    const rate = (rateDate: string, value: string) => ({
      fromCurrency: 'EUR',
      toCurrency: 'USD',
      rateDate,
      rate: value,
    });
    await runForOutput(setExchangeRates, books.org.callAs('controller'), {
      rates: [rate('2026-01-01', '1.10'), rate('2026-06-01', '1.20'), rate('2027-12-01', '1.30')],
      confirmation: 'Rates of the example',
    });
    const { contract } = await sold(books, 'EUR');
    await books.tell(contract.id, delivery('2026-01-01'));
    await books.runThrough('2026-01', '2027-12');
    await books.tell(contract.id, { kind: 'payment', ...on('2027-12-31'), amount: '121' });
    const left = await withTenantReport(claimOf(books), (tenant) =>
      sql<{ code: string }>(
        tenant,
        `select a.code from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
         where a.code = any ($1::text[]) group by 1 having sum(l.debit - l.credit) <> 0 or sum(l.base_debit - l.base_credit) <> 0`,
        [CODES],
      ),
    );
    expect(left).toEqual([]);
    await bothTied(books);
  });

  it('books without these accounts keep it in the position; an account added later takes over what has accrued so far with the next fact', async () => {
    const books = await openBooks();
    await withTenantSql(claimOf(books), (tenant) =>
      sql(
        tenant,
        `update accounts set record_status = 'inactive' where code in ('1340', '2370', '2380')`,
        [],
      ),
    );
    const { contract } = await sold(books);
    await books.tell(contract.id, delivery('2026-01-01'));
    await books.run('2026-01');
    expect(await stands(books)).toEqual(['100.8', '0', '0', '0', '0']);
    await books.tiesOut();
    for (const [code, controlFor, accountType] of [
      ['1345', 'ACCRUED_INTEREST', 'ASSET'],
      ['2385', 'UNEARNED_INTEREST', 'LIABILITY'],
    ] as const) {
      await runForOutput(accountVerbs.create, books.org.callAs('controller'), {
        code,
        name: `Interest ${code}`,
        accountType,
        controlFor,
      });
    }
    await books.run('2026-02');
    expect([await books.balance('1310'), await books.balance('1345')]).toEqual(['100', '1.6']);
    await bothTied(books);
  });

  // Billed at 1.10: 133.10, of which 23.10 is interest. At 1.20 the invoice is 145.20 and the price of 100 is 120.00; the interest keeps its rate, so that
  // 2.10 is gained on it.
  it('an invoice in a foreign currency whose rate is corrected counts once: the price follows it, and the interest it billed keeps its rate', async () => {
    const books = await openBooks();
    const call = books.org.callAs('controller');
    const set = (rate: string) =>
      runForOutput(setExchangeRates, call, {
        rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-01', rate }],
        confirmation: 'Rates of the example',
      });
    await set('1.10');
    const { contract } = await sold(books, 'EUR');
    await postedDocument(books.org, {
      ...{ transactionDate: '2026-01-01', currencyCode: 'EUR', revenueContractId: contract.id },
      lines: [{ unitPrice: '121' }],
    });
    const bases = () =>
      withTenantReport(claimOf(books), (tenant) =>
        sql<{ line: string }>(
          tenant,
          `select a.code || ' ' || sum(l.base_debit - l.base_credit)::numeric(20,2) as line from ledger_lines l
           join accounts a on a.id = l.account_id group by a.code having sum(l.base_debit - l.base_credit) <> 0 order by 1`,
          [],
        ),
      ).then((rows) => rows.map(({ line }) => line));
    expect(await bases()).toEqual(['1210 133.10', '2310 -110.00', '2380 -23.10']);
    await set('1.20');
    const scope = { subsidiaryId: books.org.ids.rootSubsidiary, currencyCode: 'EUR', from: '2026-01-01' };
    await runForOutput(correctRates, call, scope);
    expect(await bases()).toEqual(['1210 145.20', '2310 -120.00', '2380 -23.10', '7200 -2.10']);
    await bothTied(books);
    expect((await runForOutput(correctRates, call, scope)).items).toEqual([]);
  });
});
