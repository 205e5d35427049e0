import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failedChecks } from '@/core/transactions/overridable-checks';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { loadPostingSurroundings } from '@/db/stores/documents/posting-surroundings';
import { sql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import {
  divided,
  exact,
  type Fraction,
  minus,
  plus,
  signOf,
  times,
  total,
  written,
} from '../../support/exact';
import { batchesOf, holds } from '../../support/hold';
import { takenBack } from '../../support/taken-back';

// Proves the law documents/exceeds-credit of prisma/sql.

const CUSTOMERS = 30;
const BATCHES = batchesOf(CUSTOMERS, 20);
const TODAY = '2026-11-21';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const cents = (min: bigint, max: bigint) => fc.bigInt({ min, max }).map((value) => exact(value, 100n));
const invoiceWish = fc.record({
  /** Its total, and the amount in base currency: equal, or at some rate. */
  total: fc.oneof(cents(1n, 9n), cents(1n, 99_999n), fc.constantFrom(exact(3n), exact(7n), exact(0n))),
  base: fc.oneof(cents(1n, 9n), cents(1n, 999_999n), fc.constantFrom(exact(100n), exact(200n))),
  /** The share of it that is applied, thirds among them. */
  applied: fc.constantFrom(exact(0n), exact(1n), exact(1n, 3n), exact(2n, 3n), exact(1n, 7n), exact(1n, 2n)),
  status: fc.constantFrom('POSTED', 'POSTED', 'POSTED', 'APPROVED', 'PAID', 'CLOSED'),
  kind: fc.constantFrom('INVOICE', 'INVOICE', 'INVOICE', 'CREDIT_MEMO'),
});
const customerWish = fc.record({
  invoices: fc.array(invoiceWish, { maxLength: 4 }),
  adds: fc.oneof(cents(-500n, 50_000n), fc.constant(exact(0n))),
  /** The limit less what the customer would owe with the invoice. */
  room: fc.constantFrom(
    exact(0n),
    exact(0n),
    exact(1n, 100n),
    exact(-1n, 100n),
    exact(1n, 10_000n),
    exact(-1n, 10_000n),
  ),
  limited: fc.constantFrom(true, true, true, true, false),
});
type CustomerWish = typeof customerWish extends fc.Arbitrary<infer T> ? T : never;

/** A share in whole cents, so that it can be applied. */
const share = (of: Fraction, part: Fraction) => {
  const { over, under } = times(of, part);
  return exact((100n * over) / under, 100n);
};

/** The open amount of the posted invoices in base currency; of one over nothing, nothing is open. */
const openOf = ({ invoices }: CustomerWish): Fraction =>
  total(
    invoices
      .filter(({ status, kind }) => status === 'POSTED' && kind === 'INVOICE')
      .map(({ total: whole, base, applied }) =>
        signOf(whole) === 0 ? exact(0n) : minus(base, divided(times(base, share(whole, applied)), whole)),
      ),
  );

/** Rounded to four places, half up. What is owed is never below zero here. */
const toFour = ({ over, under }: Fraction): Fraction =>
  exact((2n * 10_000n * over + under) / (2n * under), 10_000n);
const isTie = (value: Fraction) => {
  const twice = times(value, exact(20_000n));
  return twice.under === 1n && twice.over % 2n !== 0n;
};

function rowsOf(wish: CustomerWish, customerId: string, draftId: string) {
  const common = {
    transactionTypeId: org.ids.types.INVOICE,
    subsidiaryId: org.ids.rootSubsidiary,
    entityType: 'CUSTOMER',
    entityId: customerId,
    transactionDate: TODAY,
    currencyCode: 'EUR',
    baseCurrencyCode: 'USD',
    exchangeRate: '1',
    taxAmount: '0',
    discountAmount: '0',
  };
  const row = <Figures extends object>(id: string, figures: Figures) => ({
    ...{ ...common, id, transactionNumber: id },
    ...figures,
  });
  return [
    ...wish.invoices.map(({ total: whole, base, applied, status, kind }) =>
      row(newId(), {
        ...{ kind, transactionStatus: status, subtotalAmount: written(whole), totalAmount: written(whole) },
        ...{ baseTotalAmount: written(base), appliedAmount: written(share(whole, applied)) },
        ledgerEntryId: status === 'APPROVED' ? null : newId(),
      }),
    ),
    row(draftId, {
      ...{ kind: 'INVOICE', transactionStatus: 'APPROVED', appliedAmount: '0', ledgerEntryId: null },
      ...{
        subtotalAmount: written(wish.adds),
        totalAmount: written(wish.adds),
        baseTotalAmount: written(wish.adds),
      },
    }),
  ];
}

describe('core, which owns the credit limit, and the database', () => {
  it('agree on when an invoice exceeds the limit: above it together with the open amounts of posted invoices, to the last ten-thousandth, never at it', async () => {
    const seen = new Map<string, number>();
    let cases = 0;
    await holds(
      fc.asyncProperty(
        fc.array(customerWish, { minLength: CUSTOMERS, maxLength: CUSTOMERS }),
        async (wishes) => {
          const all = wishes
            .filter((wish) => !isTie(openOf(wish)))
            .map((wish) => {
              const owed = toFour(openOf(wish));
              return {
                wish,
                owed,
                limit: plus(plus(owed, wish.adds), wish.room),
                id: newId(),
                draftId: newId(),
              };
            });
          await takenBack(org, async (tenant) => {
            await insertRows(
              tenant,
              'customers',
              all.map(({ id, limit, wish }) => ({
                ...{ id, companyName: id, creditLimit: wish.limited ? written(limit) : null },
              })),
            );
            await insertRows(
              tenant,
              'business_transactions',
              all.flatMap(({ wish, id, draftId }) => rowsOf(wish, id, draftId)),
            );
            const answered = await sql<{ exceeds: boolean | null }>(
              tenant,
              `select daybook_exceeds_credit(x.customer, x.adds) as exceeds
             from unnest($1::uuid[], $2::numeric[]) with ordinality as x(customer, adds, n) order by n`,
              [all.map(({ id }) => id), all.map(({ wish }) => written(wish.adds))],
            );
            for (const [index, { wish, owed, draftId, limit }] of all.entries()) {
              const asked = { transactionId: draftId, postingDate: TODAY };
              const { owed: known, creditLimit } = await loadPostingSurroundings(tenant, asked);
              const words = `${written(owed)} + ${written(wish.adds)} of ${written(limit)}`;
              expect(written(exact(known)), words).toBe(written(owed));
              const adds = written(wish.adds);
              const core = failedChecks({
                credit:
                  creditLimit === null
                    ? null
                    : { limit: creditLimit, owed: known, adds, baseCurrencyCode: 'USD' },
                ...{
                  missingDimensions: [],
                  duplicates: [],
                  softClosedPeriod: null,
                  postingDate: TODAY,
                  today: TODAY,
                },
              });
              const over = signOf(minus(plus(owed, wish.adds), limit)) > 0;
              expect(answered[index]?.exceeds, words).toBe(wish.limited ? over : null);
              // An invoice of zero or less never exceeds the limit: the database does not check it.
              const breaks = wish.limited && over && signOf(wish.adds) > 0;
              expect(
                core.map(({ check }) => check),
                words,
              ).toEqual(breaks ? ['CREDIT_LIMIT'] : []);
              seen.set(`${wish.limited} ${over}`, (seen.get(`${wish.limited} ${over}`) ?? 0) + 1);
              cases += 1;
            }
          });
        },
      ),
      BATCHES,
    );
    expect(cases).toBeGreaterThanOrEqual(500);
    expect([...seen.keys()].sort()).toEqual(['false false', 'false true', 'true false', 'true true']);
  });
});
