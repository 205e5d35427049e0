import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingRate as closingRateOfGroup, type FiledRate } from '@/core/consolidation/translation-rates';
import { type DatedRate, rateOn } from '@/core/fx/rates';
import { dec, toPlainString } from '@/core/money/decimal';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { readFiledRates } from '@/db/reports/consolidation';
import { readLatestRates } from '@/db/reports/scope';
import { loadDocumentReferences } from '@/db/stores/documents/document-references';
import { ratesBefore, ratesBetween } from '@/db/stores/documents/exchange-rates';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { closingRate } from '@/usecases/fx/closing-rates';
import { referencesIn } from '@/usecases/transactions/references/collect-references';
import { exact, written } from '../../support/exact';
import { batchesOf, holds } from '../../support/hold';
import { takenBack } from '../../support/taken-back';
import { rateAsOf, type StoredRate } from '../oracle/rates';

const QUESTIONS = 25;
const BATCHES = batchesOf(QUESTIONS, 12);
const BASE = 'USD';
const CODES = [BASE, 'EUR', 'JPY', 'GBP'] as const;
const DAYS = [
  '2026-01-01',
  '2026-01-02',
  '2026-01-31',
  '2026-02-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-31',
];
/** The period whose closing rates are looked up. */
const FEBRUARY = { startDate: '2026-02-01', endDate: '2026-02-28' };

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ baseCurrency: BASE });
});
afterAll(closeConnections);

const pair = fc.constantFrom(
  ...CODES.flatMap((from) => CODES.filter((to) => to !== from).map((to) => ({ from, to }))),
);
const rateText = fc.oneof(
  fc.constantFrom('1', '3', '0.3', '1.0837', '0.0067', '7', '9999999999.9999999999', '0.0000000001'),
  fc.bigInt({ min: 1n, max: 10n ** 15n }).map((n) => written(exact(n, 10n ** 10n))),
);
const stored: fc.Arbitrary<StoredRate> = fc
  .record({
    pair,
    date: fc.constantFrom(...DAYS),
    rate: rateText,
    kind: fc.constantFrom('SPOT', 'SPOT', 'CLOSING', 'AVERAGE'),
  })
  .map(({ pair: both, ...rest }) => ({ ...both, ...rest }));
const rateBook = fc.uniqueArray(stored, {
  maxLength: 40,
  selector: ({ from, to, date, kind }) => `${from} ${to} ${date} ${kind}`,
});
const question = fc.record({
  pair: fc.oneof(
    { weight: 9, arbitrary: pair },
    { weight: 1, arbitrary: fc.constant({ from: BASE, to: BASE }) },
  ),
  date: fc.constantFrom('2025-12-31', ...DAYS, '2026-02-15', '2026-12-31'),
});

const NOTHING_ELSE = referencesIn([]);

/** What each way of looking up rates finds for one question. */
async function lookUps(tenant: Tenant, from: string, to: string, date: string) {
  const asked = { currencyCode: from, base: to, to: date };
  const facts = await loadDocumentReferences(tenant, {
    ...NOTHING_ELSE,
    places: [{ subsidiaryId: org.ids.rootSubsidiary, date, currencyCode: from }],
  });
  const filed = await readFiledRates(tenant, from, [to], date);
  return {
    'documents and revenue': await ratesBetween(tenant, [from, to], date),
    reports: await readLatestRates(tenant, CODES, date),
    revaluation: await ratesBefore(tenant, { ...asked, from: '1900-01-01', rateType: 'SPOT' }),
    consolidation: filed.filter(({ kind }) => kind === 'SPOT') as DatedRate[],
    // A document's own question is about its subsidiary's currency only.
    ...(to === BASE ? { 'a document being saved': facts.rates as DatedRate[] } : {}),
  };
}

describe('rateOn in core, which owns the rule of exchange rates, and the queries that choose rates for it', () => {
  it('give the oracle’s answer, whichever query looked the rates up', async () => {
    let cases = 0;
    const seen = new Set<string>();
    await holds(
      fc.asyncProperty(
        fc.record({
          book: rateBook,
          questions: fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS }),
        }),
        async ({ book, questions }) => {
          await takenBack(org, async (tenant) => {
            await layRates(tenant, book);
            const spot = book.filter(({ kind }) => kind === 'SPOT');
            for (const { pair: both, date } of questions) {
              const wanted = { ...both, date };
              const expected = rateAsOf(wanted, spot);
              for (const [way, rates] of Object.entries(await lookUps(tenant, both.from, both.to, date))) {
                const chosen = rateOn(wanted, rates);
                const answered = chosen.ok ? toPlainString(dec(chosen.value.rate)) : null;
                expect(answered, `${way}: ${JSON.stringify(wanted)} of ${JSON.stringify(spot)}`).toBe(
                  expected,
                );
                seen.add(chosen.ok ? chosen.value.source : chosen.refusal.code);
                cases += 1;
              }
            }
          });
        },
      ),
      BATCHES,
    );
    expect(cases).toBeGreaterThanOrEqual(500);
    expect([...seen].sort()).toEqual(['DIRECT', 'INVERSE', 'RATE_MISSING', 'SAME_CURRENCY']);
  });

  it('use the same closing rate for a period, whether it is revalued or consolidated: its own closing rate, otherwise the spot rate', async () => {
    let cases = 0;
    const period = { firstDay: FEBRUARY.startDate, lastDay: FEBRUARY.endDate };
    await holds(
      fc.asyncProperty(rateBook, async (book) => {
        await takenBack(org, async (tenant) => {
          await layRates(tenant, book);
          const ofPeriod = book.filter(({ kind, date }) => kind === 'CLOSING' && date >= FEBRUARY.startDate);
          const spot = book.filter(({ kind }) => kind === 'SPOT');
          for (const from of CODES.filter((code) => code !== BASE)) {
            const wanted = { from, to: BASE, date: FEBRUARY.endDate };
            const expected = rateAsOf(wanted, ofPeriod) ?? rateAsOf(wanted, spot);
            const revalued = await closingRate(tenant, FEBRUARY, from, BASE);
            const filed: FiledRate[] = await readFiledRates(tenant, BASE, [from], FEBRUARY.endDate);
            const consolidated = closingRateOfGroup({ from, to: BASE }, period, filed);
            for (const one of [revalued, consolidated]) {
              expect(one.ok ? toPlainString(dec(one.value.rate)) : null, JSON.stringify(book)).toBe(expected);
              cases += 1;
            }
          }
        });
      }),
      8 * BATCHES,
    );
    expect(cases).toBeGreaterThanOrEqual(500);
  });
});

const layRates = (tenant: Tenant, book: readonly StoredRate[]) =>
  insertRows(
    tenant,
    'exchange_rates',
    book.map(({ from, to, date, rate, kind }) => ({
      id: newId(),
      fromCurrency: from,
      toCurrency: to,
      rateType: kind,
      rateDate: date,
      rate,
    })),
  );
