import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

afterAll(closeConnections);

const MONTHS = ['2026-08', '2026-09', '2026-10'] as const;
/** Every account that documents, settlements and revaluations of receivables move, other than cash, income and discounts. */
const ACCOUNTS = ['1210', '7200', '8200', '7210', '8210'];
const RATE = { EUR: '1.1037', USD: '1' } as const;

const item = fc.record({
  inEuro: fc.boolean(),
  cents: fc.integer({ min: 1, max: 99_999 }),
  /** In thousandths of the rate. */
  off: fc.integer({ min: -40, max: 40 }),
  month: fc.nat({ max: 1 }),
  day: fc.integer({ min: 1, max: 28 }),
});
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      verb: fc.constant('apply' as const),
      document: fc.nat(),
      payment: fc.nat(),
      /** Shares of what is open on either side, in percent. */
      share: fc.integer({ min: 1, max: 100 }),
      taken: fc.integer({ min: 1, max: 100 }),
      /** Days after both were posted. */
      later: fc.nat({ max: 40 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('unapply' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('revalue' as const), month: fc.nat({ max: 2 }) }) },
);
const story = fc.record({
  documents: fc.array(item, { minLength: 1, maxLength: 3 }),
  payments: fc.array(fc.tuple(item, fc.constantFrom('CUSTOMER_PAYMENT' as const, 'CREDIT_MEMO' as const)), {
    minLength: 1,
    maxLength: 3,
  }),
  steps: fc.array(step, { minLength: 6, maxLength: 16 }),
  /** Unapplied as of the day it was applied, as on the screens; otherwise as of today, as over REST. */
  onItsDay: fc.boolean(),
});
const HISTORIES = cases(4, 12);

const dayOf = ({ month, day }: Item) => `${MONTHS[month] ?? ''}-${String(day).padStart(2, '0')}`;

interface Open {
  readonly id: string;
  readonly currency: 'EUR' | 'USD';
  readonly day: string;
  left: ReturnType<typeof dec>;
}

/** Books with closing rates that move every month, and the documents of a story. */
async function lived({
  documents,
  payments,
}: Pick<typeof story extends fc.Arbitrary<infer T> ? T : never, 'documents' | 'payments'>) {
  const org = await foundTestOrganization({ today: '2026-11-20' });
  await runForOutput(setExchangeRates, org.callAs('controller'), {
    rates: ['1.06', '1.13', '1.09'].map((rate, index) => ({
      fromCurrency: 'EUR',
      toCurrency: 'USD',
      rateDate: `${MONTHS[index] ?? ''}-28`,
      rateType: 'CLOSING' as const,
      rate,
    })),
  });
  const make = async (one: Item, kind: object): Promise<Open> => {
    const currency = one.inEuro ? 'EUR' : 'USD';
    const exchangeRate = one.inEuro
      ? dec(RATE.EUR)
          .plus(dec(BigInt(one.off)).div('1000'))
          .toFixed()
      : '1';
    const unitPrice = dec(BigInt(one.cents)).div('100').toFixed(2);
    const day = dayOf(one);
    const { id } = await postedDocument(org, {
      ...kind,
      ...{ currencyCode: currency, exchangeRate, transactionDate: day },
      lines: [{ unitPrice }],
    });
    return { id, currency, day, left: dec(unitPrice) };
  };
  const owed: Open[] = [];
  for (const one of documents) owed.push(await make(one, {}));
  const paid: Open[] = [];
  for (const [one, kind] of payments) paid.push(await make(one, { kind }));
  return { org, owed, paid };
}

async function revalueAll(org: TestOrganization, months: readonly string[]): Promise<void> {
  const periods = await runForOutput(listPeriods, org.callAs('viewer'), {});
  for (const month of months) {
    const periodId = periods.find(({ label }) => label === month)?.id;
    await runForOutput(revaluePeriod, org.callAs('controller'), { periodId });
  }
}

