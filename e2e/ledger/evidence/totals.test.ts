import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBalanced } from '@/core/ledger/balance';
import type { EntryLine } from '@/core/ledger/entry-line';
import { glImpact, type PostingRule } from '@/core/transactions/gl-impact';
import { LINE_TYPES, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { computeTotals, type Totals } from '@/core/transactions/totals';
import { closeConnections } from '@/db/client';
import { sql, type Tenant } from '@/db/tenancy';
import { withSavepoint } from '@/db/transaction';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { exact, isNothing, plus, tidy, written } from '../../support/exact';
import { batchesOf, holds } from '../../support/hold';
import { takenBack } from '../../support/taken-back';
import { judgePostings } from '../judge';
import { isBalanced, totalsOf } from '../oracle/totals';

// Proves the laws documents/check-document, documents/insert-transactions, documents/insert-transaction-parts,
// documents/judge-postings of prisma/sql.

const BATCH = 40;
const BATCHES = batchesOf(BATCH, 13);
const PLACES: Readonly<Record<string, number>> = { USD: 2, EUR: 2, JPY: 0, BHD: 3 };
const TODAY = '2026-11-21';

let org: TestOrganization;
let rule: PostingRule;
beforeAll(async () => {
  org = await foundTestOrganization();
  rule = {
    controlAccountId: org.account('1210'),
    taxAccountId: org.account('2210'),
    discountAccountId: org.account('4900'),
    bankAccountId: org.account('1110'),
    defaultLineAccountId: org.account('4100'),
    shippingAccountId: null,
  };
});
afterAll(closeConnections);

const decimal = (digits: number, max: bigint) =>
  fc.bigInt({ min: -max, max }).map((value) => written(exact(value, 10n ** BigInt(digits))));
const lineWish = fc.record({
  type: fc.constantFrom(...LINE_TYPES),
  quantity: fc.oneof(fc.constantFrom('1', '2', '0', '0.5', '3', '0.3333333333'), decimal(10, 10n ** 13n)),
  price: fc.oneof(fc.constantFrom('100', '-100', '33.335', '0.005', '0.015', '0'), decimal(6, 10n ** 12n)),
  taxRate: fc.constantFrom(null, null, '0', '8.875', '19', '7.7', '33.3333333333'),
});
const documentWish = fc.record({
  kind: fc.constantFrom(...TRANSACTION_KINDS),
  currency: fc.constantFrom(...Object.keys(PLACES)),
  base: fc.constantFrom('USD', 'JPY', 'BHD'),
  rate: fc.oneof(
    fc.constantFrom('1.0837', '0.0067', '2.5', '149.5'),
    fc.bigInt({ min: 1n, max: 10n ** 12n }).map((value) => written(exact(value, 10n ** 10n))),
  ),
  lines: fc.array(lineWish, { minLength: 1, maxLength: 5 }),
  /** By how much the stated total exceeds the actual one, in the currency's smallest unit. */
  off: fc.constantFrom(1n, -1n, 100n),
  /** A side of the entry that is one unit too large. */
  tampered: fc.constantFrom(null, null, null, 'own', 'base'),
  figure: fc.constantFrom('subtotal_amount', 'tax_amount', 'discount_amount', 'total_amount'),
});
type DocumentWish = typeof documentWish extends fc.Arbitrary<infer T> ? T : never;

interface Made {
  readonly id: string;
  readonly wish: DocumentWish;
  readonly totals: Totals;
  readonly impact: readonly EntryLine[];
}

function make(wish: DocumentWish): Made {
  const { kind, currency: currencyCode, base: baseCurrencyCode } = wish;
  const exchangeRate = currencyCode === baseCurrencyCode ? '1' : wish.rate;
  const outcome = computeTotals({
    ...{ kind, currencyCode, baseCurrencyCode, exchangeRate },
    lines: wish.lines.map(({ type, quantity, price, taxRate }, index) => ({
      ...{ lineNumber: index + 1, lineType: type, quantity, unitPrice: price, taxRate },
    })),
  });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  const totals = outcome.value;
  const impact = glImpact(
    {
      ...{ kind, currencyCode, baseCurrencyCode, exchangeRate },
      ...{ entityType: null, entityId: null, memo: null },
      lines: wish.lines.map(({ type }, index) => ({
        lineNumber: index + 1,
        lineType: type,
        lineAmount: totals.lines[index]?.lineAmount ?? '0',
        taxAmount: totals.lines[index]?.taxAmount ?? '0',
        accountId: kind === 'JOURNAL' ? org.account('6100') : null,
        description: 'Chance',
        ...{ classId: null, departmentId: null, locationId: null, projectId: null },
      })),
    },
    rule,
  );
  return { id: newId(), wish, totals, impact };
}

/** The same document with an entry that no longer balances in its own currency, or in base currency alone. */
function tampered(made: Made): Made {
  const [first, ...others] = made.impact;
  const which = made.wish.tampered;
  if (which === null || first === undefined) return made;
  const more = (text: string) => (isNothing(exact(text)) ? text : written(plus(exact(text), exact(1n))));
  const changed =
    which === 'own'
      ? { debit: more(first.debit), credit: more(first.credit) }
      : { baseDebit: more(first.baseDebit), baseCredit: more(first.baseCredit) };
  return { ...made, impact: [{ ...first, ...changed }, ...others] };
}

/** Stores documents with their lines and entries as the use-cases do, in one call. */
async function store(tenant: Tenant, all: readonly Made[]) {
  const documents = all.map(({ id, wish, totals }) => ({
    id,
    ...{ series: 'CHANCE', fiscal_year: 2026, kind: wish.kind, transaction_status: 'APPROVED' },
    ...{
      transaction_type_id: org.ids.types[wish.kind],
      subsidiary_id: org.ids.rootSubsidiary,
      transaction_date: TODAY,
    },
    ...{ currency_code: wish.currency, base_currency_code: wish.base },
    ...{ exchange_rate: wish.currency === wish.base ? '1' : wish.rate, exchange_rate_given: true },
    ...{
      subtotal_amount: totals.subtotalAmount,
      tax_amount: totals.taxAmount,
      discount_amount: totals.discountAmount,
    },
    ...{ total_amount: totals.totalAmount, base_total_amount: totals.baseTotalAmount },
  }));
  const lines = all.flatMap(({ id, wish, totals }) =>
    wish.lines.map(({ type, quantity, price, taxRate }, index) => ({
      ...{ transaction_id: id, line_number: index + 1, line_type: type, description: 'Chance' },
      ...{ quantity, unit_price: price, tax_rate_percent: taxRate },
      ...{ line_amount: totals.lines[index]?.lineAmount, tax_amount: totals.lines[index]?.taxAmount },
    })),
  );
  const impact = all.flatMap(({ id, impact: own }) =>
    own.map((line) => ({
      ...{ transaction_id: id, line_number: line.lineNumber, document_line_number: line.documentLineNumber },
      ...{ account_id: line.accountId, debit: line.debit, credit: line.credit },
      ...{ base_debit: line.baseDebit, base_credit: line.baseCredit, from_subledger: line.isControl },
    })),
  );
  await sql(tenant, 'select count(*) from daybook_insert_transactions($1::jsonb, $2::jsonb, $3::jsonb)', [
    JSON.stringify(documents),
    JSON.stringify(lines),
    JSON.stringify(impact),
  ]);
}

interface StoredTotals {
  readonly id: string;
  readonly subtotal: string;
  readonly tax: string;
  readonly discount: string;
  readonly total: string;
  readonly base: string;
  readonly lines: readonly { amount: string; tax: string }[];
}

const storedTotals = (tenant: Tenant) =>
  sql<StoredTotals>(
    tenant,
    `select t.id, trim_scale(t.subtotal_amount)::text as subtotal, trim_scale(t.tax_amount)::text as tax,
       trim_scale(t.discount_amount)::text as discount, trim_scale(t.total_amount)::text as total,
       trim_scale(t.base_total_amount)::text as base,
       (select jsonb_agg(jsonb_build_object('amount', trim_scale(l.line_amount)::text, 'tax', trim_scale(l.tax_amount)::text)
          order by l.line_number)
        from business_transaction_lines l where l.transaction_id = t.id) as lines
     from business_transactions t`,
  );

/** The constraint by which the database refuses a document whose figure is slightly off; null when it accepts it. */
async function said(tenant: Tenant, { id, wish }: Made, changes: string): Promise<string | null> {
  const by = written(exact(wish.off, 10n ** BigInt(PLACES[wish.currency] ?? 2)));
  return withSavepoint(tenant, async () => {
    await sql(
      tenant,
      `update business_transactions set ${changes} where id = $1::uuid and $2::numeric <> 0`,
      [id, by],
    );
    return null;
  }).catch((error: { constraint?: string; message: string }) => error.constraint ?? error.message);
}

describe('core, which owns the totals of documents, and the database, which stores them', () => {
  it('have the same amounts as the oracle, figure by figure and line by line, and the database accepts no other total', async () => {
    let cases = 0;
    const seen = new Set<string>();
    await holds(
      fc.asyncProperty(fc.array(documentWish, { minLength: BATCH, maxLength: BATCH }), async (wishes) => {
        const all = wishes.map(make);
        await takenBack(org, async (tenant) => {
          await store(tenant, all);
          const kept = new Map((await storedTotals(tenant)).map(({ id, ...figures }) => [id, figures]));
          for (const one of all) {
            const { wish, id } = one;
            const { kind, currency, base } = wish;
            const oracle = totalsOf(wish.lines, {
              kind,
              rate: currency === base ? '1' : wish.rate,
              places: PLACES[currency] ?? 2,
              basePlaces: PLACES[base] ?? 2,
            });
            const { lines, ...figures } = oracle;
            expect(kept.get(id), JSON.stringify({ ...wish, off: null })).toEqual({
              ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, written(value)])),
              lines: lines.map(({ amount, tax }) => ({ amount: written(amount), tax: written(tax) })),
            });
            expect(await said(tenant, one, `${wish.figure} = ${wish.figure} + $2::numeric`)).toBe(
              'business_transactions_total_ck',
            );
            // The same amount more in a part and in the total makes a different document, and a valid one.
            if (wish.figure === 'subtotal_amount' || wish.figure === 'tax_amount') {
              const together = `${wish.figure} = ${wish.figure} + $2::numeric, total_amount = total_amount + $2::numeric`;
              expect(await said(tenant, one, together)).toBeNull();
            }
            seen.add(wish.figure);
            cases += 1;
          }
        });
      }),
      BATCHES,
    );
    expect(cases).toBeGreaterThanOrEqual(500);
    expect(seen.size).toBe(4);
  });

  it('agree on whether the entry of a document balances, and its control line is the document in base currency', async () => {
    let [cases, balanced] = [0, 0];
    await holds(
      fc.asyncProperty(fc.array(documentWish, { minLength: BATCH, maxLength: BATCH }), async (wishes) => {
        const all = wishes.map((wish) => tampered(make(wish)));
        await takenBack(org, async (tenant) => {
          await store(tenant, all);
          const verdicts = await judgePostings(
            tenant,
            all.map(({ id }) => ({
              ...{ transactionId: id, postingDate: TODAY, overrideChecks: true, maySoftClosed: false },
              ...{ actorId: null, scope: null },
            })),
            TODAY,
          );
          const words = (index: number) => JSON.stringify({ ...all[index]?.wish, off: null });
          for (const [index, { wish, impact, totals }] of all.entries()) {
            const oracle = isBalanced(impact);
            const core = checkBalanced(impact, wish.base);
            expect(core.ok, words(index)).toBe(oracle);
            expect(verdicts[index]?.refusal === 'NOT_BALANCED', words(index)).toBe(!oracle);
            const control = impact.filter(({ isControl }) => isControl);
            for (const { debit, credit, baseDebit, baseCredit } of control) {
              if (wish.kind.endsWith('PAYMENT') || wish.tampered !== null) continue;
              const size = (text: string) => tidy(text).replace('-', '');
              expect(written(plus(exact(debit), exact(credit)))).toBe(size(totals.totalAmount));
              expect(written(plus(exact(baseDebit), exact(baseCredit)))).toBe(size(totals.baseTotalAmount));
            }
            cases += 1;
            balanced += oracle ? 1 : 0;
          }
        });
      }),
      BATCHES,
    );
    expect(cases).toBeGreaterThanOrEqual(500);
    expect(balanced).toBeGreaterThan(100);
    expect(balanced).toBeLessThan(cases - 20);
  });
});
