import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { openItems } from '@/usecases/reports/list-open-items';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';

afterAll(closeConnections);

const as = (org: TestOrganization) => org.callAs('accountant');
type Applying = readonly [documentId: string, amount: string, paymentAmount?: string | undefined];
const apply = (
  org: TestOrganization,
  paymentId: string,
  applications: readonly Applying[],
  appliedOn: string,
) =>
  runForOutput(applyPayment, as(org), {
    paymentId,
    appliedOn,
    applications: applications.map(([documentId, amount, paymentAmount]) => ({
      documentId,
      amount,
      paymentAmount,
    })),
  });
/** Balances by account code and currency, in that currency and in base currency, debits above zero; without those where both are zero. */
async function held(org: TestOrganization, ...codes: string[]): Promise<Record<string, string>> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ place: string; amounts: string }>(
      tenant,
      `select a.code || ' ' || b.currency_code as place,
         sum(b.debit - b.credit)::numeric(20,2) || ' = ' || sum(b.base_debit - b.base_credit)::numeric(20,2) as amounts
       from ledger_balances b join accounts a on a.id = b.account_id where a.code = any ($1::text[])
       group by 1 having sum(b.debit - b.credit) <> 0 or sum(b.base_debit - b.base_credit) <> 0 order by 1`,
      [codes],
    ),
  );
  return Object.fromEntries(rows.map(({ place, amounts }) => [place, amounts]));
}
const document = (org: TestOrganization, currencyCode: string, exchangeRate: string, more: object) =>
  postedDocument(org, { currencyCode, exchangeRate, transactionDate: '2026-10-05', ...more });
const open = async (org: TestOrganization, id: string) => {
  const { status, openAmount } = await runForOutput(getTransaction, as(org), { id });
  return [status, openAmount];
};

describe('settling a document in another currency', () => {
  // EUR 300 of 500 carried at 1.10 are 330.00; USD 345 settle them: 15.00 gained. EUR 200 stay at 220.00, worth 240.00 at 1.20.
  it('removes both sides in their currencies at their carrying amounts, and realizes the difference', async () => {
    const org = await foundTestOrganization();
    const invoice = await document(org, 'EUR', '1.10', { lines: [{ unitPrice: '500.00' }] });
    const payment = await document(org, 'USD', '1', {
      kind: 'CUSTOMER_PAYMENT',
      lines: [{ unitPrice: '400.00' }],
    });
    const before = await held(org, '1210');
    expect(before).toEqual({ '1210 EUR': '500.00 = 550.00', '1210 USD': '-400.00 = -400.00' });
    const applied = await apply(org, payment.id, [[invoice.id, '300.00', '345.00']], '2026-10-20');
    expect(applied).toMatchObject({
      paymentOpen: '55.00',
      applications: [
        { amount: '300.00', paymentAmount: '345.00', documentOpen: '200.00', exchangeGain: '15.00' },
      ],
    });
    expect(await held(org, '1210')).toEqual({ '1210 EUR': '200.00 = 220.00', '1210 USD': '-55.00 = -55.00' });
    const result = await held(org, '7200', '8200');
    expect(result).toEqual({ '7200 EUR': '300.00 = 0.00', '7200 USD': '-345.00 = -15.00' });
    expect([await open(org, invoice.id), await open(org, payment.id)]).toEqual([
      ['POSTED', '200.00'],
      ['POSTED', '55.00'],
    ]);
    const report = await runForOutput(openItems, org.callAs('auditor'), {
      side: 'RECEIVABLE',
      asOf: '2026-10-31',
    });
    expect(report.items.map(({ currencyCode, openAmount }) => [currencyCode, openAmount])).toEqual(
      expect.arrayContaining([
        ['EUR', '200.00'],
        ['USD', '-55.00'],
      ]),
    );
    await runForOutput(setExchangeRates, org.callAs('controller'), {
      rates: [
        { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-10-31', rate: '1.20', rateType: 'CLOSING' },
      ],
    });
    const id = (await runForOutput(listPeriods, as(org), {})).find(({ label }) => label === '2026-10')?.id;
    const { balances } = await runForOutput(revaluePeriod, org.callAs('controller'), { periodId: id });
    expect(balances.map(({ amount, difference }) => [amount, difference])).toEqual([['200.00', '20.00']]);
    expect(await runForOutput(periodBlockers, org.callAs('controller'), { id })).toEqual([]);
    await runForOutput(unapplyPayment, as(org), { applicationId: applied.applications[0]?.id });
    expect(await held(org, '1210', '7200', '8200', '7210')).toEqual(before);
  });

  // A bill of EUR 100 at 1.10 paid with GBP 90 at 1.30: 110.00 was owed, 117.00 was paid: 7.00 lost.
  it('works between two foreign currencies, and for payables', async () => {
    const org = await foundTestOrganization();
    const owed = await document(org, 'EUR', '1.10', { kind: 'VENDOR_BILL' });
    const paid = await document(org, 'GBP', '1.30', {
      kind: 'VENDOR_PAYMENT',
      lines: [{ unitPrice: '90.00' }],
    });
    const applied = await apply(org, paid.id, [[owed.id, '100.00', '90.00']], '2026-10-20');
    expect(applied.applications).toMatchObject([{ documentStatus: 'PAID', exchangeGain: '-7.00' }]);
    expect(await held(org, '2110')).toEqual({});
    expect(await held(org, '8200')).toEqual({ '8200 EUR': '-100.00 = 0.00', '8200 GBP': '90.00 = 7.00' });
  });

  it('is refused without the settled amount, with more than is open, and with two amounts in one currency', async () => {
    const org = await foundTestOrganization();
    const invoice = await document(org, 'EUR', '1.10', {});
    const own = await document(org, 'USD', '1', {});
    const payment = await document(org, 'USD', '1', { kind: 'CUSTOMER_PAYMENT' });
    const wrong: readonly Applying[] = [
      [invoice.id, '10.00'],
      [invoice.id, '100.01', '50.00'],
      [invoice.id, '10.00', '100.01'],
      [invoice.id, '10.00', '0.001'],
      [own.id, '10.00', '11.00'],
    ];
    for (const one of wrong) {
      await expect(apply(org, payment.id, [one], '2026-10-20')).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT' },
      });
    }
    expect(await open(org, payment.id)).toEqual(['POSTED', '100.00']);
    expect(await held(org, '7200', '8200')).toEqual({});
  });
});