/**
 * The movements of the accounts by currency and, where asked, by month, in the currency and in base currency; without those where both are
 * zero.
 */
async function moved(org: TestOrganization, byMonth: boolean): Promise<Record<string, string>> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ place: string; amounts: string }>(
      tenant,
      `select a.code || ' ' || l.currency_code || case when $2::boolean then ' ' || to_char(l.posting_date, 'YYYY-MM') else '' end as place,
         sum(l.debit - l.credit)::numeric(20,2) || ' = ' || sum(l.base_debit - l.base_credit)::numeric(20,2) as amounts
       from ledger_lines l join accounts a on a.id = l.account_id where a.code = any ($1::text[])
       group by 1 having sum(l.debit - l.credit) <> 0 or sum(l.base_debit - l.base_credit) <> 0 order by 1`,
      [ACCOUNTS, byMonth],
    ),
  );
  return Object.fromEntries(rows.map(({ place, amounts }) => [place, amounts]));
}

describe('the rule of settlement with revaluations in between', () => {
  it('after applying and unapplying, in any order of dates, the books are as if nothing had been applied; with everything reversed, no balance remains', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ documents, payments, steps, onItsDay }) => {
        const { org, owed, paid } = await lived({ documents, payments });
        const call = org.callAs('accountant', { surface: onItsDay ? 'trpc' : 'C' });
        const live: { id: string; undo: () => void }[] = [];
        const takeBack = async (index: number) => {
          const [one] = live.splice(index, 1);
          if (one === undefined) return;
          await runForOutput(unapplyPayment, call, { applicationId: one.id });
          one.undo();
        };
        for (const one of steps) {
          if (one.verb === 'revalue') await revalueAll(org, MONTHS.slice(one.month, one.month + 1));
          else if (one.verb === 'unapply') await takeBack(live.length === 0 ? 0 : one.which % live.length);
          else await applyOne(one);
        }
        while (live.length > 0) await takeBack(live.length - 1);
        await revalueAll(org, MONTHS);

        const never = await lived({ documents, payments });
        await revalueAll(never.org, MONTHS);
        expect(await moved(org, onItsDay)).toEqual(await moved(never.org, onItsDay));

        for (const { id } of [...owed, ...paid]) {
          await runForOutput(reverseTransaction, org.callAs('accountant'), {
            id,
            reversalReason: 'All of it',
            reversalDate: '2026-11-20',
          });
        }
        expect(await moved(org, false)).toEqual({});

        async function applyOne(one: Extract<(typeof steps)[number], { verb: 'apply' }>) {
          const [to, from] = [owed[one.document % owed.length], paid[one.payment % paid.length]];
          if (to === undefined || from === undefined) return;
          const part = (left: typeof to.left, percent: number) =>
            left
              .times(dec(BigInt(percent)))
              .div('100')
              .toDecimalPlaces(2, 0);
          const isSame = to.currency === from.currency;
          const least = to.left.lt(from.left) ? to.left : from.left;
          const amount = part(isSame ? least : to.left, one.share);
          const takes = isSame ? amount : part(from.left, one.taken);
          if (amount.isZero() || takes.isZero()) return;
          const appliedOn = addDays([to.day, from.day].sort().at(-1) ?? '', one.later);
          const applied = await runForOutput(applyPayment, call, {
            paymentId: from.id,
            appliedOn,
            applications: [
              {
                documentId: to.id,
                amount: amount.toFixed(2),
                paymentAmount: isSame ? undefined : takes.toFixed(2),
              },
            ],
          });
          [to.left, from.left] = [to.left.minus(amount), from.left.minus(takes)];
          const undo = () => {
            [to.left, from.left] = [to.left.plus(amount), from.left.plus(takes)];
          };
          live.push({ id: applied.applications[0]?.id ?? '', undo });
        }
      }),
      { numRuns: HISTORIES },
    );
  });
});