const RATES = { EUR: '1.1037', GBP: '1.2981', USD: '1' } as const;
type Currency = keyof typeof RATES;
const money = fc.record({
  currency: fc.constantFrom<Currency[]>('EUR', 'GBP', 'USD'),
  cents: fc.integer({ min: 1, max: 99_999 }),
  /** In thousandths of the rate: documents of one currency come at different rates. */
  off: fc.integer({ min: -40, max: 40 }),
});
const step = fc.record({
  document: fc.nat(),
  payment: fc.nat(),
  /** Shares of what is open on either side, in percent. */
  share: fc.integer({ min: 1, max: 100 }),
  taken: fc.integer({ min: 1, max: 100 }),
  day: fc.integer({ min: 1, max: 30 }),
  takesBack: fc.boolean(),
});
const story = fc.record({
  documents: fc.array(money, { minLength: 1, maxLength: 3 }),
  payments: fc.array(money, { minLength: 1, maxLength: 3 }),
  steps: fc.array(step, { minLength: 4, maxLength: 12 }),
});
interface Open {
  readonly id: string;
  readonly currency: Currency;
  left: ReturnType<typeof dec>;
}
const HISTORIES = cases(4, 12);

describe('the law of settlement', () => {
  it('applying and unapplying, in any order of dates and currencies, leaves no balance', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ documents, payments, steps }) => {
        const org = await foundTestOrganization();
        const make = async ({ currency, cents, off }: (typeof documents)[number], kind: object) => {
          const rate =
            currency === 'USD'
              ? '1'
              : dec(RATES[currency])
                  .plus(dec(BigInt(off)).div('1000'))
                  .toFixed();
          const unitPrice = dec(BigInt(cents)).div('100').toFixed(2);
          const { id } = await document(org, currency, rate, { ...kind, lines: [{ unitPrice }] });
          return { id, currency, left: dec(unitPrice) } satisfies Open;
        };
        const owed: Open[] = [];
        for (const one of documents) owed.push(await make(one, {}));
        const paid: Open[] = [];
        for (const one of payments) paid.push(await make(one, { kind: 'CUSTOMER_PAYMENT' }));
        const before = await held(org, '1210');
        const live: { id: string; undo: () => void }[] = [];
        const takeBack = async (index: number) => {
          const [one] = live.splice(index, 1);
          if (one === undefined) return;
          await runForOutput(unapplyPayment, as(org), { applicationId: one.id });
          one.undo();
        };
        for (const { document: d, payment: p, share, taken, day, takesBack } of steps) {
          if (takesBack && live.length > 0) {
            await takeBack(d % live.length);
            continue;
          }
          const [to, from] = [owed[d % owed.length], paid[p % paid.length]];
          if (to === undefined || from === undefined) continue;
          const part = (left: typeof to.left, percent: number) =>
            left
              .times(dec(BigInt(percent)))
              .div('100')
              .toDecimalPlaces(2, 0);
          const isSame = to.currency === from.currency;
          const least = to.left.lt(from.left) ? to.left : from.left;
          const amount = part(isSame ? least : to.left, share);
          const takes = isSame ? amount : part(from.left, taken);
          if (amount.isZero() || takes.isZero()) continue;
          const applied = await apply(
            org,
            from.id,
            [[to.id, amount.toFixed(2), isSame ? undefined : takes.toFixed(2)]],
            `2026-11-${String(day).padStart(2, '0')}`,
          );
          [to.left, from.left] = [to.left.minus(amount), from.left.minus(takes)];
          const undo = () => {
            [to.left, from.left] = [to.left.plus(amount), from.left.plus(takes)];
          };
          live.push({ id: applied.applications[0]?.id ?? '', undo });
          // At any time, the receivable in a currency is what is open in it.
          for (const currency of ['EUR', 'GBP', 'USD'] as const) {
            const of = (side: readonly Open[]) =>
              sum(side.filter((one) => one.currency === currency).map(({ left }) => left));
            const own = ((await held(org, '1210'))[`1210 ${currency}`] ?? '0 = 0').split(' = ')[0] ?? '';
            expect(dec(own).equals(of(owed).minus(of(paid)))).toBe(true);
          }
        }
        while (live.length > 0) await takeBack(live.length - 1);
        expect(await held(org, '1210', '7200', '8200')).toEqual(before);
        for (const { id } of [...owed, ...paid]) {
          const { appliedAmount, status } = await runForOutput(getTransaction, as(org), { id });
          expect([Number(appliedAmount), status]).toEqual([0, 'POSTED']);
        }
      }),
      { numRuns: HISTORIES },
    );
  });
});
